import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { patience } from '../support/patience.ts';
import { fileOf, readSealVectors, vectorFile } from '../vectors/seal/vectors.ts';

const PACKAGE = fileURLToPath(new URL('../../packages/verify', import.meta.url));

const target = mkdtempSync(join(tmpdir(), 'countersign-verify-'));
afterAll(() => rmSync(target, { recursive: true }));

it(
  'installs from its tarball into an empty project, and verifies there',
  () => {
    execFileSync('npm', ['pack', '--silent', '--pack-destination', target], { cwd: PACKAGE });
    writeFileSync(join(target, 'package.json'), '{"private":true}');
    const tarball = join(target, 'countersign-verify-0.1.0.tgz');
    execFileSync('npm', ['install', '--silent', '--offline', '--no-audit', '--no-fund', tarball], {
      cwd: target,
    });
    expect(existsSync(join(target, 'node_modules/@countersign/verify/src'))).toBe(false);

    const [root = Buffer.alloc(0)] = vectorFile('root.der');
    writeFileSync(join(target, 'root.der'), root);
    const run = (name: string, ...args: string[]) => {
      const vector = readSealVectors().find((one) => one.name === name);
      if (vector === undefined) throw new Error(`no vector ${name}`);
      writeFileSync(join(target, 'file.pdf'), fileOf(vector));
      const command = join(target, 'node_modules/.bin/countersign-verify');
      return spawnSync(command, ['file.pdf', '--at', vector.options.now, ...args], {
        cwd: target,
        encoding: 'utf8',
      });
    };
    const valid = run('valid-b-b', '--ca', 'root.der');
    expect(valid).toMatchObject({ status: 0, stdout: expect.stringContaining('Example Ltd sealed it') });
    expect(run('isa-content', '--ca', 'root.der')).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('[appended_changes]'),
    });
    expect(run('valid-b-b')).toMatchObject({
      status: 3,
      stdout: expect.stringContaining('[root_not_given]'),
    });
    expect(run('valid-b-b', '--ca', 'missing.der')).toMatchObject({ status: 2 });
    expect(run('valid-b-b', '--help')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('--evidence FILE'),
    });
    const json = JSON.parse(run('valid-b-b', '--ca', 'root.der', '--json').stdout) as { verdict: string };
    expect(json.verdict).toBe('valid');
  },
  patience(120_000),
);
