import { createRefusal } from '#domain/errors.ts';
import { hasLostOrigin } from '#domain/organization/embedding.ts';
import {
  readPageSession,
  mayRequesterSend,
  type PageSessionRow,
} from '#server/db/envelopes/page-sessions.ts';
import { readOrganization, type Organization } from '#server/db/organizations/organizations.ts';
import { transaction } from '#server/db/client/transaction.ts';
import type { Services } from '#server/runtime/services.ts';

/**
 * Returns the session of a page. Refuses with `session_over` if a newer session replaced it, if its draft was
 * sent, if the organization has removed its origin or is suspended, or if the person who requested it for
 * editing may no longer send the draft.
 */
export async function requireLiveSession(
  { db, config, clock }: Pick<Services, 'db' | 'config' | 'clock'>,
  organizationId: string,
  id: string,
): Promise<{ readonly session: PageSessionRow; readonly organization: Organization }> {
  const [session, organization, mayGoOn] = await transaction(db, { organizationId }, async (tx) => {
    const [found, of] = await Promise.all([readPageSession(tx, id), readOrganization(tx, organizationId)]);
    const edits = found !== null && found.participantId === null;
    return [found, of, !edits || (await mayRequesterSend(tx, found, clock()))] as const;
  });
  const own = [config.http.origin, config.http.webOrigin];
  const isOver =
    session === null ||
    session.endedAt !== null ||
    !mayGoOn ||
    organization.suspendedAt !== null ||
    hasLostOrigin(session, organization.embeddingOrigins, own);
  if (isOver) throw createRefusal('unauthorized', { reason: 'session_over' });
  return { session, organization };
}
