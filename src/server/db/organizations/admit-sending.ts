import type { Effect } from '#domain/effects.ts';
import type { Facts } from '#domain/envelope/facts.ts';
import type { Envelope, EnvelopeGraph } from '#domain/envelope/graph.ts';
import { createRefusal } from '#domain/errors.ts';
import type { NewEvent } from '#domain/event/catalogue.ts';
import {
  isAnswerableForSending,
  countAskingEmails,
  listRepeatedRecipients,
  refuseSending,
  determineStanding,
} from '#domain/organization/sending/standing.ts';
import type { QuotaSettings } from '#domain/organization/sending/quotas.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { takeQuota } from '#server/db/organizations/quota-uses.ts';
import { readStanding } from '#server/db/organizations/standings.ts';

type Sending = {
  readonly envelope: Pick<Envelope, 'organizationId' | 'senderName'>;
  readonly effects: readonly Effect[];
  readonly events: readonly NewEvent[];
  readonly facts: Facts;
};

/**
 * Refuses a change that sends emails or gives out a link for people while its organization is suspended, or while the
 * organization's or sender's name awaits the operator's approval. Runs in the change's transaction.
 */
export async function admitSending(
  tx: Transaction,
  { envelope: { organizationId, senderName }, effects, events, facts }: Sending,
): Promise<void> {
  const asks =
    countAskingEmails(effects) > 0 || events.some(({ action }) => action === 'participant.link_copied');
  if (!asks || !isAnswerableForSending(facts.actor)) return;
  const refused = refuseSending(determineStanding(await readStanding(tx, organizationId), [senderName]));
  if (refused !== null) throw createRefusal(refused.code, refused.details, refused.message);
}

/**
 * Counts the emails that a change sends against the organization's quotas, and refuses the change if they
 * exceed a quota. The email to the next signer after a signature isn't counted, since a signature is never
 * refused because of it. Runs last, because everyone in the organization waits for these locks.
 */
export async function countSending(
  tx: Transaction,
  settings: QuotaSettings,
  { graph, effects }: { readonly graph: EnvelopeGraph; readonly effects: readonly Effect[] },
  facts: Facts,
): Promise<void> {
  const amount = countAskingEmails(effects);
  if (amount === 0 || !isAnswerableForSending(facts.actor)) return;
  const { organizationId } = graph.envelope;
  const now = new Date(facts.now);
  const subjects = listRepeatedRecipients(effects).flatMap((participantId) => {
    const email = graph.participants.find(({ id }) => id === participantId)?.email;
    return email === undefined ? [] : [email.toLowerCase()];
  });
  // Sorted to avoid deadlocks: two envelopes may have the same people in a different order.
  for (const subject of subjects.sort())
    await takeQuota(tx, settings, { organizationId, quota: 'resends', subject, amount: 1 }, now);
  await takeQuota(tx, settings, { organizationId, quota: 'emails', amount }, now);
}
