import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { getErrorCode } from '#domain/error-code.ts';

/**
 * Copies a file that a sandboxed process wrote to its final path, either completely or not at all. Does
 * nothing if there is no file. It is copied because the process could still write to the original. Links
 * aren't followed, because the process could have put one in the file's place to be handed one of our files.
 */
export async function deliverFile(from: string, to: string): Promise<void> {
  const source = await openUnlinked(from);
  if (source === null) return;
  const part = `${to}.${randomUUID()}.part`;
  try {
    if (!(await source.stat()).isFile()) throw new Error(`${from} is not a file`);
    const target = await open(part, 'wx');
    try {
      await copy(source, target);
      await target.sync();
    } finally {
      await target.close();
    }
    await rename(part, to);
  } finally {
    await source.close();
    await rm(part, { force: true });
  }
}

const CHUNK_BYTES = 1024 * 1024;

async function copy(source: FileHandle, target: FileHandle): Promise<void> {
  const chunk = Buffer.alloc(CHUNK_BYTES);
  for (;;) {
    const { bytesRead } = await source.read(chunk, 0, CHUNK_BYTES, null);
    if (bytesRead === 0) return;
    await target.appendFile(chunk.subarray(0, bytesRead));
  }
}

async function openUnlinked(path: string): Promise<FileHandle | null> {
  try {
    // A pipe in the file's place must not keep this process waiting either.
    return await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return null;
    throw error;
  }
}
