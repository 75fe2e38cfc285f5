import { sql, type SQL } from 'drizzle-orm';
import type { Transaction } from '#server/db/client/client.ts';
import { gather } from './gather.ts';
import { isNewestFirst } from './phases.ts';
import { walk } from './walk.ts';
import type { Probe, Wanted } from './wanted.ts';
import { selectOrderedRows, type RowPlace, type Window } from './window.ts';
import { envelopes } from '#server/db/schema/envelopes.ts';

/** Growth factor of each round. */
const GROWTH = 8;

/**
 * Returns the first `limit` rows of a window that match all filters. Common matches are found quickly by
 * walking the order, rare ones by their own index. Which case applies isn't known and can change along the
 * order, so both ways are tried alternately with growing budgets. Together they cost a small multiple of the
 * better one.
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
  const { rows, common } = combineProbes(window, wanted);
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

    rarest ??= await findRarest(tx, { ...window, after: from }, wanted, rows);
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

function combineProbes({ phase }: Window, wanted: readonly Wanted[]): Probe {
  const inTurn = isNewestFirst(phase) && wanted.every(({ by }) => by.kind !== 'owner');
  const probes = wanted.map(({ probes }) => (inTurn ? probes.inTurn : probes.whole));
  return {
    rows: Math.min(...probes.map(({ rows }) => rows)),
    common: Math.max(...probes.map(({ common }) => common)),
  };
}

/** Returns the filter with the fewest matches among a window's first rows. */
async function findRarest(
  tx: Transaction,
  window: Window,
  [first, ...others]: readonly [Wanted, ...Wanted[]],
  rows: number,
): Promise<Wanted> {
  if (others.length === 0) return first;
  const all = [first, ...others];
  const columns = all.map(({ condition }, index) => sql`${condition} as ${getFlagName(index)}`);
  const counts = all.map(
    (_, index) => sql`count(*) filter (where ${getFlagName(index)})::int as ${getFlagName(index)}`,
  );
  const [seen] = await tx.execute<Record<string, number>>(sql`
    select ${sql.join(counts, sql`, `)}
    from (${selectOrderedRows(window, sql`${envelopes.id}, ${sql.join(columns, sql`, `)}`, rows)}) as looked`);
  const countHits = (index: number) => seen?.[`has_${index}`] ?? 0;
  return all.reduce((rarest, one, index) =>
    countHits(index) < countHits(all.indexOf(rarest)) ? one : rarest,
  );
}

function getFlagName(index: number): SQL {
  return sql`${sql.identifier(`has_${index}`)}`;
}
