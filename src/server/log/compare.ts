import type { VerifierKey } from '#domain/log/note.ts';
import { readLatestCheckpoint } from '#server/db/log/checkpoints.ts';
import { readObservers, recordObserver, type Observer } from '#server/db/log/observers.ts';
import { readRoot } from '#server/db/log/tiles.ts';
import type { LogServices } from './services.ts';
import { openStoredCopy } from './copy.ts';
import { openCheckpoint } from './open-checkpoint.ts';

/** The name of the object storage among the observers that keep the log's states. */
export const STORAGE = 'storage';

/**
 * Compares the log with the newest checkpoint in the object storage. Returns the size of that checkpoint, or
 * 0 if there is none. Returns null if nothing may be signed because the storage is unreachable or has a state
 * that this log doesn't continue, as after a backup is restored.
 */
export async function compareWithStorage(services: LogServices, log: VerifierKey): Promise<number | null> {
  const since = services.clock();
  const { drizzle } = services.db;
  const record = (size: number | null, problem: Observer['problem']) =>
    recordObserver(drizzle, { name: STORAGE, size, problem, since });
  let note: string | null;
  try {
    note = await openStoredCopy(services.storage, log.name).checkpoint();
  } catch (error) {
    services.log.error({ err: error }, "the copy of the log can't be read");
    await record(null, 'unreachable');
    return null;
  }
  if (note === null) {
    await record(0, null);
    return 0;
  }
  const kept = openCheckpoint(note, log);
  const latest = await readLatestCheckpoint(drizzle);
  if (kept === null) await record(null, 'refused');
  else if (kept.size > (latest?.size ?? 0)) await record(kept.size, 'ahead');
  else if (kept.rootHash !== (await readRoot(drizzle, kept.size))) await record(kept.size, 'diverged');
  else {
    await record(kept.size, null);
    return kept.size;
  }
  services.log.error(
    { stored: kept?.size, log: latest?.size },
    'the log differs from its copy in the storage',
  );
  return null;
}

/**
 * Checks whether an observer has more entries than a log of this size, or different ones. Signing would then
 * contradict the observer.
 */
export function isContrary(observer: Observer | undefined, size: number): boolean {
  return observer?.problem === 'diverged' || (observer?.size ?? 0) > size;
}

/**
 * Checks whether nothing may be signed because the storage or a configured witness has more entries than the
 * log, or different ones.
 */
export async function isContradicted(services: Pick<LogServices, 'config' | 'db'>): Promise<boolean> {
  // The observers are read before the checkpoint, because another process may sign a state and record it in
  // between.
  const observers = await readObservers(services.db.drizzle);
  const latest = await readLatestCheckpoint(services.db.drizzle);
  const asked = [STORAGE, ...services.config.log.witnesses.map(({ vkey }) => vkey)];
  return asked.some((name) => isContrary(observers.get(name), latest?.size ?? 0));
}
