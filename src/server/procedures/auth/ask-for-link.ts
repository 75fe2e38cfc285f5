import { requestLink, type LinkKind, type PendingSignUp } from '#domain/account/link.ts';
import { accountToken, hashToken } from '#server/crypto/account-token.ts';
import { insertAccountLink } from '#server/db/account-links.ts';
import type { Transaction } from '#server/db/client.ts';
import type { World } from '#server/world.ts';

/** Writes down that a link was asked for, and the job that mails it. Does not look whether the address has an account. */
export async function askForLink(
  world: Pick<World, 'config' | 'clock' | 'newId' | 'queue'>,
  tx: Transaction,
  kind: LinkKind,
  email: string,
  signUp: PendingSignUp | null = null,
): Promise<void> {
  const { link, effects } = requestLink({ id: world.newId('accountLink'), kind, email }, world.clock());
  const token = accountToken(world.config.secretKeys.current.key, 'account-link', link.id);
  await insertAccountLink(tx, { ...link, tokenHash: hashToken(token), signUp });
  await world.queue.enqueue(tx, effects);
}
