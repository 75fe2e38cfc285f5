import { describe, expect, it } from 'vitest';
import { readKeyUse } from '../../support/api-key.ts';
import { useApi } from '../../support/api.ts';

const api = useApi();

describe('200', () => {
  it('says that the credential works, in either header', async () => {
    const { apiKey } = await api.tenant();
    for (const headers of [
      { authorization: `Bearer ${apiKey}` },
      { authorization: `bearer ${apiKey}` },
      { 'x-api-key': apiKey },
    ]) {
      const answer = await api.call('GET', '/api/v1/ping', { headers });
      expect([answer.status, answer.json]).toEqual([200, { pong: true }]);
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
  });

  it('also answers HEAD', async () => {
    const { apiKey: key } = await api.tenant();
    expect((await api.call('HEAD', '/api/v1/ping', { key })).status).toBe(200);
  });

  it('remembers when the key was last used', async () => {
    const { apiKey: key, organizationId } = await api.tenant();
    expect(await readKeyUse(api, organizationId)).toBeNull();
    await api.ask('GET /api/v1/ping', { key });
    expect(await readKeyUse(api, organizationId)).toEqual(api.clock.now);
  });

  it('echoes a sane request id, and makes one otherwise', async () => {
    const { apiKey: key } = await api.tenant();
    const echoed = await api.ask('GET /api/v1/ping', { key, headers: { 'x-request-id': 'job-17.a_B' } });
    expect(echoed.headers.get('x-request-id')).toBe('job-17.a_B');
    for (const given of ['a b', 'x'.repeat(101), '<script>']) {
      const made = await api.ask('GET /api/v1/ping', { key, headers: { 'x-request-id': given } });
      expect(made.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    }
  });
});
