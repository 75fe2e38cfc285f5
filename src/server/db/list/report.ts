import { and, eq, gte, isNotNull, isNull, lt, sql, type SQL } from 'drizzle-orm';
import { TIME_BANDS_HOURS } from '#domain/envelope/report.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { envelopes } from '#server/db/schema/envelopes.ts';
import { participants } from '#server/db/schema/participants.ts';
import { templates } from '#server/db/schema/templates.ts';

/**
 * What a report counts: envelopes sent from `from` (inclusive) to `to` (exclusive), by one person if one is
 * named.
 */
export type ReportScope = {
  readonly organizationId: string;
  readonly senderUserId: string | null;
  readonly from: Date;
  readonly to: Date;
};

const MOST_ROWS = 7;
const { status, sentAt, completedAt } = envelopes;
const isDone = sql`${status} = 'completed'`;
const total = sql<number>`count(*)::int`;
const countWhere = (condition: SQL) => sql<number>`(count(*) filter (where ${condition}))::int`;
const spent = sql`extract(epoch from ${completedAt} - ${sentAt})`;
const share = (of: number) =>
  sql<number | null>`(percentile_cont(${of}::float8) within group (order by ${spent}))::float8`;
const outcomes = {
  completed: countWhere(isDone),
  waiting: countWhere(sql`${status} = 'in_progress'`),
  notCompleted: countWhere(sql`${status} in ('declined', 'expired', 'voided')`),
};

function matchCounted({ organizationId, senderUserId, from, to }: ReportScope) {
  return and(
    eq(envelopes.organizationId, organizationId),
    isNull(envelopes.deletedAt),
    gte(sentAt, from),
    lt(sentAt, to),
    ...(senderUserId === null ? [] : [eq(envelopes.senderUserId, senderUserId)]),
  );
}

/** Counts the envelopes that were sent, by outcome. */
export async function reportTotals(tx: Transaction, scope: ReportScope) {
  const [row] = await tx
    .select({
      ...{ sent: total, ...outcomes, declined: countWhere(sql`${status} = 'declined'`) },
      ...{ medianSeconds: share(0.5), slowSeconds: share(0.9) },
    })
    .from(envelopes)
    .where(matchCounted(scope));
  if (row === undefined) throw new Error('a count has no row');
  return row;
}

/** Counts the envelopes that were ever sent from a template, by outcome. */
export async function countTemplateTotals(tx: Transaction, organizationId: string, templateId: string) {
  const [row] = await tx
    .select({
      ...{ sent: total, completed: outcomes.completed, declined: countWhere(sql`${status} = 'declined'`) },
      ...{ medianSeconds: share(0.5), lastSentAt: sql<Date | string | null>`max(${sentAt})` },
    })
    .from(envelopes)
    .where(
      and(
        eq(envelopes.organizationId, organizationId),
        eq(envelopes.templateId, templateId),
        isNull(envelopes.deletedAt),
        isNotNull(sentAt),
      ),
    );
  if (row === undefined) throw new Error('a count has no row');
  return row;
}

/** Counts per column, named by its place. The columns begin at `starts`. Empty ones are left out. */
export async function reportColumnCounts(tx: Transaction, scope: ReportScope, starts: readonly Date[]) {
  const limits = sql.raw(
    `array[${starts.map((start) => `'${start.toISOString()}'`).join(',')}]::timestamptz[]`,
  );
  const column = sql<number>`width_bucket(${sentAt}, ${limits})::int - 1`;
  return await tx
    .select({ column, ...outcomes })
    .from(envelopes)
    .where(matchCounted(scope))
    .groupBy(column);
}

/** Counts completed envelopes in each band of `TIME_BANDS_HOURS`, and those beyond the last band. */
export async function reportBands(tx: Transaction, scope: ReportScope): Promise<number[]> {
  const limits = sql.raw(`array[${TIME_BANDS_HOURS.map((hours) => hours * 3600).join(',')}]::numeric[]`);
  const band = sql<number>`width_bucket(${spent}, ${limits})::int`;
  const rows = await tx
    .select({ band, count: total })
    .from(envelopes)
    .where(and(matchCounted(scope), isDone))
    .groupBy(band);
  return Array.from(
    { length: TIME_BANDS_HOURS.length + 1 },
    (_, index) => rows.find((row) => row.band === index)?.count ?? 0,
  );
}

/** Lists the period's envelopes that have been waiting longest, and whose turn it is. */
export async function reportWaiting(tx: Transaction, scope: ReportScope) {
  // Selects the pending participants in the group with the lowest order. The table's name is written out,
  // because Drizzle names columns without their table here.
  const people = sql<string[]>`array_to_json(array(
    select p.name from ${participants} p where p.organization_id = envelopes.organization_id and p.envelope_id = envelopes.id and p.status = 'pending'
      and p.order_index = (select min(q.order_index) from ${participants} q where q.organization_id = envelopes.organization_id and q.envelope_id = envelopes.id and q.status = 'pending')
    order by p.position))`;
  return await tx
    .select({ id: envelopes.id, name: envelopes.displayName, people, sentAt })
    .from(envelopes)
    .where(and(matchCounted(scope), sql`${status} = 'in_progress'`))
    .orderBy(sentAt, envelopes.id)
    .limit(MOST_ROWS);
}

/** Counts by template. Null stands for envelopes without a template. */
export async function reportTemplates(tx: Transaction, scope: ReportScope) {
  return await tx
    .select({
      ...{ id: envelopes.templateId, name: templates.name },
      ...{ sent: total, completed: outcomes.completed, medianSeconds: share(0.5) },
    })
    .from(envelopes)
    .leftJoin(
      templates,
      and(eq(templates.organizationId, envelopes.organizationId), eq(templates.id, envelopes.templateId)),
    )
    .where(matchCounted(scope))
    .groupBy(envelopes.templateId, templates.name)
    .orderBy(sql`count(*) desc`, templates.name)
    .limit(MOST_ROWS);
}

/** Counts by the sender's name. */
export async function reportMembers(tx: Transaction, scope: ReportScope) {
  return await tx
    .select({
      name: envelopes.senderName,
      ...{ sent: total, completed: outcomes.completed, medianSeconds: share(0.5) },
    })
    .from(envelopes)
    .where(matchCounted(scope))
    .groupBy(envelopes.senderUserId, envelopes.senderName)
    .orderBy(sql`count(*) desc`, envelopes.senderName)
    .limit(MOST_ROWS);
}
