import { sql, type SQL } from 'drizzle-orm';
import type { Transaction } from '#server/db/client/client.ts';
import { gather } from './gather.ts';
import { isNewestFirst } from './phases.ts';
import { walk } from './walk.ts';
import type { Probe, Wanted } from './wanted.ts';
import { orderedRows, type RowPlace, type Window } from './window.ts';
import { envelopes } from '#server/db/schema/envelopes.ts';

/** How much more is looked at in each round than in the last. */
const GROWTH = 8;

/**
 * The first `limit` rows of a window that have all that is wanted. What is common is met soon by walking along the order;
 * what is rare is found by its own index, and may be spread all over the order. Neither is known beforehand, and what
 * holds here may not hold further on: so both are tried in turn, for as long as it takes, with ever more rows. Together
 * they cost a small multiple of what the better of them costs alone.
 */
export async function search(
  tx: Transaction,
  window: Window,
  wanted: readonly [Wanted, ...Wanted[]],
  limit: number,
): Promise<RowPlace[]> {
  const all: RowPlace[] = [];
  const every = sql.join(
    wanted.map(({ condition }) => condition),
    sql` and `,
  );
  const { rows, common } = probeOf(window, wanted);
  let rarest: Wanted | undefined;
  let after = window.after;
  for (let growth = 1; ; growth *= GROWTH) {
    const budget = { rows: rows * growth, limit: limit - all.length };
    const walked = await walk(tx, { ...window, after }, every, budget);
    all.push(...walked.found);
    if (walked.end === null) return all;
    const from = after;
    after = walked.end;
    if (walked.found.length >= common * growth) continue;

    rarest ??= await rarestOf(tx, { ...window, after: from }, wanted, rows);
    const others = wanted.filter((one) => one !== rarest).map(({ condition }) => condition);
    const gathered = await gather(tx, { ...window, after }, rarest, others, {
      growth,
      limit: limit - all.length,
    });
    if (gathered === null) continue;
    all.push(...gathered.found);
    if (gathered.end === null) return all;
    after = gathered.end;
  }
}

function probeOf({ phase }: Window, wanted: readonly Wanted[]): Probe {
  const inTurn = isNewestFirst(phase) && wanted.every(({ by }) => by.kind === 'text');
  const probes = wanted.map(({ probes }) => (inTurn ? probes.inTurn : probes.whole));
  return {
    rows: Math.min(...probes.map(({ rows }) => rows)),
    common: Math.max(...probes.map(({ common }) => common)),
  };
}

/** Which of several is held by the fewest of a window's first rows. */
async function rarestOf(
  tx: Transaction,
  window: Window,
  [first, ...others]: readonly [Wanted, ...Wanted[]],
  rows: number,
): Promise<Wanted> {
  if (others.length === 0) return first;
  const all = [first, ...others];
  const columns = all.map(({ condition }, index) => sql`${condition} as ${named(index)}`);
  const counts = all.map((_, index) => sql`count(*) filter (where ${named(index)})::int as ${named(index)}`);
  const [seen] = await tx.execute<Record<string, number>>(sql`
    select ${sql.join(counts, sql`, `)}
    from (${orderedRows(window, sql`${envelopes.id}, ${sql.join(columns, sql`, `)}`, rows)}) as looked`);
  const hits = (index: number) => seen?.[`has_${index}`] ?? 0;
  return all.reduce((rarest, one, index) => (hits(index) < hits(all.indexOf(rarest)) ? one : rarest));
}

function named(index: number): SQL {
  return sql`${sql.identifier(`has_${index}`)}`;
}
