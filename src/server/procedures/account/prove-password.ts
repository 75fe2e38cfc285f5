import { invalid, refusal } from '#domain/errors.ts';
import { passwordMatches } from '#server/crypto/password.ts';
import { readUser } from '#server/db/accounts/users.ts';
import type { Services } from '#server/app/services.ts';

/**
 * Has the person of a session prove that they know the password: what changes how an account is protected is not left to
 * whoever finds a browser open. `validation_failed` at `/password` when it is not right; counted by account.
 */
export async function provePassword(services: Services, userId: string, password: string): Promise<void> {
  await services.rates.account.take(`user ${userId}`);
  const user = await readUser(services.db.drizzle, userId);
  if (user === null) throw refusal('unauthorized');
  if (!(await passwordMatches(user.passwordHash, password)))
    throw invalid([{ path: '/password', message: 'is not right' }]);
}
