import { refusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import type { Audit } from '#server/app/context.ts';
import { newDeviceToken } from '#server/crypto/known-device.ts';
import { enterMembership } from '#server/db/accounts/members.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { firstMembership, type User } from '#server/db/accounts/users.ts';
import { joinOrganization } from '#server/procedures/invitation/join.ts';
import type { StartedSession } from '#server/surface/session.ts';
import type { RateStatus } from '#server/trpc/rate-limit.ts';
import type { Services } from '#server/app/services.ts';

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
  services: Services,
  user: Pick<User, 'id' | 'name' | 'email' | 'passwordHash'>,
  audit: Audit,
  invitationHash: string | null,
): Promise<Omit<Entered, 'rate'>> {
  const token = newDeviceToken(user, services.config.secretKeys);
  const device = { token, expiresAt: new Date(services.clock().getTime() + LIMITS.knownDeviceLifeMs) };
  return { ...(await start(services, user, audit, invitationHash)), device };
}

async function start(
  services: Services,
  user: Pick<User, 'id' | 'name' | 'email'>,
  audit: Audit,
  invitationHash: string | null,
): Promise<StartedSession> {
  if (invitationHash !== null) {
    const organizationId = await joinOrganization(services, user, invitationHash, audit);
    return await services.sessions.start(user.id, organizationId, audit);
  }
  const membership = await transaction(services.db, { userId: user.id }, (tx) =>
    firstMembership(tx, user.id),
  );
  if (membership === null) throw refusal('forbidden', undefined, 'This account belongs to no organization.');
  const { organizationId } = membership;
  await transaction(services.db, { organizationId }, (tx) =>
    enterMembership(tx, organizationId, user.id, services.clock()),
  );
  return await services.sessions.start(user.id, organizationId, audit);
}
