import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { expectError } from '../support/answers.ts';
import { useApi } from '../support/api.ts';
import { createDraft } from '../support/envelopes.ts';

const directory = mkdtempSync(join(tmpdir(), 'countersign-disk-'));
const mount = (...args: string[]) => spawnSync('mount', [...args, directory]).status === 0;
const isMounted = mount('-t', 'tmpfs', '-o', 'size=300m', 'tmpfs');

const api = useApi({ env: { STORAGE_URL: pathToFileURL(directory).href } });
afterAll(() => {
  if (isMounted) spawnSync('umount', ['--lazy', directory]);
  rmdirSync(directory);
});

const storageCheck = async () => (await api.call('GET', '/api/health')).json.checks.storage;

describe.skipIf(!isMounted)('storage on a disk (skipped where nothing can be mounted)', () => {
  it('is healthy with enough space', async () => {
    expect(await storageCheck()).toBe('ok');
  });

  it('says that it is full, and takes documents again once there is space', async () => {
    const { apiKey } = await api.tenant();
    expect((await createDraft(api, apiKey)).status).toBe(201);
    expect(mount('-o', 'remount,size=16k')).toBe(true);
    expect(await storageCheck()).toBe('failing');
    // Each document takes two files of at least one page.
    const answers = [];
    for (let count = 0; count < 4; count += 1)
      answers.push(await createDraft(api, apiKey, { displayName: `${count}` }));
    const refused = answers.find(({ status }) => status !== 201);
    if (refused === undefined) throw new Error('everything found space');
    expectError(refused, 'unavailable', { reason: 'storage_full' });
    expect(mount('-o', 'remount,size=300m')).toBe(true);
    expect((await createDraft(api, apiKey)).status).toBe(201);
    expect(await storageCheck()).toBe('ok');
  });

  it('says that it is read-only', async () => {
    const { apiKey } = await api.tenant();
    expect(mount('-o', 'remount,ro')).toBe(true);
    expectError(await createDraft(api, apiKey), 'unavailable', { reason: 'storage_read_only' });
    expect(await storageCheck()).toBe('failing');
    expect(mount('-o', 'remount,rw')).toBe(true);
    expect(await storageCheck()).toBe('ok');
  });
});
