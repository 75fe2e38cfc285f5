import { refusal } from '#domain/errors.ts';
import { hasLostOrigin } from '#domain/organization/embedding.ts';
import { readPageSession, type PageSessionRow } from '#server/db/envelopes/page-sessions.ts';
import { readOrganization, type Organization } from '#server/db/organizations/organizations.ts';
import { transaction } from '#server/db/client/transaction.ts';
import type { Services } from '#server/app/services.ts';

/**
 * Returns the session of a page. Refuses with `session_over` if a newer one replaced it, if its draft was sent, or if the
 * organization has removed its origin or is suspended.
 */
export async function liveSession(
  { db, config }: Pick<Services, 'db' | 'config'>,
  organizationId: string,
  id: string,
): Promise<{ readonly session: PageSessionRow; readonly organization: Organization }> {
  const [session, organization] = await transaction(db, { organizationId }, (tx) =>
    Promise.all([readPageSession(tx, id), readOrganization(tx, organizationId)]),
  );
  const own = [config.http.origin, config.http.webOrigin];
  const isOver =
    session === null ||
    session.endedAt !== null ||
    organization.suspendedAt !== null ||
    hasLostOrigin(session, organization.embeddingOrigins, own);
  if (isOver) throw refusal('unauthorized', { reason: 'session_over' });
  return { session, organization };
}
