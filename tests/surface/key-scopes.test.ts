import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { CHOSEN_SCOPES, type KeyScope } from '#domain/organization/key-scope.ts';
import { OPERATION_SCOPES } from '#domain/organization/operation-scopes.ts';
import { ROUTES } from '#server/http/rest/routes.ts';
import { useApi } from '../support/api.ts';

const api = useApi();
const OPERATIONS = ROUTES.filter(({ path }) => path.startsWith('/api/v1/'));
const contract: { paths: Record<string, Record<string, Record<string, unknown>>> } = JSON.parse(
  readFileSync(new URL('../vectors/openapi.json', import.meta.url), 'utf8'),
);

const secrets = new Map<string, string>();
const keyOf = (scopes: readonly string[]) => secrets.get(scopes.join(' ')) ?? '';
const without = (scope: KeyScope) => CHOSEN_SCOPES.filter((one) => one !== scope);

beforeAll(async () => {
  const { apiKey } = await api.tenant();
  const wanted = [
    CHOSEN_SCOPES,
    ['admin'],
    ['webhooks', 'settings'],
    ...CHOSEN_SCOPES.map(without),
    ...CHOSEN_SCOPES.map((scope) => [scope]),
  ];
  for (const scopes of wanted) {
    const body = { name: 'Key', scopes };
    const { status, json } = await api.call('POST', '/api/v1/api-keys', { key: apiKey, body });
    expect(status).toBe(201);
    secrets.set(scopes.join(' '), json.secret as string);
  }
});

/** Returns the scopes that a call was refused for; none if it wasn't. */
async function missing(method: string, path: string, key: string): Promise<readonly string[]> {
  const { status, json } = await api.call(method, path.replaceAll(/\{\w+\}/g, 'x'), {
    key,
    ...(method === 'GET' || method === 'DELETE' ? {} : { body: { autoSend: false } }),
  });
  expect(status).not.toBe(401);
  expect(status).toBeLessThan(500);
  if (json?.code !== 'insufficient_scope') return [];
  expect(json.message).toBe(
    `This API key lacks ${json.details.missing.join(' and ')}. Create a key that has it in the dashboard's settings.`,
  );
  return json.details.missing;
}

it('the table has a row for every operation, and no others', () => {
  expect(Object.keys(OPERATION_SCOPES).toSorted()).toEqual(
    OPERATIONS.map(({ method, path }) => `${method} ${path}`).toSorted(),
  );
});

describe.each(OPERATIONS)('$method $path', ({ method, path, keyScopes, agentScopes }) => {
  const needed = keyScopes ?? [];

  it('is refused to a key that lacks one of its scopes, and to no other', async () => {
    for (const scope of CHOSEN_SCOPES)
      expect(await missing(method, path, keyOf(without(scope))), scope).toEqual(
        needed.includes(scope) ? [scope] : [],
      );
    expect(await missing(method, path, keyOf(CHOSEN_SCOPES))).toEqual([]);
  });

  it('is open to a single scope only if it needs no other', async () => {
    for (const scope of CHOSEN_SCOPES)
      expect(await missing(method, path, keyOf([scope])), scope).toEqual(
        needed.filter((one) => one !== scope),
      );
  });

  it('takes admin as webhooks and settings', async () => {
    const [earlier, named] = [keyOf(['admin']), keyOf(['webhooks', 'settings'])];
    expect(await missing(method, path, earlier)).toEqual(await missing(method, path, named));
  });

  it('names its scopes in the document, the same for keys and tokens', () => {
    expect(contract.paths[path]?.[method.toLowerCase()]?.['x-required-scopes']).toEqual(needed);
    if (agentScopes !== null) expect(agentScopes).toEqual(needed);
  });
});
