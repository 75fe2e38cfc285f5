import { spawn } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

/**
 * The small project has no texts of its own. This script only reports that it ran, and what existed by then.
 */
const COMPILES_MESSAGES = `
import { existsSync, writeFileSync } from 'node:fs';
export function compileMessages() {
  writeFileSync('compiled.json', JSON.stringify({ afterPackages: existsSync('node_modules/part/package.json') }));
}`;
const INSTALLING = 'countersign: installing the packages …\n';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'countersign-ensure-'));
  mkdirSync(join(root, 'scripts'));
  for (const name of ['ensure.mjs', 'lock.mjs', 'prune.mjs']) {
    copyFileSync(new URL(`../../../scripts/${name}`, import.meta.url), join(root, 'scripts', name));
  }
  writeFileSync(join(root, 'scripts/messages.mjs'), COMPILES_MESSAGES);
  mkdirSync(join(root, 'part'));
  write('part/package.json', { name: 'part', version: '1.0.0' });
  requirePart('file:part');
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

test('installs once, then has nothing to say', async () => {
  expect(await ensure()).toEqual({ code: 0, stderr: INSTALLING });
  expect(existsSync(join(root, 'node_modules/part/package.json'))).toBe(true);
  expect(JSON.parse(readFileSync(join(root, 'compiled.json'), 'utf8'))).toEqual({ afterPackages: true });
  expect(await ensure()).toEqual({ code: 0, stderr: '' });
});

test('installs again when the lock file has changed', async () => {
  await ensure();
  write('part/package.json', { name: 'part', version: '1.0.1' });
  requirePart('file:part', '1.0.1');
  expect(await ensure()).toEqual({ code: 0, stderr: INSTALLING });
});

test('repeats an interrupted installation', async () => {
  await ensure();
  rmSync(join(root, 'node_modules/.countersign-installed'));
  rmSync(join(root, 'node_modules/.package-lock.json'));
  expect(await ensure()).toEqual({ code: 0, stderr: INSTALLING });
});

test('two scripts that start together install once', async () => {
  const [one, two] = await Promise.all([ensure(), ensure()]);
  expect([one.code, two.code]).toEqual([0, 0]);
  expect(one.stderr + two.stderr).toBe(INSTALLING);
});

test('a failed installation says why and leaves no mark of success', async () => {
  requirePart('file:missing.tgz');
  const { code, stderr } = await ensure();
  expect(code).toBe(1);
  expect(stderr).toContain('countersign: the packages could not be installed');
  expect(stderr).toContain('missing.tgz');
  expect(existsSync(join(root, 'node_modules/.countersign-installed'))).toBe(false);
});

function requirePart(reference: string, version = '1.0.0'): void {
  const dependencies = { part: reference };
  const source = reference.endsWith('.tgz')
    ? { 'node_modules/part': { version, resolved: reference } }
    : { 'node_modules/part': { resolved: 'part', link: true }, part: { version } };
  write('package.json', { name: 'whole', version: '1.0.0', dependencies });
  const whole = { name: 'whole', version: '1.0.0', dependencies };
  write('package-lock.json', { name: 'whole', lockfileVersion: 3, packages: { '': whole, ...source } });
}

function write(path: string, content: object): void {
  writeFileSync(join(root, path), JSON.stringify(content));
}

function ensure(): Promise<{ code: number | null; stderr: string }> {
  const child = spawn(process.execPath, ['scripts/ensure.mjs'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env['PATH'] ?? '', HOME: root, npm_config_offline: 'true' },
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk));
  return new Promise((resolve, reject) => {
    child.on('error', reject).on('close', (code) => resolve({ code, stderr }));
  });
}
