import {
  requestLink as decideLink,
  type EmailChange,
  type LinkKind,
  type PendingSignUp,
} from '#domain/account/link.ts';
import { deriveAccountToken, hashToken } from '#server/crypto/account-token.ts';
import { insertAccountLink } from '#server/db/accounts/account-links.ts';
import type { Transaction } from '#server/db/client/client.ts';
import type { Services } from '#server/runtime/services.ts';

/**
 * Records that a link was requested, and enqueues its email. Doesn't check whether the address has an
 * account.
 */
export async function requestLink(
  services: Pick<Services, 'config' | 'clock' | 'newId' | 'queue'>,
  tx: Transaction,
  kind: LinkKind,
  email: string,
  {
    signUp = null,
    change = null,
  }: { readonly signUp?: PendingSignUp | null; readonly change?: EmailChange | null } = {},
): Promise<void> {
  const { link, effects } = decideLink({ id: services.newId('accountLink'), kind, email }, services.clock());
  const token = deriveAccountToken(services.config.secretKeys.current.key, 'account-link', link.id);
  await insertAccountLink(tx, { ...link, tokenHash: hashToken(token), signUp, change });
  await services.queue.enqueue(tx, effects);
}
