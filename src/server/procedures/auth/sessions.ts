import { z } from 'zod';
import type { SignInMethod } from '#domain/account/sign-in-trace.ts';
import { listCurrentSigners } from '#domain/envelope/turn.ts';
import { createRefusal } from '#domain/errors.ts';
import { proof } from '#wire/account.ts';
import { currentSession, deviceLock, sessionStarted } from '#wire/session.ts';
import { countPasskeys } from '#server/db/accounts/passkeys.ts';
import { readTotpSecret } from '#server/db/accounts/second-factors.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { readGraph } from '#server/db/envelopes/envelopes.ts';
import { endPageSessions } from '#server/db/envelopes/page-sessions.ts';
import { proveIdentity } from '#server/procedures/auth/prove-identity.ts';
import { requirePasswordAllowed } from '#server/procedures/single-sign-on/password-gate.ts';
import type { LockedSession, Starting } from '#server/surface/session.ts';
import { startTracedSession } from './traced-session.ts';
import { accountProcedure, attemptProcedure, visitorProcedure } from '#server/trpc/audience.ts';
import type { Context } from '#server/trpc/init.ts';

/** Returns who is signed in, and in which organization. */
export const getSession = accountProcedure
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/auth/session',
      tags: ['Sessions'],
      summary: 'Get the current session',
      description: 'Returns the person who is signed in, their organization and their role in it.',
    },
    rest: { errors: [], needsSession: true },
  })
  .input(z.strictObject({}))
  .output(currentSession)
  .query(({ ctx: { session } }) => {
    const { user, organization, role } = session;
    return { user, organization: { id: organization.id, name: organization.name }, role };
  });

/** Ends this browser's session. */
export const signOut = visitorProcedure
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/auth/logout',
      tags: ['Sessions'],
      summary: 'Sign out',
      description: 'Ends the session and clears its cookie. Also succeeds without a session.',
    },
    rest: { success: 204, errors: [] },
  })
  .input(z.strictObject({}))
  .output(z.undefined())
  .mutation(async ({ ctx: { services, cookies, audit, session } }) => {
    const token = cookies.get('session');
    if (token !== null) await services.sessions.end(token);
    if (session !== null)
      services.log.info(
        { userId: session.user.id, organizationId: session.organization.id, ...audit },
        'signed out',
      );
    cookies.clear('session');
  });

/** Returns what the lock screen of a handed-over device shows; null if this browser isn't locked. */
export const checkDeviceLock = visitorProcedure
  .input(z.strictObject({}))
  .output(deviceLock.nullable())
  .query(async ({ ctx }) => {
    const held = await findHeldLock(ctx);
    if (held === null) return null;
    const { services } = ctx;
    const { user, organizationId, envelopeId, participantId } = held.locked;
    const [totp, passkeys, graph] = await Promise.all([
      readTotpSecret(services.db.drizzle, user.id),
      countPasskeys(services.db.drizzle, user.id),
      transaction(services.db, { organizationId }, (tx) => readGraph(tx, organizationId, envelopeId)),
    ]);
    const people = graph?.participants ?? [];
    const isOpen = graph?.envelope.status === 'in_progress';
    const handed = people.find(({ id }) => id === participantId);
    const next = isOpen
      ? listCurrentSigners(people).find(({ delivery }) => delivery === 'in_person')
      : undefined;
    return {
      name: user.name,
      hasPasskey: passkeys > 0,
      needsCode: totp !== null && totp.confirmedAt !== null,
      envelopeId,
      handed: handed === undefined ? null : { name: handed.name, status: handed.status },
      next: next === undefined || next.id === participantId ? null : next.name,
    };
  });

/**
 * Unlocks a handed-over device. Its owner proves who they are and gets a new session in the same
 * organization. Refuses with `validation_failed` at `/password` or `/code`, and with `unauthorized` if the
 * browser isn't locked.
 */
export const unlockDevice = attemptProcedure
  .input(proof)
  .output(sessionStarted)
  .mutation(async ({ ctx, input }) => {
    const held = await findHeldLock(ctx);
    if (held === null) throw createRefusal('unauthorized');
    const { user, organizationId } = held.locked;
    await requirePasswordAllowed(ctx.services.db, user);
    const secondFactor = await proveIdentity(ctx, user.id, input);
    if (!(await endLock(ctx, held))) throw createRefusal('unauthorized');
    return await openSession(ctx, { userId: user.id, organizationId, secondFactor }, 'unlock');
  });

/** The lock on the browser that makes a request. */
type HeldLock = { readonly token: string; readonly locked: LockedSession };

/** Starts a session in an organization and sets its cookie. Ends the lock of a handed-over browser. */
export async function openSession(
  ctx: Context,
  person: Starting,
  method: SignInMethod,
): Promise<{ expiresAt: string }> {
  const held = await findHeldLock(ctx);
  if (held !== null) await endLock(ctx, held);
  return await startTracedSession(ctx, person, method);
}

/** Returns the lock on the browser that makes the request; null if its session isn't locked. */
export async function findHeldLock({
  services,
  cookies,
}: Pick<Context, 'services' | 'cookies'>): Promise<HeldLock | null> {
  const token = cookies.get('session');
  const locked = token === null ? null : await services.sessions.lockOf(token);
  return token === null || locked === null ? null : { token, locked };
}

/**
 * Ends a lock, and with it the signing page of the person who had the device, so that a page left open in a
 * tab can't be used. Returns false if another request ended the lock first.
 */
async function endLock({ services }: Context, { token, locked }: HeldLock): Promise<boolean> {
  if (!(await services.sessions.endLocked(token))) return false;
  const { organizationId, participantId } = locked;
  await transaction(services.db, { organizationId }, (tx) =>
    endPageSessions(tx, participantId, services.clock()),
  );
  return true;
}
