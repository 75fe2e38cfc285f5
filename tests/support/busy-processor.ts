import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { onTestFinished } from 'vitest';

/** Whether processes can be bound to a processor here, and the system says how long they wait for it. */
export const canBeBusy =
  process.platform === 'linux' && existsSync('/proc/self/schedstat') && existsSync('/usr/bin/taskset');

/** The processor that is kept busy. */
const PROCESSOR = '0';

/** Lets so many processes compute on one processor until the test ends, each of a session of its own. */
export function occupyProcessor(processes: number): void {
  const busy = Array.from({ length: processes }, () =>
    spawn('taskset', ['-c', PROCESSOR, 'sh', '-c', 'while :; do :; done'], {
      detached: true,
      stdio: 'ignore',
    }),
  );
  onTestFinished(() => busy.forEach((each) => each.kill('SIGKILL')));
}

/** Leaves a process with its threads only the busy processor. */
export function bindToBusy(pid: number): void {
  execFileSync('taskset', ['-a', '-c', '-p', PROCESSOR, String(pid)]);
}

/** How a program runs on the busy processor. */
export function onBusy(program: string, args: readonly string[]): readonly [string, string[]] {
  return ['taskset', ['-c', PROCESSOR, process.execPath, program, ...args]];
}
