import { sql } from 'drizzle-orm';
import type { Drizzle } from '#server/db/client/client.ts';
import { logObservers, type ObserverProblem } from '#server/db/schema/log.ts';

/** What keeps the log's states elsewhere. */
export type Observer = typeof logObservers.$inferSelect;

/** Returns everyone that was asked, by name. */
export async function readObservers(db: Drizzle): Promise<ReadonlyMap<string, Observer>> {
  const rows = await db.select().from(logObservers);
  return new Map(rows.map((row) => [row.name, row]));
}

/** What nothing but a later agreement takes back: that an observer can't be reached any more is no answer. */
const LASTING: readonly ObserverProblem[] = ['ahead', 'diverged'];

/**
 * Records what an observer answered. Without a size, the last one stays. That it has another state than the log stays too, until it
 * agrees.
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
