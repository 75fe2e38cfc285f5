import { readFileSync } from 'node:fs';

import { isStartedByNpm } from '#server/runtime/config.ts';
import { getErrorCode } from '#domain/error-code.ts';

const LOOK_EVERY_MS = 200;

/**
 * Calls `gone` when the npm that started this process, or the shell between them, has exited. That shell
 * doesn't pass signals on: without this check, a SIGTERM or kill -9 sent to npm would leave this process
 * running unnoticed.
 */
export function watchLauncher(gone: () => void): void {
  if (!isStartedByNpm()) return;
  const parent = process.ppid;
  const npm = findShellParent(parent);
  const timer = setInterval(() => {
    if (process.ppid === parent && (npm === null || isAlive(npm))) return;
    clearInterval(timer);
    gone();
  }, LOOK_EVERY_MS);
  timer.unref();
}

/**
 * Returns the parent of the shell that started this process. Null if there is no shell in between, as with
 * shells that replace themselves with the command.
 */
function findShellParent(pid: number): number | null {
  if (process.platform !== 'linux') return null;
  try {
    // proc(5): "pid (name) state ppid …"
    const [, name = '', ppid] =
      /^\d+ \((.*)\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return /^(?:ba|da|a|z|k)?sh$/.test(name) ? Number(ppid) : null;
  } catch {
    // The parent has already exited, which the first check will notice.
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return getErrorCode(error) === 'EPERM';
  }
}
