import { sql, type SQL } from 'drizzle-orm';
import type { EnvelopeSort } from '#domain/envelope/list.ts';
import { ENVELOPE_STATUSES, type EnvelopeStatus } from '#domain/envelope/status.ts';
import { envelopes } from '#server/db/schema/envelopes.ts';

/** A part of a list's order. It contains the rows of all arms, sorted by its keys and then by identifier. */
export type Phase = {
  readonly direction: 'asc' | 'desc';
  readonly keys: readonly Key[];
  readonly arms: readonly Arm[];
};
type Key = { readonly column: SQL; readonly type: SQL };
/**
 * Rows that one index holds in the phase's order. They have one status (null for any) and are restricted by
 * `condition`.
 */
export type Arm = { readonly status: EnvelopeStatus | null; readonly condition: SQL | null };

export type Span = {
  readonly sort: EnvelopeSort;
  readonly statuses: readonly EnvelopeStatus[];
  /** Whether the list contains only envelopes that need attention. */
  readonly attention: boolean;
  /** Whether an index over all statuses can be used, because nothing else filters the list. */
  readonly open: boolean;
  /** Envelopes in progress that expire before this moment need attention. */
  readonly soon: Date;
};

const CREATED: Key = { column: sql`${envelopes.createdAt}`, type: sql`timestamptz` };
const SENT: Key = { column: sql`${envelopes.sentAt}`, type: sql`timestamptz` };
const COMPLETED: Key = { column: sql`${envelopes.completedAt}`, type: sql`timestamptz` };
const ACTIVITY: Key = { column: sql`${envelopes.latestActionAt}`, type: sql`timestamptz` };
const NAME: Key = { column: sql`${envelopes.sortName}`, type: sql`text` };
const NEARNESS: Key = { column: sql`${envelopes.nearness}`, type: sql`bigint` };

const STANDING = sql`${envelopes.needsAttention}`;
const NOT_STANDING = sql`not ${envelopes.needsAttention}`;

/**
 * Returns a list's order as consecutive phases. Their number depends only on the sort. Rows without the
 * sorted date form their own phase, newest first. When sorting by urgency, so do the rows that need no
 * attention.
 */
export function buildPhases(span: Span): Phase[] {
  const arms = span.attention ? buildAttentionArms(span) : buildPlainArms(span);
  switch (span.sort) {
    case 'created':
      return [{ direction: 'desc', keys: [CREATED], arms }];
    case 'activity':
      return [{ direction: 'desc', keys: [ACTIVITY], arms }];
    case 'name':
      return [{ direction: 'asc', keys: [NAME], arms }];
    case 'sent':
      return [
        { direction: 'desc', keys: [SENT], arms: narrowArms(arms, sql`${envelopes.sentAt} is not null`) },
        { direction: 'desc', keys: [CREATED], arms: narrowArms(arms, sql`${envelopes.sentAt} is null`) },
      ];
    case 'completed': {
      // All completed envelopes have a completion date, and no others do.
      const isCompleted = ({ status }: Arm) => status === 'completed';
      return [
        // The status is explicit, because a generic plan wouldn't use the index of completed envelopes.
        {
          direction: 'desc',
          keys: [COMPLETED],
          arms: narrowArms(arms.filter(isCompleted), sql`${envelopes.status} = 'completed'`),
        },
        { direction: 'desc', keys: [CREATED], arms: arms.filter((arm) => !isCompleted(arm)) },
      ];
    }
    case 'urgency': {
      const keys = [NEARNESS, CREATED];
      return [
        { direction: 'desc', keys, arms: buildAttentionArms(span) },
        { direction: 'desc', keys, arms: span.attention ? [] : buildCalmArms(span) },
      ];
    }
    default:
      return span.sort satisfies never;
  }
}

/** Checks whether a phase is sorted by creation, newest first. */
export function isNewestFirst({ keys }: Phase): boolean {
  return keys.length === 1 && keys[0] === CREATED;
}

function buildPlainArms({ statuses, sort, open }: Span): Arm[] {
  if (open && sort === 'created' && statuses.length === ENVELOPE_STATUSES.length)
    return [{ status: null, condition: null }];
  return statuses.map((status) => ({ status, condition: null }));
}

function buildAttentionArms({ statuses, soon }: Span): Arm[] {
  return statuses.flatMap((status) => [
    { status, condition: STANDING },
    ...(status === 'in_progress'
      ? [{ status, condition: sql`${NOT_STANDING} and ${envelopes.nearness} >= ${getNearness(soon)}` }]
      : []),
  ]);
}

function buildCalmArms({ statuses, soon }: Span): Arm[] {
  return statuses.map((status) => ({
    status,
    condition:
      status === 'in_progress'
        ? sql`${NOT_STANDING} and ${envelopes.nearness} < ${getNearness(soon)}`
        : NOT_STANDING,
  }));
}

function narrowArms(arms: readonly Arm[], by: SQL): Arm[] {
  return arms.map(({ status, condition }) => ({
    status,
    condition: condition === null ? by : sql`${condition} and ${by}`,
  }));
}

/** Returns the `nearness` that corresponds to a deadline at this moment. */
function getNearness(moment: Date): SQL {
  return sql`${String(-moment.getTime())}::bigint`;
}
