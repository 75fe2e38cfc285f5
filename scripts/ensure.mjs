// Runs before every npm script, on whichever Node the machine has: installs the packages unless they match
// package-lock.json. They include a newer Node for machines whose own is too old. Imports only `node:`
// modules and uses old syntax.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { tryLock } from './lock.mjs';
import { isRecent, mayBePruned, OLDEST_RUNTIME } from './prune.mjs';

const OLDEST_NODE = 20;
/** Scripts that a release runs without build tools, since its pages are already built. */
const RUNTIME_SCRIPTS = ['prestart', 'preworker', 'precli'];

const root = fileURLToPath(new URL('..', import.meta.url));
const stampFile = join(root, 'node_modules', '.countersign-installed');
const quiet = process.argv.includes('--quiet');

try {
  requireNode(OLDEST_NODE, 0, `Node ${OLDEST_NODE} or newer is needed to install Countersign`);
  if (!isInstalled()) withInstallLock(install);
  if (!hasRuntime())
    requireNode(...OLDEST_RUNTIME, `there is no bundled Node for ${getPlatform()}, so Node 24 is needed`);
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

function hasRuntime() {
  return isRecent(process.version) || existsSync(join(root, 'node_modules/.bin/node'));
}

/** Whether the pages may have to be built. A release comes with built pages, a checkout doesn't. */
function needsBuildTools() {
  const isRelease = existsSync(join(root, 'build/.sources')) && !existsSync(join(root, '.git'));
  return !isRelease || !RUNTIME_SCRIPTS.includes(process.env.npm_lifecycle_event);
}

/** Checks our stamp or, if npm was run by hand, the record that npm writes last. */
function isInstalled() {
  const stamps = needsBuildTools() ? [stamp(true)] : [stamp(true), stamp(false)];
  return hasRuntime() && (stamps.includes(readText(stampFile)) || isRecordedByNpm());
}

function stamp(withBuildTools) {
  const lock = readText(join(root, 'package-lock.json'));
  const packages = withBuildTools ? 'all' : 'production';
  return `${createHash('sha256').update(lock).digest('hex')} ${getPlatform()} ${packages}`;
}

function isRecordedByNpm() {
  const wanted = readPackages('package-lock.json');
  const present = readPackages('node_modules/.package-lock.json');
  if (wanted === null || present === null) return false;
  const needed = Object.entries(wanted).filter(([path, entry]) => path !== '' && isNeeded(path, entry));
  return needed.every(
    ([path, { version }]) =>
      present[path] && present[path].version === version && existsSync(join(root, path)),
  );
}

function isNeeded(path, { os, cpu, libc, optional, dev, devOptional }) {
  if (mayBePruned(path, !needsBuildTools())) return false;
  if (optional && (libc || !os || !cpu)) return false;
  if ((os && !os.includes(process.platform)) || (cpu && !cpu.includes(process.arch))) return false;
  return !(dev || devOptional) || needsBuildTools();
}

function readPackages(path) {
  try {
    return JSON.parse(readFileSync(join(root, path), 'utf8')).packages || null;
  } catch {
    return null;
  }
}

function install() {
  if (isInstalled()) return;
  if (!quiet) process.stderr.write('countersign: installing the packages …\n');
  // Removing the stamp first keeps an interrupted installation from passing for a complete one.
  rmSync(stampFile, { force: true });
  const withBuildTools = needsBuildTools();
  const which = [withBuildTools ? '--include=dev' : '--omit=dev', '--include=optional'];
  const exact = runNpm(['ci', ...which]);
  if (exact.status !== 0) {
    process.stderr.write(`countersign: npm ci failed, trying npm install\n${exact.stderr}`);
    const loose = runNpm(['install', ...which]);
    if (loose.status !== 0) throw new Error(`the packages could not be installed\n${loose.stderr}`);
  }
  writeFileSync(stampFile, stamp(withBuildTools));
}

function runNpm(args) {
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

/** Keeps two scripts that start together from installing at the same time. */
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

function getPlatform() {
  return `${process.platform}-${process.arch}`;
}

function readText(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
