import { LIMITS } from '#domain/limits.ts';
import { readLatestCheckpoint } from '#server/db/log/checkpoints.ts';
import { hasWaitingHead } from '#server/db/log/heads.ts';
import { readObservers, type Observer } from '#server/db/log/observers.ts';
import { transaction } from '#server/db/client/transaction.ts';
import type { Services } from '#server/runtime/services.ts';
import { STORAGE } from './compare.ts';

type LogReader = Pick<Services, 'config' | 'db' | 'clock'>;

/** Describes what is wrong with the log, in words for the operator. */
export async function logProblems(services: LogReader): Promise<string[]> {
  const overdue = new Date(services.clock().getTime() - LIMITS.logOverdueMs);
  const [{ asked, ours }, isOverdue] = await Promise.all([
    readAsked(services),
    transaction(services.db, { dueRows: true }, (tx) => hasWaitingHead(tx, overdue)),
  ]);
  const problems = asked.flatMap((observer) => describeObserver(observer, ours));
  return isOverdue ? [...problems, 'heads of chains have been waiting for more than two hours'] : problems;
}

/**
 * Checks whether the storage or a configured witness has different entries from the log, which means that
 * there are two logs of one name.
 */
export async function isLogForked(services: LogReader): Promise<boolean> {
  return (await readAsked(services)).asked.some(({ problem }) => problem === 'diverged');
}

/**
 * Describes what witnesses that are no longer configured last said, in words for the operator. It counts for
 * nothing.
 */
export async function listFormerWitnesses(services: LogReader): Promise<string[]> {
  const { former, ours } = await readAsked(services);
  return former.flatMap((observer) => describeObserver(observer, ours));
}

/**
 * Returns what the storage and the configured witnesses last said, what other observers last said, and how
 * many entries are signed.
 */
async function readAsked({ config, db }: LogReader) {
  const [observers, latest] = await Promise.all([
    readObservers(db.drizzle),
    readLatestCheckpoint(db.drizzle),
  ]);
  const names = new Set([STORAGE, ...config.log.witnesses.map(({ vkey }) => vkey)]);
  const all = [...observers.values()];
  return {
    asked: all.filter(({ name }) => names.has(name)),
    former: all.filter(({ name }) => !names.has(name)),
    ours: latest?.size ?? 0,
  };
}

function describeObserver({ name, size, problem, since }: Observer, ours: number): string[] {
  if (problem === null) return [];
  const who = name === STORAGE ? 'the object storage' : `the witness ${name.split('+')[0]}`;
  const sentences = name === STORAGE ? { ...SENTENCES, refused: describeUnsigned } : SENTENCES;
  return [`${who}: ${sentences[problem](size ?? 0, ours)} (since ${since.toISOString()})`];
}

const describeUnsigned = () =>
  "has a checkpoint without this log's signature. Nothing is signed while it's there; see docs/transparency-log.md";

const SENTENCES = {
  unreachable: () => "can't be reached",
  unknown: () => "doesn't know this log. Give its operator the log's key, and check its URL in LOG_WITNESSES",
  refused: () => "doesn't sign. The service's log has its answer",
  contradictory: () =>
    'rejects a state that it has signed itself. It gives no reason to stop signing, but ask its operator',
  ahead: (theirs: number, ours: number) =>
    `has a state of ${theirs} entries, but the database has only ${ours}. Nothing is signed until you recover the log: run npm run cli -- log recover`,
  diverged: (theirs: number) =>
    `has other entries than this log up to ${theirs}. The log is forked, and nothing is signed until you resolve that: see "A forked log" in docs/transparency-log.md`,
} as const;

/**
 * Checks whether the log is kept, its copy and all witnesses agree with it, and nothing has been waiting for
 * long.
 */
export async function isLogHealthy(services: LogReader): Promise<boolean> {
  return (await logProblems(services)).length === 0;
}
