import { LIMITS } from '#domain/limits.ts';
import type { Health } from '#wire/health.ts';
import { isLogHealthy } from '#server/log/health.ts';
import { requireAnswer } from '#server/db/client/answers.ts';
import { clockAhead } from '#server/db/client/clock-ahead.ts';
import { readMailServerAway } from '#server/db/mail/mail-server-state.ts';
import type { Services } from '#server/app/services.ts';

export type HealthChecks = Health['checks'];

/** Checks everything that the service depends on. */
export async function checkHealth(services: Services): Promise<HealthChecks> {
  const [database, replica, storage, jobs, mail, log, sealKey, clock] = await Promise.all([
    passes(requireAnswer(services.db)),
    passes(services.db.replicaFault().then((fault) => fault === null)),
    passes(services.storage.probe()),
    passes(services.queue.healthy()),
    passes(reachesMailServer(services)),
    passes(isLogHealthy(services)),
    services.sealKey?.state() ?? ('ok' as const),
    passes(hasRightTime(services)),
  ]);
  return {
    database,
    replica,
    storage,
    jobs,
    mail,
    log,
    timestamps: services.timestamps.reachable() ? 'ok' : 'failing',
    sealKey,
    clock,
  };
}

/** Whether the process that last sent an email, usually a worker, could reach the mail server. */
async function reachesMailServer({ config, db }: Services): Promise<boolean> {
  return config.mail.kind === 'outbox' || (await readMailServerAway(db.drizzle)) === null;
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
