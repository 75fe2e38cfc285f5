import { chown, copyFile, lstat, mkdir, open, readdir } from 'node:fs/promises';
import { constants } from 'node:fs';
import { join } from 'node:path';
import { getErrorCode } from '#domain/error-code.ts';

/** What happens to a file or directory. For `empty`, the directory is created without its contents. */
export type Choice = 'copy' | 'empty' | 'leave out';

/** The disk handles this many small files in about the time of one. */
const AT_ONCE = 32;

/**
 * Copies a directory with its owners and permissions, and flushes it to disk. Files that disappear meanwhile
 * are left out. `choose` gets each path below `from` and the path's last part. Returns the number of files
 * copied and their total bytes.
 */
export async function copyTree(
  from: string,
  to: string,
  choose: (path: string, name: string) => Choice = () => 'copy',
): Promise<{ readonly files: number; readonly bytes: number }> {
  let [files, bytes] = [0, 0];
  const copyDirectory = async (path: string, isEmptied = false): Promise<void> => {
    await makeLike(join(from, path), join(to, path));
    if (isEmptied) return;
    const plain: string[] = [];
    for (const entry of await readdir(join(from, path), { withFileTypes: true })) {
      const inside = join(path, entry.name);
      const choice = choose(inside, entry.name);
      if (choice === 'leave out') continue;
      if (entry.isDirectory()) await copyDirectory(inside, choice === 'empty');
      else if (entry.isFile() && choice === 'copy') plain.push(inside);
    }
    for (let at = 0; at < plain.length; at += AT_ONCE) {
      const sizes = await Promise.all(
        plain.slice(at, at + AT_ONCE).map((inside) => copyOneFile(join(from, inside), join(to, inside))),
      );
      for (const size of sizes) {
        if (size === null) continue;
        files += 1;
        bytes += size;
      }
    }
    await flush(join(to, path));
  };
  await copyDirectory('');
  return { files, bytes };
}

async function makeLike(from: string, to: string): Promise<void> {
  const { mode } = await lstat(from);
  await mkdir(to, { recursive: true, mode: mode & 0o777 });
  await ownLike(from, to);
}

/** Returns the size of the copy; null if the file is gone. */
async function copyOneFile(from: string, to: string): Promise<number | null> {
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE);
    await ownLike(from, to);
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return null;
    throw error;
  }
  await flush(to);
  return (await lstat(to)).size;
}

/**
 * Gives a file or directory the same owner as another one. Only root may do that; other users own their files
 * anyway.
 */
export async function ownLike(from: string, to: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await lstat(from);
  await chown(to, uid, gid);
}

async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
