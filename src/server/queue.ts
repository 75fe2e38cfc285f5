import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { fromDrizzle, PgBoss } from 'pg-boss';
import {
  EFFECT_NAMES,
  EFFECT_QUEUES,
  type Effect,
  type EffectName,
  type EffectPayloads,
} from '#domain/effects.ts';
import type { DatabaseAddress } from './db/client/address.ts';
import { getErrorMessage } from './runtime/log.ts';
import { toConnectionUrl, type Transaction } from './db/client/client.ts';
import { notifyAfterCommit } from './db/client/after-commit.ts';
import { APP_ROLE } from './db/client/role.ts';
import { getTraceCarrier, runInSpan, type TraceCarrier } from './tracing/span.ts';

/** Whether this is the last attempt before the queue gives up. */
export type Attempt = { readonly lastAttempt: boolean };
export type Handlers = {
  readonly [N in EffectName]: (payload: EffectPayloads[N], attempt: Attempt) => Promise<void>;
};

/** A job that a process has taken; `attempt` counts from 0. */
export type RunningJob = { readonly jobId: string; readonly queue: string; readonly attempt: number };

/** One run of a job that has ended. */
type JobRun = {
  readonly queue: EffectName;
  readonly result: 'completed' | 'failed';
  readonly seconds: number;
};

/**
 * The job queue. Effects are written in the transaction that causes them, and each is handled at least once.
 */
export type Queue = {
  /** Writes jobs within `tx`, so that they exist only if it commits. Jobs can be delayed. */
  readonly enqueue: (tx: Transaction, effects: readonly Effect[], delaySeconds?: number) => Promise<void>;
  /** Starts handling jobs; `stop` lets running jobs finish. */
  readonly work: (handlers: Handlers, options: { readonly concurrency: number }) => Promise<void>;
  /** Checks whether the queues are writable. Throws if the database is unavailable. */
  readonly healthy: () => Promise<boolean>;
  readonly close: () => Promise<void>;
};

/** Connections for the queue's own statements, which are short. */
const QUERY_CONNECTIONS = 2;
/** How long running jobs have to finish when the process stops. */
const STOP_TIMEOUT_MS = 20_000;
/**
 * Jobs whose heartbeat stops are tried again within about twice this time. This is how jobs recover after a
 * database crash. Jobs of a single process that died are taken over sooner (`jobs/repeating.ts`).
 */
const HEARTBEAT_SECONDS = 10;
const SCHEMA = 'pgboss';
const DEAD_LETTERS = 'svc/dead-letters';
/**
 * The channel on which pg-boss listens for the names of queues. pg-boss derives its name from the schema in
 * the same way.
 */
export const JOBS_CHANNEL = `pgboss_${createHash('sha224').update(SCHEMA).digest('hex').slice(0, 24)}`;

/**
 * How often each taker looks for jobs by itself, which only matters if the due work isn't asked for
 * (`jobs/repeating.ts`). Notices don't arrive behind some poolers.
 */
const POLL_SECONDS = { withNotices: 600, withoutNotices: 1 };

/**
 * Creates the queue's tables and one queue per effect, and lets the app's role write jobs. Can be repeated.
 */
export async function prepareQueues(address: DatabaseAddress): Promise<void> {
  const boss = new PgBoss({
    connectionString: toConnectionUrl(address),
    schema: SCHEMA,
    supervise: false,
    schedule: false,
    max: 2,
  });
  boss.on('error', () => undefined);
  await boss.start();
  try {
    await declare(boss, DEAD_LETTERS, {});
    for (const name of EFFECT_NAMES) {
      const facts = EFFECT_QUEUES[name];
      await declare(boss, name, {
        // Notices sent within a transaction would make commits wait for each other; see `openNotices`.
        notify: false,
        retryLimit: facts.retryLimit,
        retryBackoff: true,
        retryDelay: facts.retryDelaySeconds,
        retryDelayMax: facts.retryDelayMaxSeconds,
        expireInSeconds: facts.expireSeconds,
        retentionSeconds: facts.keptSeconds,
        heartbeatSeconds: HEARTBEAT_SECONDS,
        deadLetter: DEAD_LETTERS,
        deleteAfterSeconds: 7 * 24 * 3600,
      });
    }
    const db = boss.getDb();
    await db.executeSql(`GRANT USAGE ON SCHEMA ${SCHEMA} TO ${APP_ROLE}`);
    await db.executeSql(
      `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${SCHEMA} TO ${APP_ROLE}`,
    );
    await db.executeSql(`GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA ${SCHEMA} TO ${APP_ROLE}`);
  } finally {
    await boss.stop({ graceful: false });
  }
}

type QueueOptions = {
  /** Whether notices of new jobs are listened to, on a connection of their own, as a process that works needs. */
  readonly hearsNotices?: boolean;
  readonly onError: (error: Error) => void;
  /** Records that this process has taken jobs, so that others can take them over if it dies. */
  readonly onTaken: (jobs: readonly RunningJob[]) => Promise<void>;
  readonly onRun?: (run: JobRun) => void;
};

/** Connects to the queue. Every process also takes part in its maintenance. */
export async function openQueue(address: DatabaseAddress, options: QueueOptions): Promise<Queue> {
  const boss = new PgBoss({
    connectionString: toConnectionUrl(address),
    // The queue's tables belong to another role, which the login may use, so the connection switches to the
    // app's role.
    options: `-c role=${APP_ROLE}`,
    schema: SCHEMA,
    migrate: false,
    schedule: false,
    supervise: true,
    superviseIntervalSeconds: HEARTBEAT_SECONDS,
    monitorIntervalSeconds: HEARTBEAT_SECONDS,
    useListenNotify: options.hearsNotices ?? true,
    max: QUERY_CONNECTIONS,
  });
  boss.on('error', options.onError);
  let hearsNotices = true;
  boss.on('warning', ({ data }) => {
    if ((data as { type?: unknown }).type === 'listen_notify_unavailable') hearsNotices = false;
  });
  await boss.start();

  return {
    enqueue: async (tx, effects, delaySeconds = 0) => {
      const db = fromDrizzle(tx, sql);
      const trace = getTraceCarrier();
      const startAfter = delaySeconds > 0 ? { startAfter: delaySeconds } : {};
      const jobs = effects.map(({ name, payload }) => ({
        ...{ name, data: { ...payload, ...trace } },
        ...{ ...startAfter, ...toGroup(payload) },
      }));
      await Promise.all(
        [...Map.groupBy(jobs, ({ name }) => name)].map(([name, batch]) => {
          if (delaySeconds === 0) notifyAfterCommit(tx, { channel: JOBS_CHANNEL, payload: name });
          return boss.insert(
            name,
            batch.map(({ name: _, ...job }) => job),
            { db },
          );
        }),
      );
    },
    work: async (handlers, { concurrency }) => {
      const pollingIntervalSeconds = hearsNotices ? POLL_SECONDS.withNotices : POLL_SECONDS.withoutNotices;
      for (const name of EFFECT_NAMES)
        await takeJobs(
          boss,
          name,
          handlers,
          { ...getConcurrency(name, concurrency), pollingIntervalSeconds },
          options,
        );
    },
    healthy: async () => (await boss.getQueue(EFFECT_NAMES[0] ?? DEAD_LETTERS)) !== null,
    close: async () => {
      await boss.stop({ graceful: true, close: true, timeout: STOP_TIMEOUT_MS });
    },
  };
}

type QueueFacts = Parameters<PgBoss['createQueue']>[1];

async function declare(boss: PgBoss, name: string, options: NonNullable<QueueFacts>): Promise<void> {
  if ((await boss.getQueue(name)) === null) await boss.createQueue(name, options);
  else if (Object.keys(options).length > 0) await boss.updateQueue(name, options);
}

/** Groups jobs by organization. */
function toGroup(payload: Effect['payload']): { group?: { id: string } } {
  return 'organizationId' in payload ? { group: { id: payload.organizationId } } : {};
}

/**
 * Returns how many jobs of a kind run at once. A batch only ends with its last job, so slow kinds are taken
 * two at a time by several takers, and one organization can't occupy all of the takers.
 */
function getConcurrency(name: EffectName, concurrency: number) {
  if (EFFECT_QUEUES[name].slow === undefined) return { batchSize: concurrency };
  const takers = Math.max(2, Math.ceil(concurrency / 2));
  return { batchSize: 2, localConcurrency: takers, localGroupConcurrency: takers - 1 };
}

async function takeJobs<N extends EffectName>(
  boss: PgBoss,
  name: N,
  handlers: Handlers,
  polling: ReturnType<typeof getConcurrency> & { readonly pollingIntervalSeconds: number },
  { onError, onTaken, onRun = () => undefined }: QueueOptions,
): Promise<void> {
  const options = {
    ...polling,
    burstWhenBatchFull: true,
    perJobResults: true,
    includeMetadata: true,
  } as const;
  await boss.work<EffectPayloads[N] & TraceCarrier>(name, options, async (jobs) => {
    const recorded = onTaken(
      jobs.map(({ id, retryCount }) => ({ jobId: id, queue: name, attempt: retryCount })),
    ).catch((error: unknown) =>
      onError(new Error(`jobs of ${name} could not be recorded`, { cause: error })),
    );
    const results = await Promise.all(
      jobs.map(async (job) => {
        const startedAt = performance.now();
        const report = (result: JobRun['result']) =>
          onRun({ queue: name, result, seconds: (performance.now() - startedAt) / 1000 });
        try {
          const lastAttempt = job.retryCount >= EFFECT_QUEUES[name].retryLimit;
          const span = {
            kind: 'consumer',
            attributes: { 'job.attempt': job.retryCount },
            parent: job.data,
          } as const;
          await runInSpan(`job ${name}`, span, () => handlers[name](job.data, { lastAttempt }));
          report('completed');
          return { id: job.id, status: 'completed' as const };
        } catch (error) {
          report('failed');
          onError(new Error(`job ${name} ${job.id} failed`, { cause: error }));
          return {
            id: job.id,
            status: 'failed' as const,
            output: { message: getErrorMessage(error) },
          };
        }
      }),
    );
    await recorded;
    return results;
  });
}
