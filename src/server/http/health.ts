import { sql } from 'drizzle-orm';
import { LIMITS } from '#domain/limits.ts';
import type { Health } from '#wire/health.ts';
import { isLogHealthy } from '#server/log/health.ts';
import { clockAhead } from '#server/db/client/clock-ahead.ts';
import type { Services } from '#server/app/services.ts';

/** The version in the OpenAPI document. */
export const API_VERSION = '0.0.0';

export type HealthChecks = Health['checks'];

/** Answers 200, or 503 if the database is unavailable. Other failures make the status `degraded`. */
export async function answerHealth(services: Services): Promise<Response> {
  const checks = await checkHealth(services);
  const healthy = Object.values(checks).every((check) => check !== 'failing');
  const body: Health = { status: healthy ? 'ok' : 'degraded', version: API_VERSION, checks };
  return Response.json(body, { status: checks.database === 'ok' ? 200 : 503 });
}

/** Checks everything that the service depends on. */
export async function checkHealth(services: Services): Promise<HealthChecks> {
  const [database, storage, jobs, log, sealKey, clock] = await Promise.all([
    passes(services.db.drizzle.execute(sql`select 1`)),
    passes(services.storage.probe()),
    passes(services.queue.healthy()),
    passes(isLogHealthy(services)),
    services.sealKey?.state() ?? ('ok' as const),
    passes(hasRightTime(services)),
  ]);
  return {
    database,
    storage,
    jobs,
    mail: reaches(services.mail),
    log,
    timestamps: reaches(services.timestamps),
    sealKey,
    clock,
  };
}

function reaches({ reachable }: { readonly reachable: () => boolean }): 'ok' | 'failing' {
  return reachable() ? 'ok' : 'failing';
}

/** Compares the clock with the database's, which decides what is due. */
async function hasRightTime({ db, clock }: Services): Promise<boolean> {
  return Math.abs(await clockAhead(db, clock)) <= LIMITS.clockDifferenceMaxMs;
}

async function passes(attempt: PromiseLike<unknown>): Promise<'ok' | 'failing'> {
  try {
    return (await attempt) === false ? 'failing' : 'ok';
  } catch {
    return 'failing';
  }
}
