import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const cache = join(tmpdir(), 'go-build');
/** Debian's Go packages, which need no network. */
const env = { ...process.env, GO111MODULE: 'off', GOPATH: '/usr/share/gocode', GOCACHE: cache };

/** Whether Go is here, with these packages. */
export function hasGo(...packages: readonly string[]): boolean {
  return spawnSync('go', ['list', ...packages], { env }).status === 0;
}

const built = new Map<string, string>();

/** Returns the path of a program of tests/support/go, which is built once. */
export function goProgram(name: string): string {
  const known = built.get(name);
  if (known !== undefined) return known;
  const program = join(mkdtempSync(join(tmpdir(), `${name}-`)), name);
  const source = fileURLToPath(new URL(`go/${name}.go`, import.meta.url));
  execFileSync('go', ['build', '-o', program, source], { env });
  built.set(name, program);
  return program;
}
