import { updateUser, type User } from '#server/db/accounts/users.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { addScope } from '#server/db/client/transaction.ts';
import type { Audit } from '#server/runtime/context.ts';
import { clearAccount, endAccess } from '#server/procedures/auth/end-access.ts';
import type { Services } from '#server/runtime/services.ts';

/**
 * Removes everything with which the creator of an account could come back, before an organization vouches for
 * the account's address. Nobody had proved the address, so the creator may have been a stranger who waited
 * for its owner.
 */
export async function takeOverAccount(
  tx: Transaction,
  services: Services,
  taken: {
    readonly user: Pick<User, 'id' | 'name'>;
    /** The hash of a password that nobody knows. */
    readonly passwordHash: string;
    readonly by: { readonly organizationId: string; readonly audit: Audit };
  },
): Promise<void> {
  const { user, passwordHash, by } = taken;
  await endAccess(tx, services, user, by.audit);
  await clearAccount(tx, services, user, by.audit);
  await updateUser(tx, user.id, { passwordHash });
  await addScope(tx, { organizationId: by.organizationId });
}
