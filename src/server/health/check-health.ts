import { LIMITS } from '#domain/limits.ts';
import type { Health } from '#wire/health.ts';
import { isLogHealthy } from '#server/log/health.ts';
import { requireAnswer } from '#server/db/client/answers.ts';
import { readClock } from '#server/db/clock/read-clock.ts';
import { readBacklog } from '#server/db/housekeeping/queued-jobs.ts';
import { readMailServerAway } from '#server/db/mail/mail-server-state.ts';
import type { Services } from '#server/app/services.ts';

export type HealthChecks = Health['checks'];

/** Checks everything that the service depends on. */
export async function checkHealth(services: Services): Promise<HealthChecks> {
  const [database, replica, storage, jobs, mail, log, sealKey, clock, [backlog, seals]] = await Promise.all([
    passes(requireAnswer(services.db)),
    passes(services.db.replicaFault().then((fault) => fault === null)),
    passes(services.storage.probe()),
    passes(services.queue.healthy()),
    passes(reachesMailServer(services)),
    passes(isLogHealthy(services)),
    services.sealKey?.state() ?? ('ok' as const),
    passes(hasRightTime(services)),
    checkBacklog(services),
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
    backlog,
    seals,
    clock,
  };
}

/** Whether the process that last sent an email, usually a worker, could reach the mail server. */
async function reachesMailServer({ config, db }: Services): Promise<boolean> {
  return config.mail.kind === 'outbox' || (await readMailServerAway(db.drizzle)) === null;
}

/** Compares the machine's clock with the database's, and with the time server's if there is one, which then has to answer. */
async function hasRightTime(services: Services): Promise<boolean> {
  const { offMs } = await readClock({ ...services, clock: services.machineClock });
  return Math.abs(offMs) <= LIMITS.clockDifferenceMaxMs && services.timeServer.answers();
}

/** Whether work is done in time: late jobs mean that no worker runs, or too few. */
async function checkBacklog({ db }: Services) {
  const backlog = readBacklog(db);
  return await Promise.all([
    passes(backlog.then(({ dueSeconds }) => dueSeconds <= LIMITS.jobLateSeconds)),
    passes(backlog.then(({ failingSeals }) => failingSeals === 0)),
  ]);
}

async function passes(attempt: PromiseLike<unknown>): Promise<'ok' | 'failing'> {
  try {
    return (await attempt) === false ? 'failing' : 'ok';
  } catch {
    return 'failing';
  }
}
