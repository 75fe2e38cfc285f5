import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type postgres from 'postgres';

/** A table that a statement reads, and by what. */
export type Scan = {
  readonly relation: string;
  readonly conditions: readonly string[];
  readonly statement: string;
};

type Node = {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly Node[];
} & Record<string, unknown>;

/** Has the server write down the plan of every statement in this database, also of those within functions. */
export async function notePlans(owner: postgres.Sql): Promise<void> {
  const [row] = await owner<{ name: string }[]>`select current_database() as name`;
  const name = owner(String(row?.name));
  await owner`alter database ${name} set auto_explain.log_min_duration = 0`;
  await owner`alter database ${name} set auto_explain.log_nested_statements = on`;
  await owner`alter database ${name} set auto_explain.log_format = 'json'`;
  // Last, since connections begin meanwhile.
  await owner`alter database ${name} set session_preload_libraries = 'auto_explain'`;
  // Only new connections do it.
  await owner`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'countersign'`;
}

/** Returns the scans of all plans that were written down. */
export async function notedScans(owner: postgres.Sql): Promise<Scan[]> {
  const [row] = await owner<{ cluster: string }[]>`select current_setting('data_directory') as cluster`;
  const log = readFileSync(join(dirname(String(row?.cluster)), 'postgres.log'), 'utf8');
  return [...log.matchAll(/ plan:\n((?:\t.*\n)+)/g)].flatMap(([, text = '']) => {
    const noted = JSON.parse(text.replaceAll('\n\t', '\n')) as { 'Query Text': string; Plan: Node };
    return scansOf(noted.Plan, noted['Query Text']);
  });
}

function scansOf(node: Node, statement: string): Scan[] {
  const relation = node['Relation Name'];
  const own =
    relation === undefined || node['Node Type'] === 'ModifyTable'
      ? []
      : [{ relation, statement, conditions: CONDITIONS.flatMap((name) => termsOf(node[name])) }];
  return [...own, ...(node.Plans ?? []).flatMap((inner) => scansOf(inner, statement))];
}

const CONDITIONS = ['Index Cond', 'Recheck Cond', 'Filter'];

/** The terms that all have to hold. */
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
