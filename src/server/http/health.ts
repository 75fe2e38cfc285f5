import { sql } from 'drizzle-orm';
import type { Health } from '#wire/health.ts';
import { isLogHealthy } from '#server/log/health.ts';
import type { Services } from '#server/app/services.ts';

/** The version in the OpenAPI document. */
export const API_VERSION = '0.0.0';

/** Answers 200, or 503 if the database is unavailable. Other failures make the status `degraded`. */
export async function answerHealth(services: Services): Promise<Response> {
  const [database, storage, jobs, log, sealKey] = await Promise.all([
    passes(services.db.drizzle.execute(sql`select 1`)),
    passes(services.storage.stat('health/probe/none')),
    passes(services.queue.healthy()),
    passes(isLogHealthy(services)),
    services.sealKey?.state() ?? ('ok' as const),
  ]);
  const checks = {
    database,
    storage,
    jobs,
    mail: reaches(services.mail),
    log,
    timestamps: reaches(services.timestamps),
    sealKey,
  } as const;
  const healthy = Object.values(checks).every((check) => check !== 'failing');
  const body: Health = { status: healthy ? 'ok' : 'degraded', version: API_VERSION, checks };
  return Response.json(body, { status: database === 'ok' ? 200 : 503 });
}

function reaches({ reachable }: { readonly reachable: () => boolean }): 'ok' | 'failing' {
  return reachable() ? 'ok' : 'failing';
}

async function passes(attempt: PromiseLike<unknown>): Promise<'ok' | 'failing'> {
  try {
    return (await attempt) === false ? 'failing' : 'ok';
  } catch {
    return 'failing';
  }
}
