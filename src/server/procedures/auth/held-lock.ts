import { endPageSessions } from '#server/db/envelopes/page-sessions.ts';
import { transaction } from '#server/db/client/transaction.ts';
import type { LockedSession } from '#server/surface/session.ts';
import type { Context } from '#server/trpc/init.ts';

/** The lock on the browser that makes a request. */
export type HeldLock = { readonly token: string; readonly locked: LockedSession };

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
 * Ends a lock, and with it the signing page of whoever had the device, so that a page left open in a tab
 * can't be used. Returns false if another request ended the lock first.
 */
export async function endLock({ services }: Context, { token, locked }: HeldLock): Promise<boolean> {
  if (!(await services.sessions.endLocked(token))) return false;
  const { organizationId, participantId } = locked;
  await transaction(services.db, { organizationId }, (tx) =>
    endPageSessions(tx, participantId, services.clock()),
  );
  return true;
}
