import { accountChanged } from '#domain/account/security.ts';
import { readCode, type OfferedCode } from '#domain/account/second-factor.ts';
import { refusal } from '#domain/errors.ts';
import type { Audit } from '#server/app/context.ts';
import { hashRecoveryCode, hashToken } from '#server/crypto/account-token.ts';
import { totpStep } from '#server/crypto/totp.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { countSignInAttempt, takePendingSignIn } from '#server/db/accounts/pending-sign-ins.ts';
import { readTotpSecret, takeRecoveryCode, takeTotpStep } from '#server/db/accounts/second-factors.ts';
import { readUser } from '#server/db/accounts/users.ts';
import type { Services } from '#server/app/services.ts';
import { enter, type Entered } from './enter.ts';

/**
 * Completes a login with a code of the authenticator app or a recovery code. `unauthorized` for a wrong or used code, and
 * when there were too many or the pending sign-in is over, which `details.reason` tells apart.
 */
export async function offerSecondFactor(
  services: Services,
  { halfToken, code }: { readonly halfToken: string | null; readonly code: string },
  audit: Audit,
): Promise<Entered> {
  const rate = await services.rates.login.take(audit.ipAddress ?? 'unknown');
  const { drizzle } = services.db;
  const half =
    halfToken === null ? null : await countSignInAttempt(drizzle, hashToken(halfToken), services.clock());
  const user = half === null ? null : await readUser(drizzle, half.userId);
  if (half === null || user === null) throw over();
  await services.rates.account.take(`code ${user.id}`);
  await services.rates.code.take(user.id);
  await drizzle.transaction(async (tx) => {
    const offered = readCode(code);
    if (offered === null || !(await accept(services, tx, user.id, offered))) throw wrong();
    if (!(await takePendingSignIn(tx, half.id))) throw over();
  });
  return { ...(await enter(services, user, audit, half.invitationHash)), rate };
}

async function accept(
  services: Services,
  tx: Transaction,
  userId: string,
  offered: OfferedCode,
): Promise<boolean> {
  const now = services.clock();
  switch (offered.kind) {
    case 'totp': {
      const totp = await readTotpSecret(tx, userId);
      if (totp === null || totp.confirmedAt === null) return false;
      const step = totpStep(services.config.secretKeys, totp.secretBox, offered.digits, now);
      return step !== null && (await takeTotpStep(tx, userId, step));
    }
    case 'recovery': {
      if (!(await takeRecoveryCode(tx, userId, hashRecoveryCode(offered.code), now))) return false;
      await services.queue.enqueue(tx, [accountChanged(userId, 'recovery_code_used', now)]);
      return true;
    }
    default:
      return offered satisfies never;
  }
}

function wrong() {
  return refusal('unauthorized', { reason: 'wrong_code' }, 'This code is not right, or was used before.');
}

function over() {
  return refusal('unauthorized', { reason: 'login_over' }, 'This login took too long. Begin again.');
}
