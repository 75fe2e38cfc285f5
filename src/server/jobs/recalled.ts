import type { EffectPayloads } from '#domain/effects.ts';
import type { EventPayloads, EventRecord } from '#domain/event/catalogue.ts';
import { DEFAULT_LANGUAGE } from '#domain/language.ts';
import { readEvents } from '#server/db/envelopes/envelopes.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { MAIL_TEMPLATES } from '#server/mail/templates.ts';
import type { Services } from '#server/runtime/services.ts';
import { deliverOrLog } from './deliver-or-log.ts';
import { buildCommonFacts } from '#server/envelopes/request-mail.ts';
import { readMailSubject } from './mail.ts';

type Payload = EffectPayloads['svc/envelope.recalled'];

/**
 * Tells a person whose link stopped working that the envelope was recalled, unless they have a new link by
 * now. The person is read from the log, since the participants of a draft may have been replaced.
 */
export async function sendRecalledEmail(
  services: Services,
  payload: Payload,
  lastAttempt: boolean,
): Promise<void> {
  const [subject, event] = await Promise.all([
    readMailSubject(services, payload),
    readRecall(services, payload),
  ]);
  const recalled = event?.payload as EventPayloads['envelope.recalled'] | null | undefined;
  const copy = recalled?.copies?.find(({ copyId }) => copyId === payload.recipient);
  const person =
    copy ?? recalled?.recipients.find(({ participantId }) => participantId === payload.recipient);
  if (subject === null || event === undefined || person === undefined) return;
  const { participants, copies } = subject.graph;
  const current = participants.find(({ id }) => id === payload.recipient);
  const link = current?.linkIssuedAt ?? copies.find(({ id }) => id === payload.recipient)?.sentAt ?? null;
  if (link !== null) return;
  const to = { name: person.name, email: person.email };
  const facts = buildCommonFacts(subject, to, person.language ?? DEFAULT_LANGUAGE);
  await deliverOrLog(services, subject, {
    to,
    rendered: MAIL_TEMPLATES.recalled({
      ...facts,
      recipientRole: copy === undefined ? (current?.role ?? 'signer') : 'copy',
      hasApprovers: participants.some(({ role }) => role === 'approver'),
    }),
    identifier: `${payload.envelopeId}.recalled-${event.seq}.${payload.recipient}`,
    participant: { id: payload.recipient },
    lastAttempt,
  });
}

async function readRecall(
  services: Services,
  { organizationId, envelopeId }: Payload,
): Promise<EventRecord | undefined> {
  const events = await transaction(services.db, { organizationId }, (tx) =>
    readEvents(tx, organizationId, envelopeId),
  );
  return events?.findLast(({ action }) => action === 'envelope.recalled');
}
