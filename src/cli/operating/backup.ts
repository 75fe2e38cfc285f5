import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readConfig } from '#server/runtime/config.ts';
import { copyCluster } from '#server/db/embedded/base-backup.ts';
import { copyTree } from '#server/db/embedded/copy-tree.ts';
import { startEmbedded } from '#server/db/embedded/embedded.ts';

/** Everything else in a data directory can be recreated. */
const KEPT_FILES = new Set(['secret-key', 'database-password', 'database-owner-password']);
const ELSEWHERE =
  'DATABASE_URL is set: back that database up with its own tools, and the storage after it (docs/operations.md)';

type Source = { readonly dataDir: string; readonly documents: string | null; readonly to: string };

/**
 * Copies everything to a new data directory while the service runs. Documents are copied
 * after the database, so every document that the copied database refers to already exists. The directory
 * appears only when the backup is complete, and is removed if the backup fails.
 */
export async function runBackup(directory: string): Promise<void> {
  const target = resolve(directory);
  const { database, dataDir, storageUrl } = readConfig();
  if (database.kind !== 'embedded') throw new Error(ELSEWHERE);
  if (existsSync(target)) throw new Error(`${target} already exists`);
  const documents = storageUrl.startsWith('file:') ? fileURLToPath(storageUrl) : null;
  for (const source of [resolve(dataDir), ...(documents === null ? [] : [documents])])
    if (!relative(source, target).startsWith('..')) throw new Error(`${target} is part of what is copied`);

  const partial = `${target}.partial`;
  if (existsSync(partial)) throw new Error(`${partial} is left from a backup that didn't end: remove it`);
  await mkdir(dirname(target), { recursive: true });
  let copied: Awaited<ReturnType<typeof copyAll>>;
  try {
    copied = await copyAll({ dataDir, documents, to: partial });
    await rename(partial, target);
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
  }
  process.stdout.write(
    `${target} has the database and ${copied?.files ?? 0} documents (${copied?.bytes ?? 0} bytes)\n` +
      (documents === null ? 'The bucket of STORAGE_URL has the documents: back it up too\n' : '') +
      (existsSync(join(target, 'secret-key'))
        ? 'It has the secret key: whoever can read it can seal in your name\n'
        : "It doesn't have SECRET_KEY, without which it's useless\n"),
  );
}

/** The names of rotated backups, and of what a killed one leaves behind. */
const ROTATED = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ(?:\.partial)?$/;

/** Makes a backup in a directory, named after the time, and then removes the oldest ones. */
export async function runRotatedBackup(directory: string, keep: number): Promise<void> {
  const name = new Date().toISOString().slice(0, 19).replaceAll(':', '-') + 'Z';
  await runBackup(join(directory, name));
  for (const expired of listExpiredBackups(await readdir(directory), keep))
    await rm(join(directory, expired), { recursive: true });
}

/**
 * Lists the rotated backups beyond the newest ones, and unfinished ones that are older than the newest. Whatever
 * has another name is somebody else's.
 */
export function listExpiredBackups(names: readonly string[], keep: number): string[] {
  const ours = names.filter((name) => ROTATED.test(name)).sort();
  const complete = ours.filter((name) => !name.endsWith('.partial'));
  const newest = complete.at(-1) ?? '';
  const kept = new Set(complete.slice(-keep));
  return ours.filter((name) => !kept.has(name) && name.localeCompare(newest) < 0);
}

/**
 * Copies everything to a new directory. Returns the number and size of the documents, or null if the
 * documents aren't on this machine.
 */
async function copyAll({ dataDir, documents, to }: Source) {
  await mkdir(to, { mode: 0o700 });
  const server = await startEmbedded(dataDir);
  try {
    await copyCluster(server.owner, join(dataDir, 'postgres'), join(to, 'postgres'));
  } finally {
    await server.stop();
  }
  await copyTree(dataDir, to, (path) => (KEPT_FILES.has(path) ? 'copy' : 'leave out'));
  if (documents === null || !existsSync(documents)) return null;
  return await copyTree(documents, join(to, 'blobs'), (path) =>
    path === '.incoming' ? 'leave out' : 'copy',
  );
}
