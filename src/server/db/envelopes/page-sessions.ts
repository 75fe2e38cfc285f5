import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import { mayStill } from '#domain/organization/may-still.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { addScope, matchScope } from '#server/db/client/transaction.ts';
import { readOrganization } from '#server/db/organizations/organizations.ts';
import { apiKeys } from '#server/db/schema/api-keys.ts';
import { envelopes } from '#server/db/schema/envelopes.ts';
import { memberships } from '#server/db/schema/memberships.ts';
import { pageSessions } from '#server/db/schema/page-sessions.ts';
import { teamMembers, teams } from '#server/db/schema/teams.ts';

export type PageSessionRow = typeof pageSessions.$inferSelect;

/**
 * Inserts a session. A participant's new session ends their earlier ones, both unopened URLs and open pages.
 */
export async function insertPageSession(tx: Transaction, session: PageSessionRow): Promise<void> {
  const { participantId } = session;
  if (participantId !== null) await endPageSessions(tx, participantId, session.createdAt);
  await tx.insert(pageSessions).values(session);
}

/** Ends a participant's sessions, both unopened URLs and open pages. */
export async function endPageSessions(tx: Transaction, participantId: string, now: Date): Promise<void> {
  await tx
    .update(pageSessions)
    .set({ endedAt: now })
    .where(
      and(
        matchScope(tx, pageSessions),
        eq(pageSessions.participantId, participantId),
        isNull(pageSessions.endedAt),
      ),
    );
}

/**
 * Uses up a session's URL. Returns false if it was used before, has expired or was replaced. Of two
 * concurrent uses, only one succeeds.
 */
export async function usePageSession(tx: Transaction, id: string, now: Date): Promise<boolean> {
  const rows = await tx
    .update(pageSessions)
    .set({ openedAt: now })
    .where(
      and(
        matchScope(tx, pageSessions),
        eq(pageSessions.id, id),
        isNull(pageSessions.openedAt),
        isNull(pageSessions.endedAt),
        gt(pageSessions.expiresAt, now),
      ),
    )
    .returning({ id: pageSessions.id });
  return rows.length === 1;
}

/**
 * Returns a session within the transaction's scope. Null if there is none. A session counts as ended once the
 * API key that requested it was revoked.
 */
export async function readPageSession(tx: Transaction, id: string): Promise<PageSessionRow | null> {
  const [row] = await tx
    .select({ session: pageSessions, revokedAt: apiKeys.revokedAt })
    .from(pageSessions)
    .leftJoin(
      apiKeys,
      and(eq(apiKeys.organizationId, pageSessions.organizationId), eq(apiKeys.id, pageSessions.apiKeyId)),
    )
    .where(and(matchScope(tx, pageSessions), eq(pageSessions.id, id)));
  return row === undefined ? null : { ...row.session, endedAt: row.session.endedAt ?? row.revokedAt };
}

/**
 * Checks whether a session's page goes on: the person who requested it must still have the right to send its
 * envelope and a second factor if the organization requires one, and their key must not have expired.
 */
export async function maySessionGoOn(
  tx: Transaction,
  { organizationId, envelopeId, requestedBy, apiKeyId }: PageSessionRow,
  { now, isSuspended }: { readonly now: Date; readonly isSuspended: boolean },
): Promise<boolean> {
  await addScope(tx, { userId: requestedBy });
  const [row] = await tx
    .select({
      role: memberships.role,
      keyEndsAt: apiKeys.expiresAt,
      keyRevokedAt: apiKeys.revokedAt,
      isOutside: sql<boolean>`${teams.isPrivate} and ${teamMembers.userId} is null`,
      lacksSecondFactor: sql<boolean>`lacks_second_factor(${organizationId}, ${requestedBy})`,
    })
    .from(envelopes)
    .innerJoin(teams, and(eq(teams.organizationId, envelopes.organizationId), eq(teams.id, envelopes.teamId)))
    .innerJoin(
      memberships,
      and(eq(memberships.organizationId, organizationId), eq(memberships.userId, requestedBy)),
    )
    .leftJoin(
      teamMembers,
      and(
        eq(teamMembers.organizationId, organizationId),
        eq(teamMembers.teamId, envelopes.teamId),
        eq(teamMembers.userId, requestedBy),
      ),
    )
    .leftJoin(apiKeys, and(eq(apiKeys.organizationId, organizationId), eq(apiKeys.id, apiKeyId ?? '')))
    .where(and(eq(envelopes.organizationId, organizationId), eq(envelopes.id, envelopeId)));
  if (row === undefined || row.lacksSecondFactor) return false;
  const keyHasEnded = row.keyRevokedAt !== null || (row.keyEndsAt !== null && row.keyEndsAt <= now);
  const maker = { role: row.role, keyHasEnded, isSuspended };
  return mayStill(maker, { kind: 'page', seesTeam: !row.isOutside });
}

/**
 * Returns the origin that may show a session's page in a frame. Null if there is none, or if the organization
 * has since removed it. Requires the scope `sessionId`.
 */
export async function readFrameOrigin(tx: Transaction, id: string): Promise<string | null> {
  const session = await readPageSession(tx, id);
  if (session === null || session.frameOrigin === null) return null;
  await addScope(tx, { organizationId: session.organizationId });
  const { embeddingOrigins } = await readOrganization(tx, session.organizationId);
  return embeddingOrigins.includes(session.frameOrigin) ? session.frameOrigin : null;
}

/** Deletes sessions whose pages can no longer be open. Requires the scope `dueRows`. */
export async function forgetPageSessions(tx: Transaction, before: Date): Promise<void> {
  await tx.delete(pageSessions).where(lt(pageSessions.expiresAt, before));
}
