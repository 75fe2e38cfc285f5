import { requestAccountChangeEmail } from '#domain/account/security.ts';
import type { OfferedCode } from '#domain/account/second-factor.ts';
import { hashRecoveryCode } from '#server/crypto/account-token.ts';
import { findTotpStep } from '#server/crypto/totp.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { readTotpSecret, takeRecoveryCode, takeTotpStep } from '#server/db/accounts/second-factors.ts';
import type { Services } from '#server/runtime/services.ts';

/**
 * Uses up a code from a person's authenticator app, or a recovery code. Returns false if the code is wrong or
 * was already used.
 */
export async function acceptCode(
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
      const step = findTotpStep(services.config.secretKeys, totp.secretBox, offered.digits, now);
      return step !== null && (await takeTotpStep(tx, userId, step));
    }
    case 'recovery': {
      if (!(await takeRecoveryCode(tx, userId, hashRecoveryCode(offered.code), now))) return false;
      await services.queue.enqueue(tx, [requestAccountChangeEmail(userId, 'recovery_code_used', now)]);
      return true;
    }
    default:
      return offered satisfies never;
  }
}
