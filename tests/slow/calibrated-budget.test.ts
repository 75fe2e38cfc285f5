import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const BENCH = fileURLToPath(new URL('../../bench/main.ts', import.meta.url));

// In a process of its own, where nothing counts which lines run.
it('sealing, verifying and finding routes take about the processor time that the budget has for them', async () => {
  const { NODE_V8_COVERAGE: _coverage, NODE_OPTIONS: _options, ...env } = process.env;
  const { stdout } = await promisify(execFile)(process.execPath, [BENCH, '--check'], { env });
  expect(stdout).toContain('seal 500 pages');
}, 180_000);
