import { LIMITS } from '#domain/limits.ts';
import { readClock } from '#server/db/clock/read-clock.ts';
import { forgetJobs, listEndedProcesses, takeOverJobs } from '#server/db/housekeeping/running-jobs.ts';
import { readMailServerAway, recordMailServerAway } from '#server/db/mail/mail-server-state.ts';
import { isTimeWrong } from '#server/envelopes/right-time.ts';
import { openLogKeeper } from '#server/log/keep.ts';
import { verifySmtp } from '#server/mail/transport.ts';
import { type Repeating, type Round, startRepeating } from '#server/runtime/repeat.ts';
import type { Services } from '#server/runtime/services.ts';
import { removeLeftFiles } from '#server/temporary.ts';
import { extendDueSeals } from './extend-seals.ts';
import { readDueContracts } from './read-contracts.ts';
import { readDueTexts } from './read-texts.ts';
import { sendDigests } from './send-digests.ts';
import { sweepOnTime } from './sweep.ts';

type RepeatingJob<Used> = {
  /** Which processes do it. */
  readonly runsIn: 'workers' | 'every process';
  /** Time between the starts of two rounds. */
  readonly intervalMs: number;
  /** Prepares what rounds have in common. */
  readonly open: (services: Used) => Round;
  /** What is logged about a round that failed, as an error if there is no `level`. */
  readonly failure: string;
  readonly level?: 'warn' | 'info';
};

/** Everything that processes do again and again. Workers can do all of it concurrently. */
const REPEATING_JOBS = {
  sweep: {
    runsIn: 'workers',
    intervalMs: 15_000,
    open: (services: Services) => () => sweepOnTime(services),
    failure: 'sweep failed',
  },
  'read contracts': {
    runsIn: 'workers',
    intervalMs: 3_000,
    open: (services: Services) => (isStopping) => readDueContracts(services, { isStopping }),
    failure: 'reading contracts failed',
  },
  'read texts': {
    runsIn: 'workers',
    intervalMs: 2_000,
    open: (services: Services) => (isStopping) => readDueTexts(services, isStopping),
    failure: 'reading texts failed',
  },
  'keep log': {
    runsIn: 'workers',
    intervalMs: 10_000,
    open: (services: Services) => {
      const keeper = openLogKeeper(services);
      // Checkpoints contain a time, so they wait while the time is known to be wrong.
      return async (isStopping) => {
        if (!(await isTimeWrong(services))) await keeper.round({ isStopping });
      };
    },
    failure: 'keeping the log failed',
  },
  'extend seals': {
    runsIn: 'workers',
    intervalMs: 30_000,
    // Timestamps wait as well.
    open: (services: Services) => async (isStopping) => {
      if (!(await isTimeWrong(services))) await extendDueSeals(services, isStopping);
    },
    failure: 'extending seals failed',
  },
  'send digests': {
    runsIn: 'workers',
    intervalMs: 60_000,
    open: (services: Services) => async (isStopping) => {
      const { aheadMs } = await readClock(services);
      if (aheadMs <= LIMITS.clockDifferenceMaxMs) await sendDigests(services, isStopping);
    },
    failure: 'sending digests failed',
  },
  'take over': {
    runsIn: 'workers',
    intervalMs: 1_000,
    open: openTakeover,
    failure: 'jobs of ended processes could not be taken over',
  },
  'recheck mail': {
    runsIn: 'workers',
    intervalMs: 60_000,
    open: (services: Pick<Services, 'config' | 'db'>) => () => recheckMail(services),
    failure: 'the mail server is still away',
    level: 'info',
  },
  'remove left files': {
    runsIn: 'every process',
    intervalMs: 3_600_000,
    open: openRemoval,
    failure: 'temporary files of killed processes could not be removed',
    level: 'warn',
  },
} as const satisfies Record<string, RepeatingJob<never>>;

type JobName = keyof typeof REPEATING_JOBS;
type Used<Name extends JobName> = Parameters<(typeof REPEATING_JOBS)[Name]['open']>[0];

/** Starts the jobs that workers or all processes repeat. */
export function startRepeatingJobs(services: Services, runsIn: RepeatingJob<never>['runsIn']): Repeating[] {
  return Object.keys(REPEATING_JOBS)
    .map((name) => name as JobName)
    .filter((name) => REPEATING_JOBS[name].runsIn === runsIn)
    .map((name) => startRepeatingJob(name, services));
}

/** Starts a job, which runs immediately and then repeatedly. */
export function startRepeatingJob<Name extends JobName>(
  name: Name,
  services: Used<Name> & Pick<Services, 'log'>,
): Repeating {
  const { open, intervalMs, failure, level = 'error' } = REPEATING_JOBS[name] as RepeatingJob<Used<Name>>;
  return startRepeating(open(services), {
    intervalMs,
    onError: (error) => services.log[level]({ err: error }, failure),
  });
}

/**
 * Takes over the jobs of processes that two checks in a row found dead. A process's idle connections end with
 * it, so this takes two to three seconds instead of the time of the queue's missed heartbeats.
 */
function openTakeover({ db, presence, log }: Pick<Services, 'db' | 'presence' | 'log'>): Round {
  let suspects: readonly number[] = [];
  return async () => {
    await forgetJobs(db, presence.process);
    const ended = presence.isSteady() ? await listEndedProcesses(db) : [];
    const certain = ended.filter((process) => suspects.includes(process));
    suspects = ended;
    if (certain.length === 0) return;
    const jobs = await takeOverJobs(db, certain);
    log.warn({ processes: certain.length, jobs }, 'took over the jobs of processes that ended');
  };
}

/**
 * Checks the mail server once while it is recorded as unreachable, since there may be no email left to send
 * that would reveal its return. Throws while it is unreachable.
 */
export async function recheckMail({ config, db }: Pick<Services, 'config' | 'db'>): Promise<void> {
  if (config.mail.kind === 'outbox' || (await readMailServerAway(db.drizzle)) === null) return;
  await verifySmtp(config.mail.url);
  await recordMailServerAway(db.drizzle, null);
}

/** Removes temporary files, including documents, that killed processes on this machine left behind. */
function openRemoval({ log }: Pick<Services, 'log'>): Round {
  return async () => {
    const processes = await removeLeftFiles();
    if (processes > 0) log.info({ processes }, 'removed the temporary files of processes that were killed');
  };
}
