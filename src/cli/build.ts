import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join, sep } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { tryLock } from '../../scripts/lock.mjs';
import { getErrorCode } from '#domain/error-code.ts';
import type * as Server from './serve.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** The sources of the pages. `package-lock.json` stands for the installed packages. */
const SOURCES = ['src', 'static', 'svelte.config.js', 'vite.config.ts', 'package-lock.json'];
const STAMP = join(ROOT, 'build', '.sources');
/** What runs after the build, in few files (bundle.ts). */
export const BUNDLES = join(ROOT, 'build', 'bundles');
const WAIT_MS = 100;

/**
 * Builds the pages and the bundles into `build/` unless the existing build was made from exactly these sources.
 * When several processes start at once, only one of them builds. Throws the compiler's output if the build
 * fails. Aborting `signal` ends the build.
 */
export async function buildProduct(signal?: AbortSignal): Promise<void> {
  if (isBuilt()) return;
  const release = await lockOfBuild(signal);
  try {
    const sources = hashOfSources();
    if (readStamp() === sources) return;
    process.stderr.write('countersign: building the pages …\n');
    await runBuilder([join(ROOT, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'], signal);
    await runBuilder([join(ROOT, 'src/cli/bundle.ts')], signal);
    writeFileSync(STAMP, sources);
  } finally {
    release();
  }
}

/** Checks whether the build was made from exactly these sources. */
export function isBuilt(): boolean {
  return readStamp() === hashOfSources();
}

/** Loads the server's bundle, with its compiled code of earlier runs where the disk allows keeping it. */
export async function importServer(): Promise<typeof Server> {
  enableCompileCache(join(ROOT, 'build', '.compiled'));
  return (await import(pathToFileURL(join(BUNDLES, 'cli-serve.mjs')).href)) as typeof Server;
}

async function lockOfBuild(signal: AbortSignal | undefined): Promise<() => void> {
  for (;;) {
    const release = tryLock('build', ROOT);
    if (release !== null) return release;
    signal?.throwIfAborted();
    await delay(WAIT_MS);
  }
}

function hashOfSources(): string {
  const hash = createHash('sha256');
  for (const path of SOURCES.flatMap(listFiles)) {
    const bytes = readFileSync(join(ROOT, path));
    hash.update(`${path.split(sep).join('/')}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex');
}

function listFiles(path: string): string[] {
  try {
    const entries = readdirSync(join(ROOT, path), { withFileTypes: true, recursive: true });
    const files = entries.filter((entry) => entry.isFile());
    return files.map((file) => join(file.parentPath, file.name).slice(ROOT.length)).sort();
  } catch (error) {
    if (getErrorCode(error) === 'ENOTDIR') return [path];
    if (getErrorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

function readStamp(): string | null {
  try {
    return readFileSync(STAMP, 'utf8');
  } catch {
    return null;
  }
}

async function runBuilder(command: readonly string[], signal: AbortSignal | undefined): Promise<void> {
  const child = spawn(process.execPath, command, {
    cwd: ROOT,
    // Tests set NODE_ENV=test, which would make a development build.
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(signal === undefined ? {} : { signal }),
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output = (output + chunk).slice(-4000);
    });
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject).on('close', resolve);
  });
  if (code !== 0) throw new Error(`building the pages failed\n${output.trim()}`);
}
