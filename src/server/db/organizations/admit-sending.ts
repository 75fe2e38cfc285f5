import type { Effect } from '#domain/effects.ts';
import type { Facts } from '#domain/envelope/facts.ts';
import type { Envelope } from '#domain/envelope/graph.ts';
import { refusal } from '#domain/errors.ts';
import {
  answersForSending,
  askingEmails,
  sendingRefused,
  standingOf,
} from '#domain/organization/standing.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { readStanding } from '#server/db/organizations/standings.ts';

type Sending = {
  readonly envelope: Pick<Envelope, 'organizationId' | 'senderName'>;
  readonly effects: readonly Effect[];
  readonly facts: Facts;
};

/**
 * Refuses a change that emails people while its organization is suspended, or while its name or the sender's waits for the
 * operator's approval. Runs in the change's transaction.
 */
export async function admitSending(
  tx: Transaction,
  { envelope: { organizationId, senderName }, effects, facts }: Sending,
): Promise<void> {
  if (askingEmails(effects) === 0 || !answersForSending(facts.actor)) return;
  const refused = sendingRefused(standingOf(await readStanding(tx, organizationId), [senderName]));
  if (refused !== null) throw refusal(refused.code, refused.details, refused.message);
}
