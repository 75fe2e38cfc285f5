import { readCode } from '#domain/account/second-factor.ts';
import { createInvalidRefusal } from '#domain/errors.ts';
import type { Proof } from '#wire/account.ts';
import { readTotpSecret } from '#server/db/accounts/second-factors.ts';
import { acceptCode } from '#server/procedures/auth/accept-code.ts';
import type { Services } from '#server/runtime/services.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { provePassword } from './prove-password.ts';

/**
 * Requires a person to prove who they are before they change how their account is protected. They need the
 * password and, if they have an authenticator app, a code, which is used up. Returns whether a code was used.
 * Refuses with `validation_failed` at `/password` or `/code`.
 */
export async function proveIdentity(services: Services, userId: string, proof: Proof): Promise<boolean> {
  await provePassword(services, userId, proof.password);
  const totp = await readTotpSecret(services.db.drizzle, userId);
  if (totp === null || totp.confirmedAt === null) return false;
  if (proof.code === undefined || proof.code === '')
    throw createInvalidRefusal([{ path: '/code', message: 'is required' }]);
  const offered = readCode(proof.code);
  await services.rates.code.take(userId);
  const accepted =
    offered !== null &&
    (await transaction(services.db, null, (tx) => acceptCode(services, tx, userId, offered)));
  if (!accepted) throw createInvalidRefusal([{ path: '/code', message: 'is wrong or has expired' }]);
  return true;
}
