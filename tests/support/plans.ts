import { sql } from 'drizzle-orm';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type postgres from 'postgres';
import type { TestApi } from './api.ts';

/** A table that a statement reads, and its conditions. */
export type Scan = {
  readonly relation: string;
  readonly conditions: readonly string[];
  readonly statement: string;
  /** The number of the plan it's a step of. */
  readonly plan: number;
  /** How often the step ran, if that was recorded: an unnecessary step runs zero times. */
  readonly loops?: number;
};

type Node = {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Loops'?: number;
  readonly Plans?: readonly Node[];
} & Record<string, unknown>;

/**
 * Has the server log the plan of every statement in this database, including those in functions; with
 * `executed`, also how often each step ran.
 */
export async function notePlans(owner: postgres.Sql, { executed = false } = {}): Promise<void> {
  const [row] = await owner<{ name: string }[]>`select current_database() as name`;
  const name = owner(String(row?.name));
  await owner`alter database ${name} set auto_explain.log_min_duration = 0`;
  await owner`alter database ${name} set auto_explain.log_nested_statements = on`;
  await owner`alter database ${name} set auto_explain.log_format = 'json'`;
  await owner`alter database ${name} set auto_explain.log_timing = off`;
  if (executed) await owner`alter database ${name} set auto_explain.log_analyze = on`;
  // This comes last, because new connections are opened meanwhile.
  await owner`alter database ${name} set session_preload_libraries = 'auto_explain'`;
  // Only new connections do this.
  await owner`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'countersign'`;
}

/**
 * Waits until the program has connections that log plans. Each old one notices on its next use that it was
 * closed.
 */
export async function renewConnections({ services, until }: TestApi): Promise<void> {
  await until('new connections', async () => {
    const uses = Array.from({ length: 20 }, () => services.db.drizzle.execute(sql`select pg_sleep(0.05)`));
    return (await Promise.allSettled(uses)).every(({ status }) => status === 'fulfilled');
  });
}

/** Returns the scans in all logged plans of this database. */
export async function notedScans(owner: postgres.Sql): Promise<Scan[]> {
  const [row] = await owner<
    { cluster: string; name: string }[]
  >`select current_setting('data_directory') as cluster, current_database() as name`;
  const log = readFileSync(join(dirname(String(row?.cluster)), 'postgres.log'), 'utf8');
  const plans = new RegExp(` ${row?.name} LOG: .* plan:\\n((?:\\t.*\\n)+)`, 'g');
  return [...log.matchAll(plans)].flatMap(([, text = ''], plan) => {
    const noted = JSON.parse(text.replaceAll('\n\t', '\n')) as { 'Query Text': string; Plan: Node };
    return scansOf(noted.Plan, noted['Query Text']).map((scan) => ({ ...scan, plan }));
  });
}

function scansOf(node: Node, statement: string): Omit<Scan, 'plan'>[] {
  const relation = node['Relation Name'];
  const loops = node['Actual Loops'];
  const own =
    relation === undefined || node['Node Type'] === 'ModifyTable'
      ? []
      : [
          {
            ...{ relation, statement, conditions: CONDITIONS.flatMap((name) => termsOf(node[name])) },
            ...(loops === undefined ? {} : { loops }),
          },
        ];
  return [...own, ...(node.Plans ?? []).flatMap((inner) => scansOf(inner, statement))];
}

const CONDITIONS = ['Index Cond', 'Recheck Cond', 'Filter'];

/** Returns the terms that must all be true. */
function termsOf(condition: unknown): string[] {
  if (typeof condition !== 'string') return [];
  const terms = [''];
  let depth = 0;
  for (const part of condition.split(/( AND )|(?<=[()])|(?=[()])/)) {
    if (part === undefined || part === '') continue;
    if (part === ' AND ' && depth <= 1) {
      terms.push('');
      continue;
    }
    if (part === '(') depth += 1;
    if (part === ')') depth -= 1;
    terms.push(`${terms.pop() ?? ''}${part}`);
  }
  return terms;
}
