import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const KEY_BYTES = 32;

/**
 * Returns the secret key of a data directory from its file `secret-key`, which is created if needed, readable
 * by its owner only. Processes that start at the same moment get the same key. Throws if the file can't be
 * used.
 */
export function loadSecretKey(dataDir: string): string {
  const path = join(dataDir, 'secret-key');
  const key = readKey(path) ?? createKey(dataDir, path);
  if (key.length < KEY_BYTES) throw new Error(`${path} is damaged: restore it from a backup`);
  return key;
}

function readKey(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** Link, unlike rename, never replaces another process's key, and the file appears complete or not at all. */
function createKey(dataDir: string, path: string): string {
  mkdirSync(dataDir, { recursive: true });
  const key = randomBytes(KEY_BYTES).toString('base64url');
  const draft = `${path}.${process.pid}-${randomBytes(6).toString('hex')}`;
  writeFileSync(draft, `${key}\n`, { mode: 0o600, flag: 'wx', flush: true });
  try {
    linkSync(draft, path);
    return key;
  } catch (error) {
    const winner = hasCode(error, 'EEXIST') ? readKey(path) : undefined;
    if (winner === undefined) throw error;
    return winner;
  } finally {
    rmSync(draft, { force: true });
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
