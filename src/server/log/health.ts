import { LIMITS } from '#domain/limits.ts';
import { readLatestCheckpoint } from '#server/db/log/checkpoints.ts';
import { hasWaitingHead } from '#server/db/log/heads.ts';
import { readObservers } from '#server/db/log/observers.ts';
import { transaction } from '#server/db/client/transaction.ts';
import type { Services } from '#server/app/services.ts';
import { STORAGE } from './compare.ts';

/** What is wrong with the log, in words for the operator. */
export async function logProblems(services: Pick<Services, 'config' | 'db' | 'clock'>): Promise<string[]> {
  const { drizzle } = services.db;
  const overdue = new Date(services.clock().getTime() - LIMITS.logOverdueMs);
  const [observers, latest, isOverdue] = await Promise.all([
    readObservers(drizzle),
    readLatestCheckpoint(drizzle),
    transaction(services.db, { dueRows: true }, (tx) => hasWaitingHead(tx, overdue)),
  ]);
  const asked = new Set([STORAGE, ...services.config.log.witnesses.map(({ vkey }) => vkey)]);
  const problems = [...observers.values()].flatMap(({ name, size, problem, since }) => {
    if (problem === null || !asked.has(name)) return [];
    const who = name === STORAGE ? 'the object storage' : `the witness ${name.split('+')[0]}`;
    return [`${who}: ${SENTENCES[problem](size ?? 0, latest?.size ?? 0)} (since ${since.toISOString()})`];
  });
  return isOverdue ? [...problems, 'heads of chains have been waiting for more than two hours'] : problems;
}

const SENTENCES = {
  unreachable: () => "can't be reached",
  ahead: (theirs: number, ours: number) =>
    `has a state of ${theirs} entries, but the database has only ${ours}. Nothing is signed until you recover the log: run npm run cli -- log recover`,
  refused: () =>
    "has a state that this log doesn't continue. Nothing is signed for it; see docs/transparency-log.md",
} as const;

/** Whether the log is kept, its copy and all witnesses agree with it, and nothing waits for long. */
export async function isLogHealthy(services: Pick<Services, 'config' | 'db' | 'clock'>): Promise<boolean> {
  return (await logProblems(services)).length === 0;
}
