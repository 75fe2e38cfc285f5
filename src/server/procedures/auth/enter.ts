import { refusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import type { Audit } from '#server/context.ts';
import { newDeviceToken } from '#server/crypto/known-device.ts';
import { enterMembership } from '#server/db/members.ts';
import { within } from '#server/db/transaction.ts';
import { firstMembership, type User } from '#server/db/users.ts';
import { joinOrganization } from '#server/procedures/invitation/join.ts';
import type { StartedSession } from '#server/surface/session.ts';
import type { RateStatus } from '#server/trpc/rate-limit.ts';
import type { World } from '#server/world.ts';

/** A session that was just started, and what is left of its address's attempts. */
export type Entered = StartedSession & {
  readonly rate: RateStatus;
  /** What the browser keeps to be known at the next login; null where it is a new account's. */
  readonly device: StartedSession | null;
};

/**
 * Starts the session of a person who has proved who they are: in the organization that invited them, where the login is
 * to accept an invitation, else in the one they chose last. `forbidden` for who belongs to none.
 */
export async function enter(
  world: World,
  user: Pick<User, 'id' | 'name' | 'email' | 'passwordHash'>,
  audit: Audit,
  invitationHash: string | null,
): Promise<Omit<Entered, 'rate'>> {
  const token = newDeviceToken(user, world.config.secretKeys);
  const device = { token, expiresAt: new Date(world.clock().getTime() + LIMITS.knownDeviceLifeMs) };
  return { ...(await start(world, user, audit, invitationHash)), device };
}

async function start(
  world: World,
  user: Pick<User, 'id' | 'name' | 'email'>,
  audit: Audit,
  invitationHash: string | null,
): Promise<StartedSession> {
  if (invitationHash !== null) {
    const organizationId = await joinOrganization(world, user, invitationHash, audit);
    return await world.sessions.start(user.id, organizationId, audit);
  }
  const membership = await within(world.db, { userId: user.id }, (tx) => firstMembership(tx, user.id));
  if (membership === null) throw refusal('forbidden', undefined, 'This account belongs to no organization.');
  const { organizationId } = membership;
  await within(world.db, { organizationId }, (tx) =>
    enterMembership(tx, organizationId, user.id, world.clock()),
  );
  return await world.sessions.start(user.id, organizationId, audit);
}
