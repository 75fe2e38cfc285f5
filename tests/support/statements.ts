import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type postgres from 'postgres';
import { renewConnections } from './plans.ts';
import type { TestApi } from './api.ts';

/** A statement as the database received it, with the process of its connection. */
export type Sent = { readonly process: string; readonly text: string };

/** Has the server write down every statement that the program sends to this database. */
export async function noteStatements(api: TestApi, owner: postgres.Sql): Promise<void> {
  const [row] = await owner<{ name: string }[]>`select current_database() as name`;
  await owner`alter database ${owner(String(row?.name))} set log_statement = 'all'`;
  // Only new connections do it.
  await owner`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'countersign'`;
  await renewConnections(api);
}

/** Runs `work` and returns its result with the statements that the program sent meanwhile, in order. */
export async function collectStatements<Result>(
  owner: postgres.Sql,
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly statements: readonly Sent[] }> {
  const before = (await readLog(owner)).length;
  const result = await work();
  return { result, statements: (await readLog(owner)).slice(before) };
}

async function readLog(owner: postgres.Sql): Promise<Sent[]> {
  const [row] = await owner<
    { cluster: string; name: string }[]
  >`select current_setting('data_directory') as cluster, current_database() as name`;
  const log = readFileSync(join(dirname(String(row?.cluster)), 'postgres.log'), 'utf8');
  const lines = new RegExp(
    `\\[(\\d+)\\] ${row?.name} LOG: {2}(?:statement|execute [^:]+): (.*(?:\\n\\t.*)*)`,
    'g',
  );
  return [...log.matchAll(lines)]
    .map(([, process = '', text = '']) => ({ process, text }))
    .filter(({ text }) => !isOfTheQueue(text));
}

/** The queue asks for jobs and looks after itself whatever the program does. New jobs are the program's. */
function isOfTheQueue(text: string): boolean {
  return text.includes('pgboss.') && !/insert into/i.test(text);
}
