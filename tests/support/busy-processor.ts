import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { onTestFinished } from 'vitest';

/** Whether processes can be bound to a processor, and the system reports how long they wait for it. */
export const canBeBusy =
  process.platform === 'linux' && existsSync('/proc/self/schedstat') && existsSync('/usr/bin/taskset');

/** The processor that is kept busy. */
const PROCESSOR = '0';

/** Keeps a processor busy with this many processes until the test ends, each in a session of its own. */
export function occupyProcessor(processes: number): void {
  const busy = Array.from({ length: processes }, () =>
    spawn('taskset', ['-c', PROCESSOR, 'sh', '-c', 'while :; do :; done'], {
      detached: true,
      stdio: 'ignore',
    }),
  );
  onTestFinished(() => busy.forEach((each) => each.kill('SIGKILL')));
}

/** Restricts a process and its threads to the busy processor. */
export function bindToBusy(pid: number): void {
  execFileSync('taskset', ['-a', '-c', '-p', PROCESSOR, String(pid)]);
}

/** How to run a program on the busy processor. */
export function onBusy(program: string, args: readonly string[]): readonly [string, string[]] {
  return ['taskset', ['-c', PROCESSOR, process.execPath, program, ...args]];
}
