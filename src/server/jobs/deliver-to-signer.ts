import { SYSTEM } from '#domain/actor.ts';
import { recordDeliveryFailure } from '#domain/envelope/delivery.ts';
import type { Envelope, Participant } from '#domain/envelope/graph.ts';
import { commit } from '#server/commit.ts';
import { collectFacts } from '#server/runtime/context.ts';
import type { Services } from '#server/runtime/services.ts';
import { deliver, MailFailure, type MailSubject, type OutgoingMail } from './mail.ts';

/**
 * Sends an email to a participant. A permanent rejection, or a failure on the last attempt, is recorded in
 * the envelope's log and brought to the sender's attention.
 */
export async function deliverToSigner(
  services: Services,
  subject: MailSubject,
  mail: OutgoingMail & { readonly participant: Participant },
): Promise<void> {
  // The recipient may sign within a minute, and loading fonts takes half a second.
  services.sealing.start();
  try {
    // All that follows answers the first request, whose link has the first epoch.
    const thread = mail.isCode === true ? {} : { thread: `${mail.participant.id}.link-1` };
    await deliver(services, subject, { ...mail, ...thread });
  } catch (error) {
    if (!(error instanceof MailFailure) || !(error.permanent || mail.lastAttempt)) throw error;
    await noteDeliveryFailed(services, subject.graph.envelope, mail.participant, error.response);
  }
}

/** Records that an email or a text message to a participant has failed for good. */
export async function noteDeliveryFailed(
  services: Services,
  { organizationId, id: envelopeId }: Pick<Envelope, 'id' | 'organizationId'>,
  participant: Participant,
  reason: string,
  textedTo: { readonly phone?: string } = {},
): Promise<void> {
  const facts = collectFacts(SYSTEM, services);
  await commit(services, { organizationId, envelopeId }, facts, (graph) =>
    recordDeliveryFailure(graph, participant, reason, facts, textedTo),
  );
}
