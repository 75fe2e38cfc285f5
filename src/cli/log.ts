import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { formatVerifierKey } from '#domain/log/note.ts';
import type { LogServices } from '#server/log/services.ts';
import { openServedCopy, openStoredCopy, type LogCopy } from '#server/log/copy.ts';
import { exportLog } from '#server/log/export.ts';
import { isLogForked, listFormerWitnesses, logProblems } from '#server/log/health.ts';
import { openLogIdentity } from '#server/log/identity.ts';
import { openLogKeeper } from '#server/log/keep.ts';
import { recoverLog } from '#server/log/recover.ts';
import { readLatestCheckpoint } from '#server/db/log/checkpoints.ts';
import { getErrorCode } from '#domain/error-code.ts';

/** Prints the key of the transparency log, its state and its problems. */
export async function printLogStatus(services: LogServices): Promise<void> {
  const { key } = await openLogIdentity(services);
  const latest = await readLatestCheckpoint(services.db.drizzle);
  process.stdout.write(`${formatVerifierKey(key)}\n`);
  process.stdout.write(
    latest === null ? 'no checkpoint yet\n' : `${latest.size} entries, ${latest.signedAt.toISOString()}\n`,
  );
  const problems = await logProblems(services);
  for (const problem of problems) process.stdout.write(`${problem}\n`);
  for (const problem of await listFormerWitnesses(services))
    process.stdout.write(`not in LOG_WITNESSES, so ignored: ${problem}\n`);
  if (await isLogForked(services)) throw new Error('the log is forked: no new checkpoint is signed');
  if (problems.length > 0) throw new Error('the log needs attention');
}

/** Signs the log with everything that waits. */
export async function publishLog(services: LogServices): Promise<void> {
  if (!(await openLogKeeper(services).round({ all: true })))
    throw new Error(`nothing was signed: ${(await logProblems(services)).join('; ')}`);
  await printLogStatus(services);
}

/** Writes the log as files for a file server. */
export async function exportLogFiles(services: LogServices, directory: string): Promise<void> {
  const files = await exportLog(services, async (path, content) => {
    const file = join(directory, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  });
  process.stdout.write(`wrote ${files} files to ${directory}\n`);
}

/** Replays what the database has lost of the log, from the object storage or from another copy. */
export async function recoverLostLog(services: LogServices, from: string | undefined): Promise<void> {
  const { origin } = await openLogIdentity(services);
  const copy = from === undefined ? openStoredCopy(services.storage, origin) : openLogCopy(from);
  const { before, after } = await recoverLog(services, copy);
  process.stdout.write(`replayed ${after - before} entries: the log has ${after}\n`);
}

/** A copy of the log at an address or in a folder. */
function openLogCopy(place: string): LogCopy {
  if (!/^https?:/.test(place)) return openServedCopy((path) => readOptional(readFile(join(place, path))));
  return openServedCopy(async (path) => {
    const answer = await fetch(`${place.replace(/\/$/, '')}/${path}`);
    if (answer.status === 404) return null;
    if (!answer.ok) throw new Error(`${place} answered ${answer.status} for ${path}`);
    return new Uint8Array(await answer.arrayBuffer());
  });
}

async function readOptional(reading: Promise<Uint8Array>): Promise<Uint8Array | null> {
  try {
    return await reading;
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return null;
    throw error;
  }
}
