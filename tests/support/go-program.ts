import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const cache = join(tmpdir(), 'go-build');
/** Debian's Go packages, which work without network access. */
const env = { ...process.env, GO111MODULE: 'off', GOPATH: '/usr/share/gocode', GOCACHE: cache };

/**
 * Builds a program in tests/support/go and returns its path, or null without Go or these packages. Call it
 * while a test file loads: the first build on a machine takes over a minute, which mustn't count as part of a
 * test.
 */
export function buildGoProgram(name: string, packages: readonly string[]): string | null {
  if (spawnSync('go', ['list', ...packages], { env }).status !== 0) return null;
  const program = join(mkdtempSync(join(tmpdir(), `${name}-`)), name);
  const source = fileURLToPath(new URL(`go/${name}.go`, import.meta.url));
  execFileSync('go', ['build', '-o', program, source], { env });
  return program;
}
