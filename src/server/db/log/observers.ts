import { sql } from 'drizzle-orm';
import type { Drizzle } from '#server/db/client/client.ts';
import { logObservers, type ObserverProblem } from '#server/db/schema/log.ts';

/** Someone who keeps the log's states elsewhere. */
export type Observer = typeof logObservers.$inferSelect;

/** Returns all observers that were asked, by name. */
export async function readObservers(db: Drizzle): Promise<ReadonlyMap<string, Observer>> {
  const rows = await db.select().from(logObservers);
  return new Map(rows.map((row) => [row.name, row]));
}

/**
 * Problems that only a later agreement clears. If the observer merely can't be reached any more, they stay.
 */
const LASTING: readonly ObserverProblem[] = ['ahead', 'diverged'];

/**
 * Records an observer's answer. Without a size, the previous size stays. A recorded problem that the
 * observer's state differs from the log's also stays, until the observer agrees.
 */
export async function recordObserver(db: Drizzle, { name, size, problem, since }: Observer): Promise<void> {
  const lasting = sql.join(
    LASTING.map((each) => sql`${each}`),
    sql`, `,
  );
  const keeps = sql`${logObservers.problem} in (${lasting}) and excluded.problem not in (${lasting})`;
  await db
    .insert(logObservers)
    .values({ name, size, problem, since })
    .onConflictDoUpdate({
      target: logObservers.name,
      set: {
        size: sql`coalesce(excluded.size, ${logObservers.size})`,
        problem: sql`excluded.problem`,
        since: sql`case when ${logObservers.problem} is not distinct from excluded.problem then ${logObservers.since} else excluded.since end`,
      },
      setWhere: sql`(${keeps}) is not true and (${logObservers.size}, ${logObservers.problem}) is distinct from (coalesce(excluded.size, ${logObservers.size}), excluded.problem)`,
    });
}
