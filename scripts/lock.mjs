// A lock between processes that use the same checkout. Uses old syntax, because scripts/ensure.mjs runs on
// whichever Node the machine has.
import { createHash } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Takes the lock of this name unless a living process holds it. Returns a function that releases it, or null.
 * @param {string} name
 * @param {string} root directory of the checkout
 * @returns {(() => void) | null}
 */
export function tryLock(name, root) {
  const checkout = createHash('sha256').update(root).digest('hex').slice(0, 16);
  const lock = join(tmpdir(), `countersign-${name}-${checkout}`);
  const own = `${lock}.${process.pid}`;
  writeFileSync(own, String(process.pid));
  try {
    // A link appears atomically. A file can be seen before it's complete.
    linkSync(own, lock);
    return () => rmSync(lock, { force: true });
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (!isAlive(readHolder(lock))) rmSync(lock, { force: true });
    return null;
  } finally {
    rmSync(own, { force: true });
  }
}

function readHolder(lock) {
  try {
    return Number(readFileSync(lock, 'utf8'));
  } catch {
    return 0;
  }
}

function isAlive(pid) {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}
