// `npm run verify`: checks types, lint, format, unused code and unit tests in parallel. Prints the output of
// failed checks, then one line for each.
//
//   --since COMMIT    lint and format, which look at each file by itself, check only what changed since then
import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = fileURLToPath(new URL('..', import.meta.url));
const CACHE = 'node_modules/.cache';
const { since } = parseArgs({ options: { since: { type: 'string' } } }).values;
/** What lint and format depend on besides the files that they check. */
const RULES = {
  lint: /^(?:package-lock\.json|eslint\.config\.js|scripts\/lint\/)/,
  format: /^(?:package-lock\.json|\.prettier|\.editorconfig)/,
};
const lint = listChanged(RULES.lint, /\.(?:[cm]?[jt]s|svelte)$/);
const format = listChanged(RULES.format, /./);
const CHECKS = {
  types: ['svelte-check/bin/svelte-check', '--fail-on-warnings', '--output', 'human'],
  ...(lint.length > 0 && {
    lint: [
      'eslint/bin/eslint.js',
      ...lint,
      ...['--no-warn-ignored', '--cache', '--cache-location', `${CACHE}/eslint/`],
    ],
  }),
  exports: ['knip/bin/knip.js', '--no-progress', '--no-config-hints'],
  production: ['knip/bin/knip.js', '--no-progress', '--no-config-hints', '--production'],
  ...(format.length > 0 && {
    format: [
      ...['prettier/bin/prettier.cjs', '--check', ...format, '--ignore-unknown'],
      ...['--cache', '--cache-location', `${CACHE}/prettier`],
    ],
  }),
  tests: ['vitest/vitest.mjs', 'run', '--project', 'unit', '--reporter', 'dot'],
};

const synced = await run(['@sveltejs/kit/svelte-kit.js', 'sync']);
if (synced.code !== 0) {
  process.stderr.write(synced.output);
  process.exit(1);
}

const started = Date.now();
const results = await Promise.all(
  Object.entries(CHECKS).map(async ([name, command]) => ({ name, ...(await run(command)) })),
);
for (const { code, output } of results) if (code !== 0) process.stdout.write(output);
for (const { name, code, seconds, output } of results) {
  const totals = name === 'tests' ? /Tests .*/.exec(output)?.[0] : undefined;
  process.stdout.write(
    `${code === 0 ? 'ok    ' : 'FAILED'} ${name}, ${seconds} s${totals ? `, ${totals}` : ''}\n`,
  );
}
process.stdout.write(`verify took ${Math.round((Date.now() - started) / 1000)} s\n`);
process.exit(results.every(({ code }) => code === 0) ? 0 : 1);

/** Returns changed files whose names match, or `.` for all, also where a rule changed. */
function listChanged(rules, names) {
  if (since === undefined) return ['.'];
  const listNames = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\0');
  const changed = [
    ...listNames('diff', '--name-only', '--no-renames', '-z', since),
    ...listNames('ls-files', '--others', '--exclude-standard', '-z'),
  ];
  if (changed.some((path) => rules.test(path))) return ['.'];
  return changed.filter((path) => names.test(path) && existsSync(`${root}/${path}`));
}

function run([script, ...args]) {
  const since = Date.now();
  const child = spawn(process.execPath, [`node_modules/${script}`, ...args], {
    cwd: root,
    env: { ...process.env, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk) => (output += chunk));
  }
  return new Promise((resolve, reject) => {
    child
      .on('error', reject)
      .on('close', (code) => resolve({ code, output, seconds: Math.round((Date.now() - since) / 1000) }));
  });
}
