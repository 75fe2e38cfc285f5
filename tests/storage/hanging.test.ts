import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { StorageDriver } from '#server/storage/driver.ts';
import { openStorage } from '#server/storage/open-storage.ts';
import { withProbeTimeout } from '#server/storage/timely-probe.ts';
import { useApi } from '../support/api.ts';

const NOWHERE = 'file:///proc/countersign/blobs';

describe.skipIf(!existsSync('/proc/self'))(
  'storage where nothing can be created (skipped without /proc)',
  () => {
    const api = useApi({ env: { STORAGE_URL: NOWHERE } });

    it('is said not to be writable, as often as anyone asks', async () => {
      // More than Node's thread pool has threads. None of them may be left waiting.
      for (let count = 0; count < 6; count += 1)
        expect((await api.call('GET', '/api/health')).json).toMatchObject({
          status: 'degraded',
          checks: { database: 'ok', storage: 'failing' },
        });
      const put = openStorage(NOWHERE)?.put('org_1/uploads/env_1', Buffer.from('x'));
      await expect(put).rejects.toThrow('ENOENT');
    });
  },
);

describe('a storage that hangs', () => {
  it('fails its probe in time, asks it once for all who wait, and recovers', async () => {
    let asked = 0;
    let answer = Promise.withResolvers<undefined>();
    const hanging = {
      probe: async () => {
        asked += 1;
        await answer.promise;
        return null;
      },
    } as StorageDriver;
    const storage = withProbeTimeout(hanging, 20);
    const late = "the storage isn't writable: no answer within 20 ms";
    await Promise.all([1, 2, 3].map(() => expect(storage.probe()).rejects.toThrow(late)));
    await expect(storage.probe()).rejects.toThrow(late);
    expect(asked).toBe(1);
    answer.resolve(undefined);
    await storage.probe();
    answer = Promise.withResolvers();
    await expect(storage.probe()).rejects.toThrow(late);
    expect(asked).toBe(2);
  });
});
