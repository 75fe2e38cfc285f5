import { createRefusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { REFUSAL_MESSAGES } from '#domain/refusal-messages.ts';
import { createDeviceToken } from '#server/crypto/known-device.ts';
import { enterMembership } from '#server/db/accounts/members.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { findFirstMembership, type User } from '#server/db/accounts/users.ts';
import { joinOrganization } from '#server/procedures/invitation.ts';
import type { Starting } from '#server/surface/session.ts';
import { requirePasswordAllowed } from '#server/procedures/single-sign-on/password-gate.ts';
import type { Context } from '#server/trpc/init.ts';
import { endLock, findHeldLock } from './held-lock.ts';

type Person = Pick<User, 'id' | 'name' | 'email' | 'passwordHash'>;

/**
 * Starts the session of a person who has proved who they are, and remembers their browser. The session starts
 * in the organization whose invitation they accept by signing in, else in the one that this browser was
 * locked in, else in the one they used last. Refuses with `forbidden` if they belong to none.
 */
export async function startSession(
  ctx: Context,
  user: Person,
  {
    invitationHash,
    secondFactor,
  }: { readonly invitationHash: string | null; readonly secondFactor: boolean },
): Promise<{ expiresAt: string }> {
  const { services, cookies } = ctx;
  await requirePasswordAllowed(services.db, user);
  const held = await findHeldLock(ctx);
  const organizationId =
    held !== null && held.locked.user.id === user.id && invitationHash === null
      ? held.locked.organizationId
      : await resolveOrganization(ctx, user, invitationHash);
  const started = await openSession(ctx, { userId: user.id, organizationId, secondFactor });
  cookies.set('device', {
    token: createDeviceToken(user, services.config.secretKeys),
    expiresAt: new Date(services.clock().getTime() + LIMITS.knownDeviceLifeMs),
  });
  return started;
}

/** Starts a session in an organization and sets its cookie. Ends the lock of a handed-over browser. */
export async function openSession(ctx: Context, person: Starting): Promise<{ expiresAt: string }> {
  const { services, cookies, audit } = ctx;
  const held = await findHeldLock(ctx);
  if (held !== null) await endLock(ctx, held);
  const session = await services.sessions.start(person, audit);
  cookies.set('session', session);
  return { expiresAt: session.expiresAt.toISOString() };
}

async function resolveOrganization(
  { services, audit }: Context,
  user: Person,
  invitationHash: string | null,
): Promise<string> {
  if (invitationHash !== null) return await joinOrganization(services, user, invitationHash, audit);
  const membership = await transaction(services.db, { userId: user.id }, (tx) =>
    findFirstMembership(tx, user.id),
  );
  if (membership === null) throw createRefusal('forbidden', undefined, REFUSAL_MESSAGES.no_organization);
  const { organizationId } = membership;
  await transaction(services.db, { organizationId }, (tx) =>
    enterMembership(tx, organizationId, user.id, services.clock()),
  );
  return organizationId;
}
