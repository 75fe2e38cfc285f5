// `npm test [-- ARGUMENTS]` and `npm run test:slow [-- ARGUMENTS]`: builds the pages, then runs vitest with the arguments.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { buildPages } from '../src/cli/build.ts';
import { findChromium } from '../tests/support/chromium.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const isSlow = process.argv[2] === '--slow';
const projects = isSlow ? ['slow'] : ['unit', 'app', 'browser'];

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
    'countersign: skipping the browser tests because no Chromium was found (install one or set CHROMIUM_PATH)\n',
  );
}

process.exit(
  await run('node_modules/vitest/vitest.mjs', [
    'run',
    ...projects.flatMap((name) => ['--project', name]),
    ...process.argv.slice(isSlow ? 3 : 2),
  ]),
);

function run(script, args) {
  const child = spawn(process.execPath, [script, ...args], { cwd: root, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.on('error', reject).on('close', (code) => resolve(code ?? 1));
  });
}
