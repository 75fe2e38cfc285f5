import { sql, type SQL } from 'drizzle-orm';
import type { EnvelopeSort } from '#domain/envelope/list.ts';
import { ENVELOPE_STATUSES, type EnvelopeStatus } from '#domain/envelope/status.ts';
import { envelopes } from '#server/db/schema/envelopes.ts';

/** One stretch of a list's order: the rows of all its arms together, by its keys and then by identifier. */
export type Phase = {
  readonly direction: 'asc' | 'desc';
  readonly keys: readonly Key[];
  readonly arms: readonly Arm[];
};
export type Key = { readonly column: SQL; readonly type: SQL };
/** Rows that one index holds in the order of the phase: those of one status (null: of any) for which `condition` holds. */
export type Arm = { readonly status: EnvelopeStatus | null; readonly condition: SQL | null };

export type Span = {
  readonly sort: EnvelopeSort;
  readonly statuses: readonly EnvelopeStatus[];
  /** Only envelopes that need attention. */
  readonly attention: boolean;
  /** An index of any status may be walked: nothing else narrows the list. */
  readonly open: boolean;
  /** Envelopes in progress that expire until then need attention. */
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
 * The order of a list as phases that follow one another, as many for one sort whatever the filters. Rows without
 * the moment that a list is sorted by come in a phase of their own, newest first; so do, when sorting by urgency,
 * those that need no attention.
 */
export function phasesOf(span: Span): Phase[] {
  const arms = span.attention ? attentionArms(span) : plainArms(span);
  switch (span.sort) {
    case 'created':
      return [{ direction: 'desc', keys: [CREATED], arms }];
    case 'activity':
      return [{ direction: 'desc', keys: [ACTIVITY], arms }];
    case 'name':
      return [{ direction: 'asc', keys: [NAME], arms }];
    case 'sent':
      return [
        { direction: 'desc', keys: [SENT], arms: narrowed(arms, sql`${envelopes.sentAt} is not null`) },
        { direction: 'desc', keys: [CREATED], arms: narrowed(arms, sql`${envelopes.sentAt} is null`) },
      ];
    case 'completed': {
      // Completed envelopes, and no others, have the moment.
      const isCompleted = ({ status }: Arm) => status === 'completed';
      return [
        // Written out: a plan for any status would not see that the index of completed ones will do.
        {
          direction: 'desc',
          keys: [COMPLETED],
          arms: narrowed(arms.filter(isCompleted), sql`${envelopes.status} = 'completed'`),
        },
        { direction: 'desc', keys: [CREATED], arms: arms.filter((arm) => !isCompleted(arm)) },
      ];
    }
    case 'urgency': {
      const keys = [NEARNESS, CREATED];
      return [
        { direction: 'desc', keys, arms: attentionArms(span) },
        { direction: 'desc', keys, arms: span.attention ? [] : calmArms(span) },
      ];
    }
    default:
      return span.sort satisfies never;
  }
}

/** Whether a phase is in the order of creation, newest first. */
export function isNewestFirst({ keys }: Phase): boolean {
  return keys.length === 1 && keys[0] === CREATED;
}

function plainArms({ statuses, sort, open }: Span): Arm[] {
  if (open && sort === 'created' && statuses.length === ENVELOPE_STATUSES.length)
    return [{ status: null, condition: null }];
  return statuses.map((status) => ({ status, condition: null }));
}

function attentionArms({ statuses, soon }: Span): Arm[] {
  return statuses.flatMap((status) => [
    { status, condition: STANDING },
    ...(status === 'in_progress'
      ? [{ status, condition: sql`${NOT_STANDING} and ${envelopes.nearness} >= ${nearnessOf(soon)}` }]
      : []),
  ]);
}

function calmArms({ statuses, soon }: Span): Arm[] {
  return statuses.map((status) => ({
    status,
    condition:
      status === 'in_progress'
        ? sql`${NOT_STANDING} and ${envelopes.nearness} < ${nearnessOf(soon)}`
        : NOT_STANDING,
  }));
}

function narrowed(arms: readonly Arm[], by: SQL): Arm[] {
  return arms.map(({ status, condition }) => ({
    status,
    condition: condition === null ? by : sql`${condition} and ${by}`,
  }));
}

/** What the column `nearness` holds for a deadline at this moment. */
function nearnessOf(moment: Date): SQL {
  return sql`${String(-moment.getTime())}::bigint`;
}
