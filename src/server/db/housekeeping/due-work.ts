import { sql } from 'drizzle-orm';
import type { EffectName } from '#domain/effects.ts';
import type { Database } from '#server/db/client/client.ts';

/** What workers have to do at the moment, in every organization. */
export type DueWork = {
  /** The queues with jobs to take. */
  readonly queues: readonly EffectName[];
  /** Whether texts wait to be read for the search. */
  readonly texts: boolean;
  /** Whether contracts wait to be read. */
  readonly contracts: boolean;
  /** Whether jobs are recorded as this process's that it no longer runs. */
  readonly finished: boolean;
  /** The processes that have recorded jobs but have ended. */
  readonly ended: readonly number[];
};

type Asking = {
  readonly queues: readonly EffectName[];
  readonly process: number;
  readonly extractorVersion: number;
  readonly now: Date;
};

/** Asks for everything that is due in one statement, so that jobs don't have to look by themselves. */
export async function readDueWork(
  { drizzle }: Pick<Database, 'drizzle'>,
  { queues, process, extractorVersion, now }: Asking,
): Promise<DueWork> {
  const [row] = await drizzle.execute<DueWork>(sql`
    select * from due_work(string_to_array(${queues.join()}, ','), ${process}::integer, ${extractorVersion}::integer, ${now.toISOString()}::timestamptz)`);
  if (row === undefined) throw new Error('the due work is missing');
  return row;
}
