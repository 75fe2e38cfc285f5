import { EFFECT_NAMES } from '#domain/effects.ts';
import { LIMITS } from '#domain/limits.ts';
import { EXTRACTOR_VERSION } from '#reading/contract/read-contract.ts';
import { readClock } from '#server/db/clock/read-clock.ts';
import { type DueWork, readDueWork } from '#server/db/housekeeping/due-work.ts';
import { forgetJobs, takeOverJobs } from '#server/db/housekeeping/running-jobs.ts';
import { readMailServerAway, recordMailServerAway } from '#server/db/mail/mail-server-state.ts';
import { isTimeWrong } from '#server/envelopes/right-time.ts';
import { openLogKeeper } from '#server/log/keep.ts';
import { verifySmtp } from '#server/mail/transport.ts';
import { openRounds, type Repeating, type Round, startRepeating } from '#server/runtime/repeat.ts';
import { JOBS_CHANNEL } from '#server/queue.ts';
import type { Services } from '#server/runtime/services.ts';
import { removeLeftFiles } from '#server/temporary.ts';
import { extendDueSeals } from './extend-seals.ts';
import { readDueContracts } from './read-contracts.ts';
import { readDueTexts } from './read-texts.ts';
import { sendDigests } from './send-digests.ts';
import { openSweep } from './sweep.ts';

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
    open: openSweep,
    failure: 'sweep failed',
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
  'recheck mail': {
    runsIn: 'workers',
    intervalMs: 15_000,
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
  const repeating = Object.keys(REPEATING_JOBS)
    .map((name) => name as JobName)
    .filter((name) => REPEATING_JOBS[name].runsIn === runsIn)
    .map((name) => startRepeatingJob(name, services));
  return runsIn === 'workers' ? [...repeating, startDueJobs(services)] : repeating;
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

type DueJob<Used> = {
  readonly isDue: (due: DueWork) => boolean;
  readonly open: (services: Used) => Round<DueWork>;
  readonly failure: string;
};

/** What workers do as soon as there is something to do. */
const DUE_JOBS = {
  // Jobs become due without a notice, and notices can be lost.
  'wake takers': {
    isDue: ({ queues }) => queues.length > 0,
    open:
      ({ db }: Pick<Services, 'db'>) =>
      (_, { queues }) =>
        Promise.resolve(db.notices.send(queues.map((payload) => ({ channel: JOBS_CHANNEL, payload })))),
    failure: 'due jobs were not announced',
  },
  'take over': {
    isDue: () => true,
    open: openTakeover,
    failure: 'jobs of ended processes could not be taken over',
  },
  'read texts': {
    isDue: ({ texts }) => texts,
    open: (services: Services) => (isStopping) => readDueTexts(services, isStopping),
    failure: 'reading texts failed',
  },
  'read contracts': {
    isDue: ({ contracts }) => contracts,
    open: (services: Services) => (isStopping) => readDueContracts(services, { isStopping }),
    failure: 'reading contracts failed',
  },
} as const satisfies Record<string, DueJob<never>>;

type DueName = keyof typeof DUE_JOBS;
type Asked = Pick<Services, 'db' | 'presence' | 'clock' | 'log'>;
type UsedBy<Name extends DueName> = Parameters<(typeof DUE_JOBS)[Name]['open']>[0] & Asked;

/**
 * How often workers check what is due. Committing a job announces it at once, so this check rarely finds any.
 */
const ASK_EVERY_MS = 1_000;

/** Asks again and again what is due, and begins a round of each job that has something to do. */
export function startDueJobs(services: Services): Repeating;
export function startDueJobs<Name extends DueName>(services: UsedBy<Name>, names: readonly Name[]): Repeating;
export function startDueJobs(
  services: Asked,
  names: readonly DueName[] = Object.keys(DUE_JOBS) as DueName[],
): Repeating {
  const { db, presence, clock, log } = services;
  const jobs = names.map((name) => {
    const { isDue, open, failure } = DUE_JOBS[name] as DueJob<Asked>;
    return { isDue, rounds: openRounds(open(services), (error) => log.error({ err: error }, failure)) };
  });
  const ask = async () => {
    const due = await readDueWork(db, {
      ...{ queues: EFFECT_NAMES, process: presence.process },
      ...{ extractorVersion: EXTRACTOR_VERSION, now: clock() },
    });
    for (const { isDue, rounds } of jobs) if (isDue(due)) rounds.begin(due);
  };
  const asking = startRepeating(ask, {
    intervalMs: ASK_EVERY_MS,
    onError: (error) => log.error({ err: error, of: 'database' }, 'due work is unknown'),
  });
  return {
    stop: async () => {
      await asking.stop();
      await Promise.all(jobs.map(({ rounds }) => rounds.stop()));
    },
  };
}

/**
 * Takes over the jobs of processes that were found dead twice in a row. A process's idle connections end with
 * it, so this takes two to three seconds instead of the time of the queue's missed heartbeats.
 */
function openTakeover({ db, presence, log }: Pick<Services, 'db' | 'presence' | 'log'>): Round<DueWork> {
  let suspects: readonly number[] = [];
  return async (_, { finished, ended }) => {
    if (finished) await forgetJobs(db, presence.process);
    const found = presence.isSteady() ? ended : [];
    const certain = found.filter((process) => suspects.includes(process));
    suspects = found;
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
