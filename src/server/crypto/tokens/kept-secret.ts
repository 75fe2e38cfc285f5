import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { getErrorCode } from '#domain/error-code.ts';

const SECRET_BYTES = 32;

/**
 * Returns the secret in a file (256 random bits as base64url). Creates the file if needed, readable only by
 * its owner. Processes that start at the same moment get the same secret. Throws if the file can't be used.
 */
export function ensureSecret(path: string): string {
  const secret = readSecret(path) ?? createSecret(path);
  if (secret.length < SECRET_BYTES) throw new Error(`${path} is damaged: restore it from a backup`);
  return secret;
}

function readSecret(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Unlike rename, link never replaces another process's secret, and the file either appears complete or not at
 * all.
 */
function createSecret(path: string): string {
  mkdirSync(dirname(path), { recursive: true });
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  const draft = `${path}.${process.pid}-${randomBytes(6).toString('hex')}`;
  writeFileSync(draft, `${secret}\n`, { mode: 0o600, flag: 'wx', flush: true });
  try {
    linkSync(draft, path);
    return secret;
  } catch (error) {
    const winner = getErrorCode(error) === 'EEXIST' ? readSecret(path) : undefined;
    if (winner === undefined) throw error;
    return winner;
  } finally {
    rmSync(draft, { force: true });
  }
}
