// Runs the tests: builds the pages, then runs vitest, once for each group of tests.
//   npm test                       what always runs, and what your changes touch
//   npm test -- PATH... [-t NAME]  what vitest finds by these arguments
//   npm test -- --turn [NAME]      besides, the tests whose turn it is (tests/turns.ts)
//   npm run test:all               everything, with --record
//
//   --since COMMIT    changes count from there (default: from where the branch left its upstream)
//   --verified        without what `npm run verify` ran
//   --record          writes down which sources each passing test executes (tests/impact.json)
//   --until SECONDS   starts no group after this time (Unix), and says what it left out
//   --plan            says what would run
import { execFileSync, spawn } from 'node:child_process';
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { buildProduct } from '../src/cli/build.ts';
import { findChromium } from '../tests/support/chromium.ts';
import { TURNS } from '../tests/turns.ts';
import { readGoneTexts, listChanges, listTests } from './test/changes.ts';
import { type Group, planGroups, splitGroup } from './test/groups.ts';
import { readMap, updateMap } from './test/map-file.ts';
import { pickTurn, rememberTurn } from './test/turn.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** A group that can't be stopped takes about this long at most, in milliseconds. */
const LONGEST_GROUP = 360_000;

const { values, positionals } = parseArgs({
  options: {
    all: { type: 'boolean', default: false },
    turn: { type: 'boolean', default: false },
    since: { type: 'string' },
    verified: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
    until: { type: 'string' },
    plan: { type: 'boolean', default: false },
    testNamePattern: { type: 'string', short: 't' },
  },
  allowPositionals: true,
});
/** Whether the person ended the run: then no further group begins. */
let stopped = false;
process.exit(await main());

async function main(): Promise<number> {
  const [named] = positionals;
  const turn = values.turn ? (named !== undefined && named in TURNS ? named : pickTurn(ROOT)) : null;
  const paths = values.turn ? [] : positionals;
  if (paths.length > 0 || values.testNamePattern !== undefined)
    return (await prepare()) || (await record((env) => runVitest([...paths, ...nameFilter()], env)));

  const groups = chooseGroups(turn);
  for (const { title, tests } of groups) say(`${title}: ${tests.length} files`);
  if (values.plan) {
    for (const { tests } of groups) for (const test of tests) process.stdout.write(`${test}\n`);
    return 0;
  }
  return (await prepare()) || (await record((env) => runGroups(groups, turn, env)));
}

/** Runs tests. With `--record`, the map then has what the passing ones executed. */
async function record(runTests: (env: Readonly<Record<string, string>>) => Promise<number>): Promise<number> {
  if (!values.record) return await runTests({});
  const records = mkdtempSync(join(tmpdir(), 'countersign-impact-'));
  const code = await runTests({ IMPACT_RECORDS: records });
  updateMap(ROOT, { records, commit: readHead() });
  rmSync(records, { recursive: true });
  say('wrote tests/impact.json');
  return code;
}

function chooseGroups(turn: string | null): Group[] {
  const tests = listTests(ROOT);
  const map = readMap(ROOT);
  if (values.all) return [{ title: 'all tests', tests, isSample: false }];
  const changed = listChanges(ROOT, { since: values.since, map: map?.commit });
  const groups = planGroups({
    root: ROOT,
    tests,
    map,
    changed,
    goneTexts: readGoneTexts(ROOT, values.since),
    turn,
    verified: values.verified,
  });
  return values.until === undefined
    ? groups
    : groups.flatMap((group) => splitGroup(group, map, LONGEST_GROUP * countWorkers()));
}

function countWorkers(): number {
  return Math.max(1, Math.min(4, availableParallelism()));
}

async function runGroups(
  groups: readonly Group[],
  turn: string | null,
  env: Readonly<Record<string, string>>,
): Promise<number> {
  const codes: number[] = [];
  const leftOut: Group[] = [];
  for (const group of groups) {
    if (values.until !== undefined && Date.now() / 1000 > Number(values.until)) {
      leftOut.push(group);
      continue;
    }
    say(`── ${group.title}`);
    const code = await runVitest(group.tests, env);
    if (stopped) return code || 1;
    codes.push(code);
    if (code !== 0) say(`FAILED: ${group.title}, exit code ${code}`);
    if (code !== 0 && group.isSample)
      say(
        'FAILED although tests/impact.json says that the change touches none of them: find out why, then run them with --record',
      );
  }
  for (const { title, tests } of leftOut) say(`LEFT OUT for lack of time: ${title}, ${tests.join(' ')}`);
  if (turn !== null && leftOut.length === 0) rememberTurn(turn);
  return codes.find((code) => code !== 0) ?? 0;
}

/** Compiles the texts and builds the pages. Returns the exit code. */
async function prepare(): Promise<number> {
  const synced = await run('node_modules/@sveltejs/kit/svelte-kit.js', ['sync']);
  if (synced !== 0) return synced;
  try {
    if (values.record) prepareRecording();
    await buildProduct();
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    return 1;
  }
  if (findChromium() === null)
    say('skipping the browser tests because no Chromium was found (install one or set CHROMIUM_PATH)');
  return 0;
}

/** Has the pages built with maps from scripts to sources, unless they have been. */
function prepareRecording(): void {
  process.env['SOURCE_MAPS'] = '1';
  if (globSync('build/client/_app/immutable/**/*.js.map', { cwd: ROOT }).length === 0)
    rmSync(join(ROOT, 'build'), { recursive: true, force: true });
}

function nameFilter(): string[] {
  return values.testNamePattern === undefined ? [] : ['-t', values.testNamePattern];
}

function runVitest(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<number> {
  return run('node_modules/vitest/vitest.mjs', ['run', ...args], env);
}

function run(
  script: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<number> {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  const stop = (signal: NodeJS.Signals) => {
    stopped = true;
    child.kill(signal);
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  return new Promise((resolve, reject) => {
    child.on('error', reject).on('close', (code, signal) => {
      process.off('SIGINT', stop).off('SIGTERM', stop);
      if (signal !== null) say(`${script} was ended by ${signal}`);
      resolve(code ?? 128 + constants.signals[signal ?? 'SIGTERM']);
    });
  });
}

function readHead(): string {
  return execFileSync('git', ['rev-parse', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim();
}

function say(text: string): void {
  process.stderr.write(`countersign: ${text}\n`);
}
