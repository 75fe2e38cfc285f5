import { refusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import type { Audit } from '#server/context.ts';
import { hashToken, newToken } from '#server/crypto/account-token.ts';
import { passwordMatches } from '#server/crypto/password.ts';
import { insertHalfSession } from '#server/db/half-sessions.ts';
import { readTotpSecret } from '#server/db/second-factors.ts';
import { findUserByEmail } from '#server/db/users.ts';
import type { StartedSession } from '#server/surface/session.ts';
import type { World } from '#server/world.ts';
import { enter, type Entered } from './enter.ts';

export type Credentials = {
  readonly email: string;
  readonly password: string;
  /** The token of an invitation that the login is to accept. */
  readonly invitation?: string | undefined;
};

/** A session, or a half one that owes a second factor: its token opens nothing else. */
export type LoggedIn = ({ readonly kind: 'session' } & Entered) | ({ readonly kind: 'half' } & Entered);

/** Logs in. `unauthorized` says the same for an unknown address as for a wrong password, and takes as long. */
export async function logIn(world: World, credentials: Credentials, audit: Audit): Promise<LoggedIn> {
  const email = credentials.email.trim();
  const rate = await world.rates.login.take(audit.ipAddress ?? 'unknown');
  await world.rates.account.take(`address ${email.toLowerCase()}`);
  const user = await findUserByEmail(world.db.drizzle, email);
  const matches = await passwordMatches(user?.passwordHash ?? null, credentials.password);
  if (user === null || !matches)
    throw refusal('unauthorized', undefined, 'Wrong e-mail address or password.');
  const { invitation } = credentials;
  const invitationHash = invitation === undefined ? null : hashToken(invitation);
  const totp = await readTotpSecret(world.db.drizzle, user.id);
  if (totp !== null && totp.confirmedAt !== null)
    return { kind: 'half', ...(await startHalf(world, user.id, invitationHash)), rate };
  return { kind: 'session', ...(await enter(world, user, audit, invitationHash)), rate };
}

async function startHalf(
  world: World,
  userId: string,
  invitationHash: string | null,
): Promise<StartedSession> {
  const token = newToken();
  const createdAt = world.clock();
  const expiresAt = new Date(createdAt.getTime() + LIMITS.halfSessionLifeMs);
  await insertHalfSession(world.db.drizzle, {
    id: hashToken(token),
    userId,
    invitationHash,
    createdAt,
    expiresAt,
  });
  return { token, expiresAt };
}
