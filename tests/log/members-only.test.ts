import { beforeAll, expect, it } from 'vitest';
import { formatTilePath, listTilesBetween } from '#domain/log/tiles.ts';
import { openLogKeeper } from '#server/log/keep.ts';
import { expectError } from '../support/answers.ts';
import { useApi, type Tenant } from '../support/api.ts';
import { createDraft } from '../support/envelopes.ts';
import { sessionOf } from '../support/session.ts';

const api = useApi({ env: { LOG_PUBLIC: 'false' } });
let tenant: Tenant;
beforeAll(async () => {
  tenant = await api.tenant();
  await createDraft(api, tenant.apiKey);
  await openLogKeeper(api.services).round({ all: true });
});

const paths = listTilesBetween(0, 1).map((tile) => `/log/${formatTilePath(tile)}`);

it('keeps tiles to members with LOG_PUBLIC=false, in private caches', async () => {
  expect(paths).toEqual(['/log/tile/entries/000.p/1', '/log/tile/0/000.p/1']);
  for (const path of paths) {
    expectError(await api.call('GET', path), 'unauthorized');
    expectError(await api.call('GET', path, { key: `${tenant.apiKey.slice(0, -1)}_` }), 'unauthorized');
    const { status, headers } = await api.call('GET', path, { key: tenant.apiKey });
    expect([status, headers.get('cache-control')]).toEqual([200, 'private, max-age=31536000, immutable']);
  }
});

it('serves tiles to a session', async () => {
  const cookie = await sessionOf(api, tenant.organizationId);
  const { status } = await api.call('GET', paths[0] ?? '', { headers: { cookie } });
  expect(status).toBe(200);
});

it('still shows the checkpoint and the key to everyone, so that evidence can be checked', async () => {
  for (const path of ['/log/checkpoint', '/log/vkey']) {
    const { status, headers } = await api.call('GET', path);
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toMatch(/^public, /);
  }
});
