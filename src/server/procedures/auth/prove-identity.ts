import { type OfferedCode, readCode } from '#domain/account/second-factor.ts';
import { createInvalidRefusal, createRefusal } from '#domain/errors.ts';
import type { Proof } from '#wire/account.ts';
import { hashRecoveryCode } from '#server/crypto/account-token.ts';
import { verifyPassword } from '#server/crypto/password/password.ts';
import { findTotpStep } from '#server/crypto/totp.ts';
import { readTotpSecret, takeRecoveryCode, takeTotpStep } from '#server/db/accounts/second-factors.ts';
import { readUser } from '#server/db/accounts/users.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { recordAccountChange, reportFailedAttempt } from '#server/organizations/account-traces.ts';
import type { Context } from '#server/trpc/init.ts';

type Caller = Pick<Context, 'services' | 'audit'>;

/**
 * Requires a person to prove who they are before they change how their account is protected. They need the
 * password and, if they have an authenticator app, a code, which is used up. Returns whether a code was used.
 * Refuses with `validation_failed` at `/password` or `/code`.
 */
export async function proveIdentity(ctx: Caller, userId: string, proof: Proof): Promise<boolean> {
  const { services, audit } = ctx;
  await provePassword(ctx, userId, proof.password);
  const totp = await readTotpSecret(services.db.drizzle, userId);
  if (totp === null || totp.confirmedAt === null) return false;
  if (proof.code === undefined || proof.code === '')
    throw createInvalidRefusal([{ path: '/code', message: 'is required' }]);
  const offered = readCode(proof.code);
  await services.rates.code.take(userId);
  const accepted =
    offered !== null && (await transaction(services.db, null, (tx) => acceptCode(ctx, tx, userId, offered)));
  if (accepted) return true;
  await reportFailedAttempt(services, { userId }, 'wrong_code', audit);
  throw createInvalidRefusal([{ path: '/code', message: 'is wrong or has expired' }]);
}

/**
 * Requires a person to prove that they know the password, so that someone who finds an open browser can't
 * change how the account is protected. Refuses a wrong password with `validation_failed` at `/password`.
 * Attempts are counted by account.
 */
export async function provePassword(
  { services, audit }: Caller,
  userId: string,
  password: string,
): Promise<void> {
  await services.rates.account.take(`user ${userId}`);
  const user = await readUser(services.db.drizzle, userId);
  if (user === null) throw createRefusal('unauthorized');
  if (await verifyPassword(user.passwordHash, password)) return;
  await reportFailedAttempt(services, { userId }, 'wrong_password', audit);
  throw createInvalidRefusal([{ path: '/password', message: 'is wrong' }]);
}

/**
 * Uses up a code from a person's authenticator app, or a recovery code. Returns false if the code is wrong or
 * was already used.
 */
export async function acceptCode(
  { services, audit }: Caller,
  tx: Transaction,
  userId: string,
  offered: OfferedCode,
): Promise<boolean> {
  const now = services.clock();
  switch (offered.kind) {
    case 'totp': {
      const totp = await readTotpSecret(tx, userId);
      if (totp === null || totp.confirmedAt === null) return false;
      const step = findTotpStep(services.config.secretKeys, totp.secretBox, offered.digits, now);
      return step !== null && (await takeTotpStep(tx, userId, step));
    }
    case 'recovery': {
      if (!(await takeRecoveryCode(tx, userId, hashRecoveryCode(offered.code), now))) return false;
      const person = await readUser(tx, userId);
      if (person === null) return false;
      await recordAccountChange(tx, services, { person, change: 'recovery_code_used', audit });
      return true;
    }
    default:
      return offered satisfies never;
  }
}
