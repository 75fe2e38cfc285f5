import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { generateApiKey } from '#server/crypto/api-key.ts';
import { revokeApiKey } from '#server/db/organizations/api-keys.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { ROUTES } from '#server/http/rest/routes.ts';
import { expectError } from '../support/answers.ts';
import { useApi } from '../support/api.ts';

const api = useApi();
const operations = ROUTES.filter(({ path }) => path.startsWith('/api/v1/')).map(
  ({ method, path }) => [method, path] as const,
);
const NOBODYS = '01h455vb4pex5vsknk084sn02q';
const at = (path: string) => path.replaceAll(/\{\w+\}/g, `env_${NOBODYS}`);
const contract: { paths: Record<string, Record<string, unknown>> } = JSON.parse(
  readFileSync(new URL('../vectors/openapi.json', import.meta.url), 'utf8'),
);
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const allowedOn = (path: string) =>
  METHODS.filter((method) => contract.paths[path]?.[method.toLowerCase()] !== undefined);

let key: string;
let revoked: string;

beforeAll(async () => {
  key = (await api.tenant()).apiKey;
  const former = await api.tenant();
  revoked = former.apiKey;
  expect((await api.ask('GET /api/v1/ping', { key: revoked })).status).toBe(200);
  await transaction(api.services.db, former, async (tx) => {
    const [row] = await tx.execute<{ id: string }>('select id from api_keys');
    await revokeApiKey(tx, former.organizationId, row?.id ?? '', api.clock.now);
  });
});

const CREDENTIALS: readonly (readonly [string, () => Record<string, string>])[] = [
  ['no credential', () => ({})],
  ['another scheme', () => ({ authorization: 'Basic c3ZjX3NrXzphYmM=' })],
  ['an empty bearer token', () => ({ authorization: 'Bearer ' })],
  ['text that is not a key', () => ({ authorization: 'Bearer svc_sk_short' })],
  ['an unknown key', () => ({ authorization: `Bearer ${generateApiKey()}` })],
  ['an unknown key in the other header', () => ({ 'x-api-key': generateApiKey() })],
  ['a session cookie', () => ({ cookie: 'countersign_session=abc' })],
  [
    'a key with a wrong checksum',
    () => ({ authorization: `Bearer ${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}` }),
  ],
  ['a revoked key', () => ({ authorization: `Bearer ${revoked}` })],
];

describe.each(operations)('%s %s', (method, path) => {
  it('answers 401 to every credential that is not a valid key', async () => {
    const body = method === 'GET' || method === 'DELETE' ? {} : { body: {} };
    for (const [name, headers] of CREDENTIALS) {
      const answer = await api.call(method, at(path), { ...body, headers: headers() });
      expect(answer.status, name).toBe(401);
      expectError(answer, 'unauthorized');
      expect(answer.headers.get('www-authenticate'), name).toBe('Bearer');
    }
  });

  it('answers 405 to a method that the path does not have, with those it has', async () => {
    const allowed = allowedOn(path);
    const other = ['PATCH', 'PUT', 'DELETE', 'POST'].find((one) => !allowed.includes(one)) ?? 'TRACE';
    const answer = await api.call(other, at(path), { key });
    expectError(answer, 'method_not_allowed');
    const listed = answer.headers.get('allow')?.split(', ') ?? [];
    const expected = [...allowed, ...(allowed.includes('GET') ? ['HEAD'] : []), 'OPTIONS'];
    expect(listed.toSorted()).toEqual(expected.toSorted());
  });
});
