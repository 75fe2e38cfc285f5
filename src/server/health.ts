import { LIMITS } from '#domain/limits.ts';
import type { Health } from '#wire/health.ts';
import { isLogHealthy } from '#server/log/health.ts';
import { requireAnswer } from '#server/db/client/answers.ts';
import { readClock } from '#server/db/clock/read-clock.ts';
import { readBacklog } from '#server/db/housekeeping/queued-jobs.ts';
import { readMailServerAway } from '#server/db/mail/mail-server-state.ts';
import type { Services } from '#server/runtime/services.ts';

export type HealthChecks = Health['checks'];

/** The outcome of one check. */
type Outcome<Name extends keyof HealthChecks> = HealthChecks[Name];
type Checks = { readonly [Name in keyof HealthChecks]: (services: Services) => Promise<Outcome<Name>> };

/** A check that takes longer counts as failed, although it may still finish. */
const LIMIT_MS = 5_000;

/** How each thing that the service depends on is checked. */
const CHECKS: Checks = {
  database: ({ db }) => checkAttempt(requireAnswer(db)),
  replica: ({ db }) => checkAttempt(db.replicaFault().then((fault) => fault === null)),
  storage: ({ storage }) => checkAttempt(storage.probe()),
  jobs: ({ queue }) => checkAttempt(queue.healthy()),
  mail: (services) => checkAttempt(canReachMailServer(services)),
  log: (services) => checkAttempt(isLogHealthy(services)),
  timestamps: ({ timestamps }) => Promise.resolve(timestamps.reachable() ? 'ok' : 'failing'),
  sealKey: ({ sealKey }) => sealKey?.state() ?? Promise.resolve('ok'),
  // Late jobs mean that there is no worker, or that there are too few.
  backlog: ({ db }) =>
    checkAttempt(readBacklogOnce(db).then(({ dueSeconds }) => dueSeconds <= LIMITS.jobLateSeconds)),
  seals: ({ db }) => checkAttempt(readBacklogOnce(db).then(({ failingSeals }) => failingSeals === 0)),
  clock: (services) => checkAttempt(hasRightTime(services)),
};
const NAMES = Object.keys(CHECKS) as (keyof HealthChecks)[];

/**
 * Returns the latest results if the checks run in the background, which are up to five seconds old.
 * Otherwise, runs all checks now.
 */
export async function readHealth(services: Services): Promise<HealthChecks> {
  const watch = watches.get(services.db);
  if (watch === undefined) return await checkHealth(services);
  await watch.checked;
  return watch.read();
}

/** Runs all checks now, which may take as long as the slowest one. */
export async function checkHealth(services: Services): Promise<HealthChecks> {
  const states = await Promise.all(
    NAMES.map(async (name) => [name, await limitCheck(CHECKS[name](services))] as const),
  );
  return Object.fromEntries(states) as HealthChecks;
}

/** The latest results of the checks, available without waiting. */
export type HealthWatch = {
  /** Returns the latest results. A check without a result yet counts as failing. */
  readonly read: () => HealthChecks;
  /** Settles once every check has run once. */
  readonly checked: Promise<void>;
  readonly close: () => void;
};

/** The checks that run in the background, by the database that they ask. */
const watches = new WeakMap<Services['db'], HealthWatch>();

const DATABASE_EVERY_MS = 1_000;
const OTHERS_EVERY_MS = 5_000;

/**
 * Repeats all checks in the background. A check that hangs isn't started a second time and doesn't hold up
 * the others.
 */
export function watchHealth(services: Services): HealthWatch {
  const found = new Map<keyof HealthChecks, string>();
  const running = new Set<keyof HealthChecks>();
  const check = async (name: keyof HealthChecks) => {
    if (running.has(name)) return;
    running.add(name);
    const outcome = CHECKS[name](services).finally(() => running.delete(name));
    found.set(name, await limitCheck(outcome));
  };
  const others = NAMES.filter((name) => name !== 'database');
  const checked = Promise.all(NAMES.map(check)).then(() => undefined);
  const timers = [
    setInterval(() => void check('database'), DATABASE_EVERY_MS),
    setInterval(() => others.forEach((name) => void check(name)), OTHERS_EVERY_MS),
  ];
  const watch: HealthWatch = {
    read: () => Object.fromEntries(NAMES.map((name) => [name, found.get(name) ?? 'failing'])) as HealthChecks,
    checked,
    close: () => {
      timers.forEach((timer) => clearInterval(timer));
      if (watches.get(services.db) === watch) watches.delete(services.db);
    },
  };
  watches.set(services.db, watch);
  return watch;
}

const backlogs = new WeakMap<Services['db'], ReturnType<typeof readBacklog>>();

/** Two checks ask for the backlog at the same time. */
function readBacklogOnce(db: Services['db']): ReturnType<typeof readBacklog> {
  const running = backlogs.get(db);
  if (running !== undefined) return running;
  const reading = readBacklog(db).finally(() => backlogs.delete(db));
  backlogs.set(db, reading);
  return reading;
}

async function limitCheck<State extends string>(check: Promise<State>): Promise<State | 'failing'> {
  const late = Promise.withResolvers<'failing'>();
  const timer = setTimeout(() => late.resolve('failing'), LIMIT_MS);
  try {
    return await Promise.race([check, late.promise]);
  } catch {
    return 'failing';
  } finally {
    clearTimeout(timer);
  }
}

/** Checks whether the process that last sent an email, usually a worker, could reach the mail server. */
async function canReachMailServer({ config, db }: Services): Promise<boolean> {
  return config.mail.kind === 'outbox' || (await readMailServerAway(db.drizzle)) === null;
}

/**
 * Compares the machine's clock with the database's. If there is a time server, it is compared as well and has
 * to answer.
 */
async function hasRightTime(services: Services): Promise<boolean> {
  const { offMs } = await readClock({ ...services, clock: services.machineClock });
  return Math.abs(offMs) <= LIMITS.clockDifferenceMaxMs && services.timeServer.answers();
}

async function checkAttempt(attempt: PromiseLike<unknown>): Promise<'ok' | 'failing'> {
  try {
    return (await attempt) === false ? 'failing' : 'ok';
  } catch {
    return 'failing';
  }
}
