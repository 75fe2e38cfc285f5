import { sql, type SQL } from 'drizzle-orm';
import type { Transaction } from '#server/db/client/client.ts';
import { isNewestFirst } from './phases.ts';
import { selectKeyTexts, getRowPlace, type Stretch } from './walk.ts';
import type { Wanted } from './wanted.ts';
import { orderByKeys, selectSortedRows, type Window } from './window.ts';
import { envelopes } from '#server/db/schema/envelopes.ts';

/**
 * How many rows are gathered first: more than a page if they come in order, otherwise as many as can be
 * sorted quickly.
 */
const FIRST = { inTurn: 100, text: 12_000, words: 12_000, owner: 16_000 };

type Row = { readonly id: string | null; readonly candidates: number } & Record<string, unknown>;

/**
 * Finds the first `limit` rows of a window by a filter's own index and sorts them. Text matches come newest
 * first, in batches that grow with `growth`. For other orders, and for the envelopes of an owner, all matches
 * are needed at once. Returns null if there are too many.
 */
export async function gather(
  tx: Transaction,
  window: Window,
  wanted: Wanted,
  conditions: readonly SQL[],
  { growth, limit }: { readonly growth: number; readonly limit: number },
): Promise<Stretch | null> {
  const inTurn = wanted.by.kind !== 'owner' && isNewestFirst(window.phase);
  const candidates = growth * FIRST[inTurn ? 'inTurn' : wanted.by.kind];
  const isWhole = sql`(select count(*) from found) < ${candidates}::int`;
  const page = selectSortedRows(window, sql`${envelopes.id}`, limit, {
    source:
      wanted.by.kind !== 'owner'
        ? sql`found join ${envelopes} on ${envelopes.organizationId} = ${window.organizationId} and ${envelopes.id} = found.envelope_id`
        : sql`found as ${envelopes}`,
    conditions: inTurn ? conditions : [isWhole, ...conditions],
  });
  const rows = await tx.execute<Row>(sql`
    with found as materialized (${selectFound(window, wanted, inTurn, candidates)}), page as (${page})
    select (select count(*)::int from found) as candidates, ${inTurn ? LAST : sql`null`} as last, id, ${selectKeyTexts(window)}
    from (select) as one left join page on true ${orderByKeys(window.phase)}`);
  const [first] = rows;
  const isCut = first === undefined || first.candidates >= candidates;
  if (isCut && !inTurn) return null;
  const found = rows.flatMap(({ id, ...row }) => (id === null ? [] : [getRowPlace(window, { ...row, id })]));
  return { found, end: isCut && found.length < limit ? parseEnd(first?.['last']) : null };
}

/** The columns that orders and conditions read. Whole rows wouldn't stay in memory. */
const CONSIDERED = sql.join(
  [
    envelopes.id,
    envelopes.organizationId,
    envelopes.teamId,
    envelopes.templateId,
    envelopes.status,
    envelopes.displayName,
    envelopes.originalFilename,
    envelopes.sortName,
    envelopes.senderUserId,
    envelopes.senderKey,
    envelopes.nearness,
    envelopes.needsAttention,
    envelopes.createdAt,
    envelopes.sentAt,
    envelopes.completedAt,
    envelopes.latestActionAt,
    envelopes.deletedAt,
    envelopes.archivedAt,
    envelopes.standingAttention,
  ].map((column) => sql`${column}`),
  sql`, `,
);

/** The oldest row of a batch that is sorted newest first. */
const LAST = sql`(select json_build_array(created_at::text, envelope_id) from found order by created_at, envelope_id limit 1)`;

function parseEnd(last: unknown): Stretch['end'] {
  const [created, id] = (typeof last === 'string' ? JSON.parse(last) : last) as [string, string];
  return { keys: [created], id };
}

function selectFound(window: Window, { by, condition }: Wanted, inTurn: boolean, candidates: number): SQL {
  if (by.kind === 'owner')
    return sql`select ${CONSIDERED} from ${envelopes}
      where ${condition} and ${envelopes.organizationId} = ${window.organizationId} limit ${candidates}`;
  const after = inTurn ? window.after : null;
  const end = sql`${after?.keys[0] ?? 'infinity'}::timestamptz, ${after?.id ?? ''}, ${candidates}::int`;
  if (by.kind === 'text')
    return sql`select * from matching_envelopes(${by.about}, lower(${by.text}), ${end})`;
  const terms = sql`array(select json_array_elements_text(${JSON.stringify(by.terms)}::json))`;
  return sql`select * from found_envelopes(${terms}, ${end})`;
}
