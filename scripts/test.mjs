// `npm test [-- ARGUMENTS]`: builds what the tests run against, then runs vitest with the arguments.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { buildPages } from '../src/cli/build.ts';
import { findChromium } from '../tests/support/chromium.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

const synced = await run('node_modules/@sveltejs/kit/svelte-kit.js', ['sync']);
if (synced !== 0) process.exit(synced);

try {
  await buildPages();
} catch (error) {
  process.stderr.write(`countersign: ${error.message}\n`);
  process.exit(1);
}

if (findChromium() === null) {
  process.stderr.write(
    'countersign: no Chromium was found, so the browser tests are skipped (install one, or set CHROMIUM_PATH)\n',
  );
}

process.exit(await run('node_modules/vitest/vitest.mjs', ['run', ...process.argv.slice(2)]));

function run(script, args) {
  const child = spawn(process.execPath, [script, ...args], { cwd: root, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.on('error', reject).on('close', (code) => resolve(code ?? 1));
  });
}
