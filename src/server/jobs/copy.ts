import { chooseMessage } from '#domain/organization/mail-identity.ts';
import type { EffectPayloads } from '#domain/effects.ts';
import { copyFailed } from '#domain/envelope/copies.ts';
import { findDocument } from '#domain/envelope/graph.ts';
import { SYSTEM } from '#domain/actor.ts';
import { DEFAULT_LANGUAGE } from '#domain/language.ts';
import { LIMITS } from '#domain/limits.ts';
import { commit } from '#server/commit.ts';
import { collectFacts } from '#server/runtime/context.ts';
import { copyLink } from '#server/envelopes/signer-link.ts';
import { MAIL_TEMPLATES } from '#server/mail/templates.ts';
import type { Services } from '#server/runtime/services.ts';
import { buildCommonFacts, listPeopleWhoActed } from '#server/envelopes/request-mail.ts';
import { deliver, MailFailure, readMailSubject } from './mail.ts';
import { NO_FILES, readSealedFiles } from './sealed-files.ts';

/**
 * Emails a person their copy, unless the envelope has ended without being completed or the copy was taken
 * back. A permanent rejection, or a failure on the last attempt, is recorded in the envelope's log.
 */
export async function sendCopyEmail(
  services: Services,
  payload: EffectPayloads['svc/copy.sent'],
  lastAttempt: boolean,
): Promise<void> {
  const subject = await readMailSubject(services, payload);
  const copy = subject?.graph.copies.find(({ id }) => id === payload.copyId);
  if (subject === null || copy === undefined || copy.sentAt === null) return;
  const { envelope } = subject.graph;
  const isSealed = envelope.sealedAt !== null;
  // People who were to be told when the envelope was sent learn of the seal from a separate email.
  if (payload.when === 'completed' ? !isSealed : envelope.status !== 'in_progress') return;
  const to = { name: copy.name, email: copy.email };
  const link = copyLink(services, envelope, copy);
  const facts = {
    ...buildCommonFacts(subject, to, copy.language ?? DEFAULT_LANGUAGE),
    recipientRole: 'copy' as const,
    hasApprovers: subject.graph.participants.some(({ role }) => role === 'approver'),
    link,
  };
  const { attached, files } = isSealed ? await readSealedFiles(services, subject, copy) : NO_FILES;
  const until = new Date(services.clock().getTime() + LIMITS.signerTokenAfterCompletionMs).toISOString();
  const rendered = isSealed
    ? MAIL_TEMPLATES.completed({
        ...facts,
        linkExpiresAt: until,
        people: listPeopleWhoActed(subject.graph),
        documentSha256: findDocument(subject.graph, 'sealed')?.sha256 ?? null,
        attached,
      })
    : MAIL_TEMPLATES.copy({
        ...facts,
        message: chooseMessage(subject.organization.mail, envelope.message),
      });
  const identifier = `${copy.id}.copy-${payload.when}-${Date.parse(copy.sentAt)}`;
  try {
    // A bounce is matched to the person by this identifier.
    const participant = { id: copy.id };
    await deliver(services, subject, { to, rendered, identifier, lastAttempt, participant, files });
  } catch (error) {
    if (!(error instanceof MailFailure) || !(error.permanent || lastAttempt)) throw error;
    const failed = { copyId: copy.id, sentAt: copy.sentAt, reason: error.response };
    const now = collectFacts(SYSTEM, services);
    await commit(services, payload, now, (graph) => copyFailed(graph, failed, now));
  }
}
