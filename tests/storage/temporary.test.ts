import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const MODULE = new URL('../../src/server/temporary.ts', import.meta.url).href;

let files: string;
const children: ChildProcess[] = [];
beforeEach(() => {
  files = mkdtempSync(join(tmpdir(), 'temporary-test-'));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(files, { recursive: true, force: true });
});

/** Runs a program with the module's functions in scope. Resolves to the process and its first output. */
async function run(program: string): Promise<{ child: ChildProcess; output: string }> {
  const source = `import * as temporary from '${MODULE}'; import { writeFileSync } from 'node:fs'; ${program}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { ...process.env, TMPDIR: files },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  children.push(child);
  const [output] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, output: output.toString().trim() };
}

/** A process that keeps a document in a temporary directory until its input ends. */
const holder = () =>
  run(`const directory = temporary.createTemporaryDirectory('document');
    writeFileSync(directory + '/document', 'secret');
    console.log(directory);
    process.stdin.resume().on('end', () => process.exit());`);
const removed = async () => Number((await run('console.log(await temporary.removeLeftFiles())')).output);

async function ended(child: ChildProcess, end: () => void): Promise<void> {
  const exit = once(child, 'exit');
  end();
  await exit;
}

describe('temporary files', () => {
  it('are removed after their process was killed, and only then', async () => {
    const killed = await holder();
    const living = await holder();
    expect(await removed()).toBe(0);
    await ended(killed.child, () => killed.child.kill('SIGKILL'));
    expect(existsSync(join(killed.output, 'document'))).toBe(true);
    expect(await removed()).toBe(1);
    expect(existsSync(killed.output)).toBe(false);
    expect(existsSync(join(living.output, 'document'))).toBe(true);
  });

  it('go with a process that ends by itself', async () => {
    const { child } = await holder();
    await ended(child, () => child.stdin?.end());
    expect(readdirSync(files)).toEqual([]);
  });

  it('stay if another machine or a namespace in use may have made them', async () => {
    for (const name of [`1-7-7-elsewhere-abcdef`, `1-7-7-${hostname()}-abcdef`, 'other'])
      mkdirSync(join(files, `countersign-files-${name}`));
    expect(await removed()).toBe(0);
    expect(readdirSync(files)).toHaveLength(3);
  });
});
