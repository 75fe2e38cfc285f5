import { readLatestCheckpoint } from '#server/db/log/checkpoints.ts';
import { listOrganizationsWithDueHeads } from '#server/db/log/heads.ts';
import { readLogSize } from '#server/db/log/tiles.ts';
import { transaction } from '#server/db/client/transaction.ts';
import type { LogServices } from './services.ts';
import { appendDueHeads, getDueCutoffs } from './append.ts';
import { compareWithStorage, isContradicted } from './compare.ts';
import { openLogIdentity } from './identity.ts';
import { copyLatestCheckpoint, signCheckpoint } from './publish.ts';
import { stampCheckpoint } from './timestamps.ts';
import { askWitnesses } from './witnesses.ts';

/** One round of keeping the log. */
type Round = {
  /** Whether to append every head, however new it is. */
  readonly all?: boolean;
  readonly isStopping?: () => boolean;
};

/** How long to leave alone a witness that didn't sign, or a timestamp service that didn't answer. */
const PAUSE_MS = 60_000;

/** Keeps the instance's log. Several processes can do so concurrently. */
export type LogKeeper = {
  /**
   * Appends the heads that are due, signs the new state, publishes it, and asks the witnesses and a timestamp
   * service to sign. Returns false if nothing may be signed, because a state of the log is known that the
   * database doesn't have or doesn't continue.
   */
  readonly round: (round?: Round) => Promise<boolean>;
};

/**
 * Opens the keeper of a process. Its first round asks the storage and all witnesses which state they have.
 */
export function openLogKeeper(services: LogServices): LogKeeper {
  let hasCompared = false;
  let copied = -1;
  let askedFor = { size: -1, at: 0 };
  let doubtedAt = 0;

  const compare = async (): Promise<boolean> => {
    const size = await compareWithStorage(services, (await openLogIdentity(services)).key);
    copied = size ?? -1;
    if (size === null) return false;
    const now = services.clock().getTime();
    if (!hasCompared || ((await isContradicted(services)) && now - doubtedAt >= PAUSE_MS)) {
      // A witness that has different entries is asked again. It may have been wrong, in which case it says so
      // by signing.
      await askWitnesses(services, { again: !hasCompared });
      [hasCompared, doubtedAt] = [true, now];
    }
    return !(await isContradicted(services));
  };
  const ask = async (): Promise<void> => {
    const size = (await readLatestCheckpoint(services.db.drizzle))?.size ?? 0;
    const now = Date.now();
    if (size === askedFor.size && now - askedFor.at < PAUSE_MS) return;
    askedFor = { size, at: now };
    await Promise.all([askWitnesses(services), stampCheckpoint(services)]);
  };

  return {
    round: async ({ all = false, isStopping = () => false } = {}) => {
      const due = getDueCutoffs(services.clock(), all);
      const isComplete = await isUpToDate(services, copied);
      const waiting = await transaction(services.db, { dueRows: true }, (tx) =>
        listOrganizationsWithDueHeads(tx, due),
      );
      if (hasCompared && isComplete && waiting.length === 0) {
        await ask();
        return !(await isContradicted(services));
      }
      if (!(await compare())) return false;
      for (let taken = 1; taken > 0 && !isStopping();) taken = await appendDueHeads(services, due);
      const log = await openLogIdentity(services);
      const entries = await signCheckpoint(services, log, copied);
      await copyLatestCheckpoint(services, log, { signed: copied, copied: entries });
      copied = (await readLatestCheckpoint(services.db.drizzle))?.size ?? 0;
      await ask();
      return true;
    },
  };
}

/** Checks whether everything that was appended is signed and copied. */
async function isUpToDate({ db }: LogServices, copied: number): Promise<boolean> {
  const [size, latest] = await Promise.all([readLogSize(db.drizzle), readLatestCheckpoint(db.drizzle)]);
  return size === (latest?.size ?? 0) && size === copied;
}
