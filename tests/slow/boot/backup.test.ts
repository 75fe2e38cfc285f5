import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { computeSha256Hex } from '#server/crypto/hash.ts';

import { type Envelopes, createEnvelopesClient } from '../../../scripts/client/envelopes.ts';
import { openHttpClient } from '../../../scripts/client/http.ts';
import { plainPdf } from '../../support/envelopes.ts';
import { patience } from '../../support/patience.ts';
import { type Program, runProgram } from '../../support/program.ts';
import { freePort } from '../../support/free-port.ts';
import { drilledEnv } from './crash/victim.ts';

let home: string;
let dataDir: string;
let pdf: Uint8Array;
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'countersign-backup-'));
  dataDir = join(home, 'data');
  pdf = await plainPdf(1);
});
afterAll(() => {
  rmSync(home, { recursive: true });
});

async function cli(directory: string, ...args: string[]) {
  const program = runProgram('main', { DATA_DIR: directory }, args);
  const { code } = await program.ended;
  return { code, ...program.output() };
}

async function served<Result>(
  directory: string,
  key: string,
  use: (api: Envelopes) => Promise<Result>,
): Promise<Result> {
  const port = await freePort();
  const program: Program = runProgram('start', { ...drilledEnv(directory), PORT: String(port) });
  await program.printed(/listening on/);
  const http = openHttpClient(`http://localhost:${port}`);
  try {
    return await use(createEnvelopesClient(http, key));
  } finally {
    http.close();
    program.child.kill();
    await program.ended;
  }
}

describe('a backup', () => {
  // Six programs start one after the other.
  const made = { timeout: patience(120_000) };
  test('is made while the service works, and has everything from before it began', made, async () => {
    const account = [
      '--organization',
      'Acme',
      '--name',
      'Ada',
      '--email',
      'a@example.com',
      '--password',
      'correct horse battery',
    ];
    const { apiKey } = JSON.parse((await cli(dataDir, 'bootstrap', ...account, '--json')).stdout) as {
      apiKey: string;
    };
    const target = join(home, 'backup');
    const before = await served(dataDir, apiKey, async (api) => {
      const create = async () => (await api.createInline('a.pdf', pdf, { detect: false })).envelope;
      const first = [await create(), await create()];
      const copying = cli(dataDir, 'backup', target);
      for (let more = 0; more < 4; more += 1) await create();
      expect(await copying).toMatchObject({
        code: 0,
        stderr: '',
        stdout: expect.stringMatching(/ has the database and \d+ documents .*\nIt has the secret key: /),
      });
      return first;
    });
    expect(readdirSync(home).sort()).toEqual(['backup', 'data']);

    await served(target, apiKey, async (api) => {
      for (const { id, contentHash } of before) {
        expect((await api.get(id)).envelope).toMatchObject({ status: 'draft', contentHash });
        expect(await api.events(id)).not.toHaveLength(0);
      }
    });
    expect(await cli(target, 'log', 'publish')).toMatchObject({ code: 0 });
    const audited = await cli(target, 'audit', '--documents');
    expect(audited).toMatchObject({ code: 0, stderr: '' });
    expect(audited.stdout).toMatch(/^\d+ chains, .* are valid\n[1-9]\d* documents have their hashes\n$/);
  });

  test('is restored to an empty directory once everything in it was checked', made, async () => {
    const [backup, restored, kept] = ['older', 'restored', 'kept'].map((name) => join(home, name)) as [
      string,
      string,
      string,
    ];
    expect(await cli(dataDir, 'log', 'publish')).toMatchObject({ code: 0 });
    expect(await cli(dataDir, 'backup', backup)).toMatchObject({ code: 0 });
    const done = await cli(restored, 'restore', backup);
    expect(done).toMatchObject({ code: 0, stderr: '' });
    expect(done.stdout).toMatch(
      /^\d+ chains, \d+ entries and \d+ checkpoints are valid\n[1-9]\d* documents have their hashes\nthe log's last checkpoint has \d+ entries and is from .*Z\n.* is restored: start the service\n$/,
    );
    expect(readdirSync(restored)).toEqual(expect.arrayContaining(['blobs', 'postgres', 'secret-key']));
    expect(await cli(restored, 'audit', '--documents')).toMatchObject({ code: 0 });
    expect(await cli(restored, 'restore', backup)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is not empty'),
    });

    // Someone has seen more of the log than the backup contains.
    const more = {
      organization: 'More',
      name: 'Ben',
      email: 'b@example.com',
      password: 'correct horse battery',
    };
    const account = Object.entries(more).flatMap(([name, value]) => [`--${name}`, value]);
    const { apiKey } = JSON.parse((await cli(dataDir, 'bootstrap', ...account, '--json')).stdout) as {
      apiKey: string;
    };
    await served(dataDir, apiKey, (api) => api.createInline('b.pdf', pdf, { detect: false }));
    expect(await cli(dataDir, 'log', 'publish')).toMatchObject({ code: 0 });
    expect(await cli(dataDir, 'log', 'export', kept)).toMatchObject({ code: 0 });
    const late = join(home, 'late');
    const refused = await cli(late, 'restore', backup, '--kept', join(kept, 'checkpoint'));
    expect(refused).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^kept_checkpoint: the checkpoint has \d+ entries, the log only \d+\n$/),
      stderr: expect.stringContaining('was not restored'),
    });
    expect([late, `${late}.partial`].filter(existsSync)).toEqual([]);
  });

  test('is audited with its documents', async () => {
    const blobs = join(home, 'backup', 'blobs');
    const organization = readdirSync(blobs).find((name) => name.startsWith('org_')) ?? '';
    const directory = join(blobs, organization, 'blobs');
    const [name = ''] = readdirSync(directory);
    writeFileSync(join(directory, name), 'other bytes');
    expect(name).not.toBe(computeSha256Hex('other bytes'));
    const changed = await cli(join(home, 'backup'), 'audit', '--documents');
    expect(changed).toMatchObject({
      code: 1,
      stdout: `document: ${organization}/blobs/${name} has other bytes\n`,
    });
    rmSync(join(directory, name));
    const refused = await cli(join(home, 'damaged'), 'restore', join(home, 'backup'));
    expect(refused).toMatchObject({ code: 1, stdout: expect.stringContaining(' is missing\n') });
    expect(existsSync(join(home, 'damaged'))).toBe(false);
    const missing = await cli(join(home, 'backup'), 'audit', '--documents');
    expect(missing).toMatchObject({
      code: 1,
      stdout: `document: ${organization}/blobs/${name} is missing\n`,
    });
  });

  test.each([
    ['into a directory that exists', () => join(home, 'backup'), 'already exists'],
    ['into the data directory', () => join(dataDir, 'backup'), 'is part of what is copied'],
  ])('%s is refused', async (_, target, message) => {
    const { code, stderr } = await cli(dataDir, 'backup', target());
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(message) });
    expect(existsSync(`${target()}.partial`)).toBe(false);
  });

  test('is not restored while somebody uses it', async () => {
    const used = join(home, 'used');
    mkdirSync(join(used, 'postgres'), { recursive: true });
    for (const name of ['postgres/PG_VERSION', 'postgres/postmaster.pid', 'secret-key'])
      writeFileSync(join(used, name), '');
    const refused = await cli(join(home, 'unused'), 'restore', used);
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is in use'),
    });
  });

  test('that fails leaves nothing behind', async () => {
    const [file, target] = [join(home, 'file'), join(home, 'failed')];
    writeFileSync(file, 'not a directory');
    const env = { DATA_DIR: dataDir, STORAGE_URL: pathToFileURL(file).href };
    expect(await runProgram('main', env, ['backup', target]).ended).toMatchObject({ code: 1 });
    expect([target, `${target}.partial`].filter(existsSync)).toEqual([]);
  });

  test('of a database of your own is left to its tools', async () => {
    const env = { DATA_DIR: dataDir, DATABASE_URL: 'postgres://a:b@127.0.0.1:9/c' };
    const program = runProgram('main', env, ['backup', join(home, 'other')]);
    expect(await program.ended).toMatchObject({ code: 1 });
    expect(program.output().stderr).toContain('DATABASE_URL is set');
  });
});
