import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

const FAULT = `Object.assign(new Error('Failed query: select $1\\nparams: secret'), { code: '22012' })`;

/** Runs a program that ends with an error which nothing catches. */
function runUncaught(statement: string) {
  const program = `
    import { endOnUncaught } from './src/cli/last-resort.ts';
    import { openLog } from '#server/runtime/log.ts';
    endOnUncaught(openLog('info'));
    setInterval(() => undefined, 1000);
    ${statement}`;
  const args = ['--input-type=module', '--eval', program];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return { status, stderr, lines: stderr.trim().split('\n') };
}

it.each([
  `setTimeout(() => { throw ${FAULT}; }, 1);`,
  `void Promise.reject(${FAULT});`,
  `process.nextTick(() => { throw ${FAULT}; });`,
])('an error that is caught nowhere is logged like any other, and ends the process: %s', (statement) => {
  const { status, stderr, lines } = runUncaught(statement);
  expect(status, stderr).toBe(1);
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 60,
    msg: 'uncaught error: the process exits',
    err: { code: '22012', message: 'Failed query: select $1' },
  });
  expect(stderr).not.toContain('secret');
});

it('ends the process even if what is thrown is no error', () => {
  const { status, lines } = runUncaught('setTimeout(() => { throw null; }, 1);');
  expect([status, lines.length]).toEqual([1, 1]);
});
