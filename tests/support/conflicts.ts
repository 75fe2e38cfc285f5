import type postgres from 'postgres';
import type { TestApi } from './api.ts';
import { renewConnections } from './plans.ts';

/** Returns how often the database aborted a transaction of the program because of another one. */
export async function countConflicts(api: TestApi): Promise<number> {
  const text = await api.services.metrics.render([]);
  return Number(/^countersign_database_conflicts_total (\d+)$/m.exec(text)?.[1] ?? 0);
}

/** Returns how many deadlocks the database has counted. Connections report theirs at their end at the latest. */
export async function countDeadlocks(api: TestApi, owner: postgres.Sql): Promise<number> {
  await owner`
    select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and application_name = 'countersign'`;
  await renewConnections(api);
  const [row] = await owner<{ deadlocks: string }[]>`
    select deadlocks from pg_stat_database where datname = current_database()`;
  return Number(row?.deadlocks);
}
