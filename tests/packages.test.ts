import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { packPackages } from '../scripts/packages.mjs';
import { expectError } from './support/answers.ts';
import { useApi } from './support/api.ts';
import { makeScratchDirectory } from './support/cluster.ts';
import { OBSTACLES } from './support/code-samples.ts';
import { patience } from './support/patience.ts';

const api = useApi();
let project: string;

beforeAll(async () => {
  project = await makeScratchDirectory();
  packPackages();
}, patience(120_000));

const list = async () => {
  const { json } = await api.call('GET', '/api/packages');
  return json.items as { file: string; url: string; sha256: string; size: number }[];
};
async function download(file: string): Promise<string> {
  const { status, bytes } = await api.call('GET', `/api/packages/${file}`);
  expect(status).toBe(200);
  const path = join(project, file);
  writeFileSync(path, bytes);
  return path;
}

it('lists the packages with hashes that their bytes have, as SHA256SUMS says', async () => {
  const items = await list();
  expect(items.map(({ file }) => file)).toEqual([
    'countersign-0.1.0-py3-none-any.whl',
    'countersign-client-0.1.0.tgz',
    'countersign-embed-0.1.0.tgz',
    'countersign-verify-0.1.0.tgz',
    'n8n-nodes-countersign-0.1.0.tgz',
  ]);
  const sums = (await api.call('GET', '/api/packages/SHA256SUMS')).bytes.toString();
  for (const { file, url, sha256, size } of items) {
    const { bytes } = await api.call('GET', new URL(url).pathname);
    expect([createHash('sha256').update(bytes).digest('hex'), bytes.length]).toEqual([sha256, size]);
    expect(sums).toContain(`${sha256}  ${file}\n`);
  }
  expectError(await api.call('GET', '/api/packages/..%2Fpackage.json'), 'not_found');
});

it('serves tarballs that npm installs, with their license', async () => {
  writeFileSync(join(project, 'package.json'), '{"private":true,"type":"module"}');
  const tarballs = await Promise.all(
    (await list()).filter(({ file }) => file.endsWith('.tgz')).map(({ file }) => download(file)),
  );
  execFileSync('npm', ['install', '--silent', '--offline', '--no-audit', '--no-fund', ...tarballs], {
    cwd: project,
  });
  const program = `
    import { Countersign } from '@countersign/client';
    import { verify } from '@countersign/verify';
    import { readFileSync } from 'node:fs';
    console.log(typeof Countersign, typeof verify, /Apache/.test(readFileSync('node_modules/@countersign/verify/LICENSE', 'utf8')));`;
  expect(
    execFileSync(process.execPath, ['--input-type=module', '-e', program], { cwd: project }).toString(),
  ).toBe('function function true\n');
});

it.skipIf(OBSTACLES.Python !== null)('serves a wheel that Python imports, with its metadata', async () => {
  const wheel = await download('countersign-0.1.0-py3-none-any.whl');
  const program =
    'import countersign, importlib.metadata as m; print(countersign.Countersign.__name__, m.version("countersign"), m.metadata("countersign")["License-Expression"])';
  expect(
    execFileSync('python3', ['-c', program], {
      env: { PATH: process.env['PATH'], PYTHONPATH: wheel },
    }).toString(),
  ).toBe('Countersign 0.1.0 Apache-2.0\n');
});
