import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { announceCluster, waitForCluster } from './cluster-address.ts';

const LOGIN = { user: 'u', password: 'p' };
const ADDRESS = { directory: '/tmp/server', app: LOGIN, owner: LOGIN };
let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'countersign-announced-'));
});
afterEach(() => rm(directory, { recursive: true }));

it('is known to who waited for it, and to who comes later', async () => {
  const waiting = waitForCluster(directory);
  await announceCluster(directory, { address: ADDRESS });
  expect(await waiting).toEqual(ADDRESS);
  expect(await waitForCluster(directory)).toEqual(ADDRESS);
});

it('says why the server did not start', async () => {
  const waiting = waitForCluster(directory);
  await announceCluster(directory, { error: 'no space left' });
  await expect(waiting).rejects.toThrow('PostgreSQL did not start: no space left');
});
