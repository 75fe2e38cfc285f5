// Runs before every npm script, under whatever Node the machine has: installs the packages when they are not the
// ones of package-lock.json. They bring the Node that everything else runs on. Only `node:` imports, old syntax.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { tryLock } from './lock.mjs';
import { pruneFonts } from './prune-fonts.mjs';

const OLDEST_NODE = 20;
/** First versions that run TypeScript files as they are. */
const NODE_THAT_RUNS_TYPESCRIPT = [22, 18];
/** Scripts that do without the packages that only tests and checks need. */
const RUNTIME_SCRIPTS = ['prestart', 'preworker', 'precli'];

const root = fileURLToPath(new URL('..', import.meta.url));
const stampFile = join(root, 'node_modules', '.countersign-installed');
const quiet = process.argv.includes('--quiet');

try {
  requireNode(OLDEST_NODE, 0, `Node ${OLDEST_NODE} or newer is needed to install Countersign`);
  if (!isInstalled()) withInstallLock(install);
  pruneFonts(root);
  if (!existsSync(join(root, 'node_modules/.bin/node'))) {
    requireNode(
      ...NODE_THAT_RUNS_TYPESCRIPT,
      `no Node comes with the packages for ${platform()}, so Node 24 is needed`,
    );
  }
  const { compileMessages } = await import('./messages.mjs');
  await compileMessages();
} catch (error) {
  process.stderr.write(`countersign: ${error.message}\n`);
  process.exit(1);
}

function requireNode(major, minor, sentence) {
  const [hasMajor, hasMinor] = process.versions.node.split('.').map(Number);
  if (hasMajor > major || (hasMajor === major && hasMinor >= minor)) return;
  throw new Error(`${sentence}, this is ${process.version}`);
}

/** By our stamp, or, when somebody ran npm by hand, by the record that npm writes last, when everything is in place. */
function isInstalled() {
  return readText(stampFile) === stamp() || isRecordedByNpm();
}

function stamp() {
  const lock = readText(join(root, 'package-lock.json'));
  return `${createHash('sha256').update(lock).digest('hex')} ${platform()}`;
}

function isRecordedByNpm() {
  const wanted = packagesOf('package-lock.json');
  const present = packagesOf('node_modules/.package-lock.json');
  if (wanted === null || present === null) return false;
  const needed = Object.entries(wanted).filter(([path, entry]) => path !== '' && isNeeded(entry));
  return needed.every(
    ([path, { version }]) =>
      present[path] && present[path].version === version && existsSync(join(root, path)),
  );
}

function isNeeded({ os, cpu, libc, optional, dev, devOptional }) {
  if (optional && (libc || !os || !cpu)) return false;
  if ((os && !os.includes(process.platform)) || (cpu && !cpu.includes(process.arch))) return false;
  return !(dev || devOptional) || !RUNTIME_SCRIPTS.includes(process.env.npm_lifecycle_event);
}

function packagesOf(path) {
  try {
    return JSON.parse(readFileSync(join(root, path), 'utf8')).packages || null;
  } catch {
    return null;
  }
}

function install() {
  if (isInstalled()) return;
  if (!quiet) process.stderr.write('countersign: installing the packages …\n');
  // Without the stamp an interrupted installation is not taken for a complete one.
  rmSync(stampFile, { force: true });
  const exact = npm(['ci', '--include=dev', '--include=optional']);
  if (exact.status !== 0) {
    process.stderr.write(`countersign: npm ci failed, trying npm install\n${exact.stderr}`);
    const loose = npm(['install', '--include=dev', '--include=optional']);
    if (loose.status !== 0) throw new Error(`the packages could not be installed\n${loose.stderr}`);
  }
  writeFileSync(stampFile, stamp());
}

function npm(args) {
  const script = process.env.npm_execpath;
  const [command, first] = script && /\.c?js$/.test(script) ? [process.execPath, [script]] : ['npm', []];
  const result = spawnSync(command, [...first, ...args, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
    shell: command === 'npm' && process.platform === 'win32',
  });
  if (result.error) throw new Error(`npm could not be run: ${result.error.message}`);
  return result;
}

/** Two scripts that are started at the same time do not install over each other. */
function withInstallLock(action) {
  let release = tryLock('install', root);
  while (release === null) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
    release = tryLock('install', root);
  }
  try {
    action();
  } finally {
    release();
  }
}

function platform() {
  return `${process.platform}-${process.arch}`;
}

function readText(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
