import { execFileSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const SRC = fileURLToPath(new URL('../../src/server', import.meta.url));
/** Imports modules, and prints which of the picture decoder's native libraries the process has loaded. */
const PRINT_LOADED = `
  const { readFileSync } = await import('node:fs');
  for (const module of process.argv.slice(1)) await import(module);
  const maps = readFileSync('/proc/self/maps', 'utf8');
  console.log([...new Set(maps.match(/skia[^ ]*\\.node/g))].join());
  process.exit(0);
`;
const loadedBy = (...modules: string[]) =>
  execFileSync(process.execPath, ['--input-type=module', '-e', PRINT_LOADED, '--', ...modules], {
    encoding: 'utf8',
  }).trim();

it.skipIf(!existsSync('/proc/self/maps'))(
  'pictures of strangers are decoded in sandboxed processes only, never by the service or its threads',
  () => {
    const threads = globSync('**/*-worker.ts', { cwd: SRC }).map((path) => `${SRC}/${path}`);
    expect(threads.length).toBeGreaterThan(2);
    expect(loadedBy(`${SRC}/main/open-services.ts`, `${SRC}/jobs/worker.ts`, ...threads)).toBe('');
    expect(loadedBy(`${SRC}/pdf/image/picture-process.ts`)).toContain('skia');
  },
);
