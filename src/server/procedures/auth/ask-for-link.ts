import { requestLink, type LinkKind, type PendingSignUp } from '#domain/account/link.ts';
import { accountToken, hashToken } from '#server/crypto/account-token.ts';
import { insertAccountLink } from '#server/db/accounts/account-links.ts';
import type { Transaction } from '#server/db/client/client.ts';
import type { Services } from '#server/app/services.ts';

/** Writes down that a link was asked for, and the job that mails it. Does not look whether the address has an account. */
export async function askForLink(
  services: Pick<Services, 'config' | 'clock' | 'newId' | 'queue'>,
  tx: Transaction,
  kind: LinkKind,
  email: string,
  signUp: PendingSignUp | null = null,
): Promise<void> {
  const { link, effects } = requestLink({ id: services.newId('accountLink'), kind, email }, services.clock());
  const token = accountToken(services.config.secretKeys.current.key, 'account-link', link.id);
  await insertAccountLink(tx, { ...link, tokenHash: hashToken(token), signUp });
  await services.queue.enqueue(tx, effects);
}
