import { refusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import type { Audit } from '#server/app/context.ts';
import { hashToken, newToken } from '#server/crypto/account-token.ts';
import { knownDevice } from '#server/crypto/known-device.ts';
import { passwordMatches } from '#server/crypto/password.ts';
import { insertPendingSignIn } from '#server/db/accounts/pending-sign-ins.ts';
import { readTotpSecret } from '#server/db/accounts/second-factors.ts';
import { findUserByEmail, type User } from '#server/db/accounts/users.ts';
import type { StartedSession } from '#server/surface/session.ts';
import { networkOf } from '#server/trpc/rate-limit.ts';
import type { Services } from '#server/app/services.ts';
import { enter, type Entered } from './enter.ts';

export type Credentials = {
  readonly email: string;
  readonly password: string;
  /** The token of an invitation that the login is to accept. */
  readonly invitation?: string | undefined;
  /** What the browser was given at an earlier login, if it was. */
  readonly deviceToken?: string | null | undefined;
};

/** A session, or a half one that owes a second factor: its token opens nothing else. */
export type LoggedIn =
  ({ readonly kind: 'session' } & Entered) | ({ readonly kind: 'half' } & Omit<Entered, 'device'>);

/** Logs in. `unauthorized` says the same for an unknown address as for a wrong password, and takes as long. */
export async function logIn(services: Services, credentials: Credentials, audit: Audit): Promise<LoggedIn> {
  const email = credentials.email.trim();
  const rate = await services.rates.login.take(audit.ipAddress ?? 'unknown');
  const user = await findUserByEmail(services.db.drizzle, email);
  await takeAttempt(services, { email, user, deviceToken: credentials.deviceToken ?? null }, audit);
  const matches = await passwordMatches(user?.passwordHash ?? null, credentials.password);
  if (user === null || !matches)
    throw refusal('unauthorized', undefined, 'Wrong e-mail address or password.');
  const { invitation } = credentials;
  const invitationHash = invitation === undefined ? null : hashToken(invitation);
  const totp = await readTotpSecret(services.db.drizzle, user.id);
  if (totp !== null && totp.confirmedAt !== null)
    return { kind: 'half', ...(await startHalf(services, user.id, invitationHash)), rate };
  return { kind: 'session', ...(await enter(services, user, audit, invitationHash)), rate };
}

/**
 * Counts an attempt on an account. Whoever tries many passwords shuts only themselves out: attempts count by the network
 * that they come from, and those of a browser in which the person has logged in before count apart from all others. Strangers
 * from many networks have a limit an hour in common, beside which a known browser, a passkey and a reset still let in.
 */
async function takeAttempt(
  { rates, config }: Pick<Services, 'rates' | 'config'>,
  attempt: { readonly email: string; readonly user: User | null; readonly deviceToken: string | null },
  { ipAddress }: Audit,
): Promise<void> {
  const address = attempt.email.toLowerCase();
  const device =
    attempt.user === null ? null : knownDevice(attempt.deviceToken, attempt.user, config.secretKeys);
  if (device !== null) {
    await rates.account.take(`device ${device}`);
    return;
  }
  await rates.account.take(`address ${address} from ${networkOf(ipAddress ?? 'unknown')}`);
  await rates.stranger.take(address);
}

async function startHalf(
  services: Services,
  userId: string,
  invitationHash: string | null,
): Promise<StartedSession> {
  const token = newToken();
  const createdAt = services.clock();
  const expiresAt = new Date(createdAt.getTime() + LIMITS.pendingSignInLifeMs);
  await insertPendingSignIn(services.db.drizzle, {
    id: hashToken(token),
    userId,
    invitationHash,
    createdAt,
    expiresAt,
  });
  return { token, expiresAt };
}
