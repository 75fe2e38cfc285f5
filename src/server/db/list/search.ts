import { sql, type SQL } from 'drizzle-orm';
import type { Transaction } from '#server/db/client/client.ts';
import { gather } from './gather.ts';
import { isNewestFirst } from './phases.ts';
import { walk } from './walk.ts';
import { orderedRows, type RowPlace, type Window } from './window.ts';
import { envelopes } from '#server/db/schema/envelopes.ts';
import { participants } from '#server/db/schema/participants.ts';

/** What a list is narrowed to and no index holds in the list's order. */
export type Wanted = {
  /** Whether a row of `envelopes` has it. */
  readonly condition: SQL;
  /** The index of its own by which all that have it are found: of texts, or of what an envelope belongs to. */
  readonly by:
    | { readonly kind: 'text'; readonly about: 'envelope' | 'participant'; readonly text: string }
    | { readonly kind: 'owner' };
  readonly probes: Probes;
};

/** Rows of the order that are looked at first, and how many of them must have it for walking on to be worth it. */
type Probe = { readonly rows: number; readonly common: number };

/**
 * A row costs a microsecond here, and ten where its page is not in memory. What is found week by week, as texts are in the
 * order of creation, costs little.
 */
const ROWS: Probes = { inTurn: { rows: 300, common: 20 }, whole: { rows: 500, common: 4 } };
/** Here each row also has its participants read. */
const PARTICIPANTS: Probes = { inTurn: { rows: 200, common: 8 }, whole: { rows: 400, common: 4 } };

type Probes = { readonly inTurn: Probe; readonly whole: Probe };

/** How much more is looked at in each round than in the last. */
const GROWTH = 8;

type Texts = { readonly q: string | null; readonly recipient: string | null };
type Owners = { readonly teamId: string | null; readonly templateId: string | null };

/** The texts that a list is narrowed to. */
export function wantedTexts({ q, recipient }: Texts): Wanted[] {
  return [
    ...(q === null ? [] : [wantedText('envelope', q, namesHold, ROWS)]),
    ...(recipient === null ? [] : [wantedText('participant', recipient, participantsHold, PARTICIPANTS)]),
  ];
}

/** The team and template that it is narrowed to; their own indexes hold the default order alone. */
export function wantedOwners({ teamId, templateId }: Owners): Wanted[] {
  return [
    ...(teamId === null ? [] : [wantedOwner(sql`${envelopes.teamId} = ${teamId}`)]),
    ...(templateId === null ? [] : [wantedOwner(sql`${envelopes.templateId} = ${templateId}`)]),
  ];
}

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

function wantedText(
  about: 'envelope' | 'participant',
  given: string,
  holding: (text: string) => SQL,
  probes: Probes,
): Wanted {
  // Names are stored in composed form.
  const text = given.normalize('NFC');
  return { condition: holding(text), by: { kind: 'text', about, text }, probes };
}

function wantedOwner(condition: SQL): Wanted {
  return { condition, by: { kind: 'owner' }, probes: ROWS };
}

function namesHold(text: string): SQL {
  return sql`(${holds(sql`${envelopes.displayName}`, text)} or ${holds(sql`${envelopes.originalFilename}`, text)})`;
}

function participantsHold(text: string): SQL {
  return sql`exists (select from ${participants} where ${participants.envelopeId} = ${envelopes.id}
    and (${holds(sql`${participants.name}`, text)} or ${holds(sql`${participants.email}`, text)}))`;
}

function holds(column: SQL, text: string): SQL {
  return sql`strpos(lower(${column}), lower(${text})) > 0`;
}
