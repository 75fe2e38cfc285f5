import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '#domain/limits.ts';
import { hasJsonBody } from '#server/http/rest/input.ts';
import { ROUTES, type Route } from '#server/http/rest/routes.ts';
import { expectError, expectIssues, type JsonAnswer } from '../support/answers.ts';
import { useApi } from '../support/api.ts';
import { draftForEditing, editedPage, requestEditing } from '../support/editing.ts';
import { ALICE, sendDraft } from '../support/envelopes.ts';
import { useListening } from '../support/listening.ts';
import { ORIGIN, sessionOf } from '../support/session.ts';
import { tokenIn } from '../support/sessions.ts';
import { tokenOf } from '../support/signer.ts';

const api = useApi();
const server = useListening(api);

type JsonSchema = { readonly properties?: object };
const contract: {
  paths: Record<
    string,
    Record<string, { requestBody?: { content: Record<string, { schema: JsonSchema }> } }>
  >;
} = JSON.parse(readFileSync(new URL('../vectors/openapi.json', import.meta.url), 'utf8'));
const all = ROUTES.map((route) => [route.method, route.path, route] as const);
const withBody = all.filter(([, , route]) => hasJsonBody(route));

let keys: Readonly<Record<string, string>>;
let cookie: string;
beforeAll(async () => {
  const tenant = await api.tenant();
  keys = {
    '/api/v1/': tenant.apiKey,
    '/api/signer/': await tokenOf(api, await sendDraft(api, tenant.apiKey), ALICE.email),
    '/api/editing/session': tokenIn(await requestEditing(api, await draftForEditing(api, tenant))),
    '/api/editing/': await editedPage(api, await draftForEditing(api, tenant)),
  };
  cookie = await sessionOf(api, tenant.organizationId);
});

/** The refusals come before anything is looked up, so these name nothing that exists. */
const fill = (path: string) => path.replaceAll(/\{\w+\}/g, 'env_01h455vb4pex5vsknk084sn02q');

function authorize({ path, rest }: Route): Record<string, string> {
  const key = Object.entries(keys).find(([prefix]) => path.startsWith(prefix))?.[1];
  if (key !== undefined) return { authorization: `Bearer ${key}` };
  return { origin: ORIGIN, ...(rest.needsSession === true && { cookie }) };
}

const JSON_TYPE = { 'content-type': 'application/json' };

type Sent = {
  readonly query?: string;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
};

async function ask(route: Route, { query = '', headers = {}, ...body }: Sent): Promise<JsonAnswer> {
  const answer = await fetch(`${server.origin}${fill(route.path)}${query}`, {
    method: route.method,
    headers: { ...authorize(route), ...headers },
    ...body,
  });
  return { status: answer.status, headers: answer.headers, json: await answer.json() };
}

const MALFORMED: readonly (readonly [string, string | Uint8Array<ArrayBuffer>, string])[] = [
  ['not JSON', '{"expectedVersion":', 'application/json'],
  ['an array', '[]', 'application/json'],
  ['a text', '"text"', 'application/json'],
  ['null', 'null', 'application/json'],
  ['of another type', 'a=b', 'application/x-www-form-urlencoded'],
  ['not UTF-8', Uint8Array.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 'application/json'],
];

describe.each(withBody)('%s %s', (method, path, route) => {
  it('refuses what is not a JSON object', async () => {
    for (const [name, body, type] of MALFORMED) {
      const answer = await ask(route, { body, headers: { 'content-type': type } });
      expect(answer.json, name).toMatchObject({ code: 'malformed_request' });
      expectError(answer, 'malformed_request');
    }
  });

  it('refuses a body over its limit, whether the length is said or not', async () => {
    const maxBytes = route.rest.maxBodyBytes ?? LIMITS.jsonBodyMaxBytes;
    const headers = { ...authorize(route), ...JSON_TYPE };
    const said = { ...headers, 'content-length': String(maxBytes + 1) };
    expectError(
      await api.call(method, fill(path), { raw: Buffer.from('{}'), headers: said }),
      'payload_too_large',
      { maxBytes },
    );
    const raw = Buffer.alloc(maxBytes + 1, 0x20);
    expectError(await api.call(method, fill(path), { raw, headers }), 'payload_too_large', { maxBytes });
  });

  it('names properties that it does not know by their JSON pointers', async () => {
    const body = '{"surprise":1,"a/b~c":2,"constructor":1,"toString":1}';
    const answer = await ask(route, { body, headers: JSON_TYPE });
    expectError(answer, 'validation_failed', { issues: expect.any(Array) });
    const unknown = ['/surprise', '/a~1b~0c', '/constructor', '/toString'];
    expect(answer.json.details.issues).toEqual(
      expect.arrayContaining(unknown.map((name) => ({ path: name, message: 'is not a known property' }))),
    );
    expectIssues(await ask(route, { body: '{"__proto__":1}', headers: JSON_TYPE }), ['/__proto__']);
  });

  it('names texts that cannot be stored', async () => {
    const body = '{"a":"x\\u0000","b":["ok","\\ud800"]}';
    expectIssues(await ask(route, { body, headers: JSON_TYPE }), ['/a', '/b/1']);
  });

  it('takes nothing of the body from the query', async () => {
    const schema = contract.paths[path]?.[method.toLowerCase()]?.requestBody?.content['application/json'];
    for (const name of ['surprise', ...Object.keys(schema?.schema.properties ?? {})].slice(0, 3)) {
      const answer = await ask(route, { query: `?${name}=x`, body: '{}', headers: JSON_TYPE });
      expectIssues(answer, [`/${name}`]);
    }
  });
});

const QUERIES: readonly (readonly [string, readonly string[]])[] = [
  ['surprise=1', ['/surprise']],
  ['surprise=', ['/surprise']],
  ['__proto__=1&constructor=2', ['/__proto__', '/constructor']],
];

describe.each(all)('%s %s', (_method, path, route) => {
  it('names query parameters that it does not know', async () => {
    // Only signers' links carry their token in the query.
    const token = path.startsWith('/api/signer/') ? [] : ([['token=abc', ['/token']]] as const);
    for (const [query, paths] of [...QUERIES, ...token])
      expectIssues(await ask(route, { query: `?${query}` }), paths);
  });
});
