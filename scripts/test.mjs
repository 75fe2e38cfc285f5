// Runs the tests: builds the pages, then runs vitest.
//   npm test                       what always runs
//   npm test -- --turn             only the tests whose turn it is, or `--turn NAME`: those of one turn of tests/turns.ts
//   npm run test:all               everything
//   npm test -- PATH... [-t NAME]  what vitest finds by these arguments
// `--verified` leaves out what `npm run verify` has already run.
import { execFileSync, spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { buildPages } from '../src/cli/build.ts';
import { findChromium } from '../tests/support/chromium.ts';
import { findTurn, TURNS } from '../tests/turns.ts';
import { UNIT } from '../tests/projects.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const { tests, rest } = chooseTests(process.argv.slice(2));

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

process.exit(await run('node_modules/vitest/vitest.mjs', ['run', ...tests, ...rest]));

/** Returns the files to run, none for all that vitest finds, and the arguments that are vitest's. */
function chooseTests(args) {
  const { values, tokens } = parseArgs({
    args,
    options: { all: { type: 'boolean' }, verified: { type: 'boolean' }, turn: { type: 'boolean' } },
    strict: false,
    tokens: true,
    allowPositionals: true,
  });
  const named = tokens.find(({ kind, value }) => kind === 'positional' && value in TURNS)?.value;
  const ours = ['--all', '--verified', '--turn', ...(values.turn === true && named ? [named] : [])];
  const rest = args.filter((argument) => !ours.includes(argument));
  if (rest.some((argument) => !argument.startsWith('-')) || rest.includes('-t')) return { tests: [], rest };
  const wanted = values.turn === true ? (named ?? pickTurn()) : null;
  const verified = values.verified === true ? new Set(globSync(UNIT, { cwd: root })) : new Set();
  const tests = globSync('tests/**/*.test.ts', { cwd: root })
    .sort()
    .filter((test) => values.all === true || findTurn(test) === wanted)
    .filter((test) => !verified.has(test));
  process.stderr.write(
    `countersign: ${wanted === null ? (values.all === true ? 'all tests' : 'the tests that always run') : `the turn "${wanted}"`}, ${tests.length} files\n`,
  );
  return { tests, rest };
}

/** Picks a turn by the number of commits, which every checkout of one state agrees on. */
function pickTurn() {
  const turns = Object.keys(TURNS);
  const commits = Number(
    execFileSync('git', ['rev-list', '--count', 'HEAD'], { cwd: root, encoding: 'utf8' }),
  );
  return turns[commits % turns.length];
}

function run(script, args) {
  const child = spawn(process.execPath, [script, ...args], { cwd: root, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.on('error', reject).on('close', (code) => resolve(code ?? 1));
  });
}
