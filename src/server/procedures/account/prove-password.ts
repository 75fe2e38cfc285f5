import { createInvalidRefusal, createRefusal } from '#domain/errors.ts';
import { verifyPassword } from '#server/crypto/password/password.ts';
import { readUser } from '#server/db/accounts/users.ts';
import type { Services } from '#server/runtime/services.ts';

/**
 * Requires a person to prove that they know the password, so that someone who finds an open browser can't
 * change how the account is protected. Refuses a wrong password with `validation_failed` at `/password`.
 * Attempts are counted by account.
 */
export async function provePassword(services: Services, userId: string, password: string): Promise<void> {
  await services.rates.account.take(`user ${userId}`);
  const user = await readUser(services.db.drizzle, userId);
  if (user === null) throw createRefusal('unauthorized');
  if (!(await verifyPassword(user.passwordHash, password)))
    throw createInvalidRefusal([{ path: '/password', message: 'is wrong' }]);
}
