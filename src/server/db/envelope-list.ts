import { and, asc, desc, eq, ilike, inArray, or, sql, type SQL } from 'drizzle-orm';
import type { Envelope, Participant } from '#domain/envelope/graph.ts';
import type { EnvelopeStatus, EnvelopeView } from '#domain/envelope/status.ts';
import { LIMITS } from '#domain/limits.ts';
import type { Transaction } from './client.ts';
import { toEnvelope, toParticipant } from './envelope-rows.ts';
import { documents } from './schema/documents.ts';
import { envelopes } from './schema/envelopes.ts';
import { participants } from './schema/participants.ts';
import { teams } from './schema/teams.ts';

export type ListFilter = {
  readonly statuses: readonly EnvelopeStatus[] | null;
  readonly view: EnvelopeView;
  readonly q: string | null;
};
export type ListedEnvelope = {
  readonly envelope: Envelope;
  readonly teamName: string;
  readonly documentHash: string | null;
  readonly pageCount: number | null;
  readonly participants: readonly Participant[];
};
/** The last row of the page before: its creation time and identifier. */
export type After = { readonly createdAt: Date; readonly id: string };

/** One page of an organization's envelopes, newest first, starting behind `after`. */
export async function listEnvelopes(
  tx: Transaction,
  organizationId: string,
  filter: ListFilter,
  page: { readonly after: After | null; readonly limit: number; readonly now: Date },
): Promise<ListedEnvelope[]> {
  const rows = await tx
    .select({
      envelope: envelopes,
      teamName: teams.name,
      documentHash: documents.sha256,
      pageCount: documents.pageCount,
    })
    .from(envelopes)
    .innerJoin(teams, eq(teams.id, envelopes.teamId))
    .leftJoin(documents, and(eq(documents.envelopeId, envelopes.id), eq(documents.variant, 'prepared')))
    .where(
      and(eq(envelopes.organizationId, organizationId), ...conditions(filter, page.now), behind(page.after)),
    )
    .orderBy(desc(envelopes.createdAt), desc(envelopes.id))
    .limit(page.limit);
  const signers = await participantsOf(
    tx,
    rows.map(({ envelope }) => envelope.id),
  );
  return rows.map((row) => ({
    ...row,
    envelope: toEnvelope(row.envelope),
    participants: signers.get(row.envelope.id) ?? [],
  }));
}

async function participantsOf(tx: Transaction, envelopeIds: string[]): Promise<Map<string, Participant[]>> {
  const byEnvelope = new Map<string, Participant[]>();
  if (envelopeIds.length === 0) return byEnvelope;
  const rows = await tx
    .select()
    .from(participants)
    .where(inArray(participants.envelopeId, envelopeIds))
    .orderBy(asc(participants.envelopeId), asc(participants.orderIndex));
  for (const row of rows) {
    const list = byEnvelope.get(row.envelopeId) ?? [];
    list.push(toParticipant(row));
    byEnvelope.set(row.envelopeId, list);
  }
  return byEnvelope;
}

function conditions(filter: ListFilter, now: Date): (SQL | undefined)[] {
  const pattern = filter.q === null ? null : `%${filter.q.replace(/[\\%_]/g, (c) => `\\${c}`)}%`;
  return [
    filter.statuses === null ? undefined : inArray(envelopes.status, [...filter.statuses]),
    viewCondition(filter.view, now),
    pattern === null
      ? undefined
      : or(ilike(envelopes.displayName, pattern), ilike(envelopes.originalFilename, pattern)),
  ];
}

function viewCondition(view: EnvelopeView, now: Date): SQL | undefined {
  switch (view) {
    case 'all':
      return undefined;
    case 'waiting':
      return eq(envelopes.status, 'in_progress');
    case 'drafts':
      return inArray(envelopes.status, ['draft', 'detecting', 'review']);
    case 'completed':
      return eq(envelopes.status, 'completed');
    case 'attention': {
      const soon = new Date(now.getTime() + LIMITS.expiringSoonMs);
      return sql`(cardinality(${envelopes.standingAttention}) > 0 or (${envelopes.status} = 'in_progress' and ${envelopes.expiresAt} <= ${soon.toISOString()}))`;
    }
    default:
      return view satisfies never;
  }
}

function behind(after: After | null): SQL | undefined {
  if (after === null) return undefined;
  return sql`(${envelopes.createdAt}, ${envelopes.id}) < (${after.createdAt.toISOString()}, ${after.id})`;
}
