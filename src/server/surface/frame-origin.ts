import { transaction } from '#server/db/client/transaction.ts';
import { readFrameOrigin } from '#server/db/envelopes/page-sessions.ts';
import type { Services } from '#server/runtime/services.ts';
import type { Arrival } from './arrival.ts';

/**
 * Returns the origin that a session's page was requested for, as long as that origin is still registered by
 * the organization.
 */
export async function findFrameOrigin(
  { db }: Pick<Services, 'db'>,
  { surface, url }: Pick<Arrival, 'surface' | 'url'>,
): Promise<string | null> {
  const sessionId = /^\/(?:sign|edit)\/session\/([a-z0-9_]{1,40})$/.exec(url.pathname)?.[1];
  if (surface.frames !== 'session' || sessionId === undefined) return null;
  return await transaction(db, { sessionId }, (tx) => readFrameOrigin(tx, sessionId));
}
