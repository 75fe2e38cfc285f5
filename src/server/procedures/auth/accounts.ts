import { refusal } from '#domain/errors.ts';
import type { Audit } from '#server/context.ts';
import { passwordMatches } from '#server/crypto/password.ts';
import { within } from '#server/db/transaction.ts';
import { findUserByEmail, firstMembership } from '#server/db/users.ts';
import { createOrganization, type NewOrganization } from '#server/procedures/organization/bootstrap.ts';
import type { StartedSession } from '#server/surface/session.ts';
import type { RateStatus } from '#server/trpc/rate-limit.ts';
import type { World } from '#server/world.ts';

/** A session that was just started, and what is left of its address's attempts. */
export type Entered = StartedSession & { readonly rate: RateStatus };
type Credentials = { readonly email: string; readonly password: string };

/** Makes an organization with its owner and logs the owner in. `forbidden` where the operator closed sign-up. */
export async function signUp(world: World, input: NewOrganization, audit: Audit): Promise<Entered> {
  const rate = await world.rates.login.take(audit.ipAddress ?? 'unknown');
  if (world.config.signup === 'closed')
    throw refusal('forbidden', undefined, 'Sign-up is closed on this server.');
  const made = await createOrganization(world, input, audit);
  return { ...(await world.sessions.start(made.userId, made.organizationId, audit)), rate };
}

/** Logs in. `unauthorized` says the same for an unknown address as for a wrong password, and takes as long. */
export async function logIn(world: World, { email, password }: Credentials, audit: Audit): Promise<Entered> {
  const rate = await world.rates.login.take(audit.ipAddress ?? 'unknown');
  const user = await findUserByEmail(world.db.drizzle, email.trim());
  const matches = await passwordMatches(user?.passwordHash ?? null, password);
  if (user === null || !matches)
    throw refusal('unauthorized', undefined, 'Wrong e-mail address or password.');
  const membership = await within(world.db, { userId: user.id }, (tx) => firstMembership(tx, user.id));
  if (membership === null) throw refusal('forbidden', undefined, 'This account belongs to no organization.');
  return { ...(await world.sessions.start(user.id, membership.organizationId, audit)), rate };
}
