import { z } from 'zod';
import { createRefusal } from '#domain/errors.ts';
import { listCurrentSigners } from '#domain/envelope/turn.ts';
import { proof } from '#wire/account.ts';
import { deviceLock, sessionStarted } from '#wire/session.ts';
import { countPasskeys } from '#server/db/accounts/passkeys.ts';
import { readTotpSecret } from '#server/db/accounts/second-factors.ts';
import { readGraph } from '#server/db/envelopes/envelopes.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { proveIdentity } from '#server/procedures/account/prove-identity.ts';
import { requirePasswordAllowed } from '#server/procedures/single-sign-on/password-gate.ts';
import { attemptProcedure, visitorProcedure } from '#server/trpc/audience.ts';
import { endLock, findHeldLock } from './held-lock.ts';
import { openSession } from './start-session.ts';

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
    const secondFactor = await proveIdentity(ctx.services, user.id, input);
    if (!(await endLock(ctx, held))) throw createRefusal('unauthorized');
    return await openSession(ctx, { userId: user.id, organizationId, secondFactor });
  });
