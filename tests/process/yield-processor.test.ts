import { spawn } from 'node:child_process';
import { getPriority } from 'node:os';
import { expect, it, onTestFinished } from 'vitest';
import { yieldProcessor } from '#server/process/yield-processor.ts';
import { listTreeThreads } from '#server/process/tree-memory.ts';

it.runIf(process.platform === 'linux')('lowers the priority of a process and its descendants', async () => {
  const child = spawn('sh', ['-c', 'sleep 600 & echo ready; wait'], {
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const { pid } = child;
  if (pid === undefined) throw new Error('sh did not start');
  onTestFinished(() => void process.kill(-pid, 'SIGKILL'));
  await new Promise((resolve) => child.stdout.once('data', resolve));
  const own = getPriority();
  yieldProcessor(pid);
  const tree = listTreeThreads(pid);
  expect(tree).toHaveLength(2);
  // Not to the lowest priority, which would hardly run on a busy machine.
  expect(tree.map((each) => getPriority(each) - own)).toEqual([3, 3]);
  expect(getPriority()).toBe(own);
});
