import { isMilestone } from '#domain/account/sign-in-trace.ts';
import type { EffectPayloads } from '#domain/effects.ts';
import { HOUR_SECONDS } from '#domain/time.ts';
import { computeSha256Hex } from '#server/crypto/hash.ts';
import { readUser } from '#server/db/accounts/users.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { countRate } from '#server/db/housekeeping/rate-counts.ts';
import { recordFailedAttempts } from '#server/organizations/account-traces.ts';
import { getNetwork } from '#server/rates/rate-limit.ts';
import type { Services } from '#server/runtime/services.ts';

type Failed = EffectPayloads['svc/account.attempt_failed'];

/** Beyond this many lines in an hour, attempts on addresses without an account are only counted. */
const UNKNOWN_LINES_PER_HOUR = 100;

/**
 * Records a failed attempt on an account, unless it is one of many in the same hour. One on an address
 * without an account only goes to the process log, without the address.
 */
export async function recordFailedAttempt(services: Services, failed: Failed): Promise<void> {
  const { account } = failed;
  if ('unknown' in account) await logUnknownAttempt(services, account.unknown, failed);
  else await recordKnownAttempt(services, account.userId, failed);
}

async function recordKnownAttempt(
  services: Services,
  userId: string,
  { problem, at, ipAddress, userAgent }: Failed,
): Promise<void> {
  const person = await readUser(services.db.drizzle, userId);
  if (person === null) return;
  const attempts = await countInHour(services, `${problem} ${userId}`);
  if (!isMilestone(attempts)) return;
  const audit = { ipAddress, userAgent };
  await transaction(services.db, { userId }, (tx) =>
    recordFailedAttempts(tx, services, { person, problem, attempts, at: new Date(at), audit }),
  );
  services.log.warn({ userId, problem, attempts, at, ...audit }, 'sign-in failed');
}

async function logUnknownAttempt(
  services: Services,
  account: string,
  { problem, at, ipAddress, userAgent }: Failed,
): Promise<void> {
  const attempts = await countInHour(services, `unknown from ${getNetwork(ipAddress ?? 'unknown')}`);
  if (!isMilestone(attempts)) return;
  const lines = await countInHour(services, 'unknown');
  if (lines > UNKNOWN_LINES_PER_HOUR && !isMilestone(lines)) return;
  services.log.warn(
    { unknownAccount: account, problem, attempts, at, ipAddress, userAgent },
    'sign-in failed: no such account',
  );
}

/** Returns how many there have been in this hour, which begins with the first one. */
async function countInHour({ db }: Services, what: string): Promise<number> {
  const key = computeSha256Hex(`failed attempts ${what}`);
  return (await countRate(db.drizzle, key, HOUR_SECONDS)).count;
}
