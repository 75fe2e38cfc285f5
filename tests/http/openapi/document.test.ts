import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ERRORS, type ErrorCode } from '#domain/errors.ts';
import { EVENT_ACTIONS } from '#domain/event/catalogue.ts';
import { verifyChain } from '#domain/event/chain.ts';
import { errorSchema } from '#wire/error.ts';
import { computeSha256Hex } from '#server/crypto/hash.ts';
import { openApiDocument } from '#server/http/openapi/document.ts';
import { listErrorCodes } from '#server/http/openapi/errors.ts';
import { getOperationId } from '#server/http/openapi/operation.ts';
import { ROUTES } from '#server/http/rest/routes.ts';
import { restRouter } from '#server/procedures/router.ts';

type Json = Record<string, any>;

/** Responses to conditional and range requests, which have neither a code nor JSON. */
const CONDITIONAL = ['206', '304'];

const document = openApiDocument('http://localhost:3000') as Json;
const operations = Object.entries(document['paths'] as Record<string, Json>).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    path,
    operation: operation as Json,
  })),
);
const described = new Map(operations.map(({ name, operation }) => [name, operation]));

function resolved(node: Json): Json {
  if (typeof node['$ref'] !== 'string') return node;
  const target = node['$ref']
    .replace('#/', '')
    .split('/')
    .reduce<any>((at, part) => at?.[part], document);
  if (target === undefined) throw new Error(`${node['$ref']} leads nowhere`);
  return resolved(target);
}

/** Writes a schema with references into its own definitions. */
const write = (schema: Json) => JSON.stringify(schema).replaceAll('#/components/schemas/', '#/$defs/');
const definitions = JSON.parse(write(document['components'].schemas)) as Json;

/** Of 1,400 bodies, most have the schema of another. */
const readers = new Map<string, z.ZodType>();

/** Turns a schema of the document into a zod schema. */
function reader(schema: Json): z.ZodType {
  const text = write(schema);
  const made = readers.get(text) ?? z.fromJSONSchema({ ...JSON.parse(text), $defs: definitions });
  readers.set(text, made);
  return made;
}

function everyNode(node: unknown, visit: (node: Json, at: string) => void, at = '#'): void {
  if (typeof node !== 'object' || node === null) return;
  if (!Array.isArray(node)) visit(node as Json, at);
  for (const [name, inner] of Object.entries(node)) everyNode(inner, visit, `${at}/${name}`);
}

describe('the document', () => {
  it('has no query parameter that its operation refuses', () => {
    const refused = operations.flatMap(({ name, path, operation }) => {
      const route = ROUTES.find((one) => name === `${one.method} ${one.path}`);
      const names = ((operation['parameters'] ?? []) as Json[])
        .map(resolved)
        .filter((parameter) => parameter['in'] === 'query')
        .map((parameter) => parameter['name'] as string);
      return names.filter((one) => route?.query.has(one) === false).map((one) => `${name} ${path} ${one}`);
    });
    expect(refused).toEqual([]);
    expect(
      described.get('DELETE /api/v1/envelopes/{id}/documents/{documentId}')?.['parameters'],
    ).toContainEqual(expect.objectContaining({ name: 'expectedVersion', in: 'query' }));
  });

  it('is valid OpenAPI 3.1', async () => {
    const result = await new Validator().validate(structuredClone(document));
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
    expect(document['openapi']).toBe('3.1.0');
    expect(document['info'].version).toBe('0.0.0');
  });

  it('describes exactly the existing operations', () => {
    const answered = ROUTES.map(({ method, path }) => `${method} ${path}`);
    expect([...described.keys()].sort()).toEqual([...answered, 'GET /api/health'].sort());
  });

  it('has no dangling references and no unused components', () => {
    const used = new Set<string>();
    everyNode(document, (node) => {
      if (typeof node['$ref'] !== 'string') return;
      expect(resolved(node)).toBeTypeOf('object');
      used.add(node['$ref']);
    });
    const held = ['schemas', 'responses', 'headers', 'parameters'].flatMap((kind) =>
      Object.keys(document['components'][kind]).map((name) => `#/components/${kind}/${name}`),
    );
    expect(held.filter((reference) => !used.has(reference))).toEqual([]);
  });

  it('gives each operation a unique name', () => {
    const names = operations.map(({ operation }) => operation['operationId']);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[a-z][A-Za-z]*$/);
  });

  it('explains each of its tags', () => {
    for (const tag of document['tags']) expect(tag, tag.name).toMatchObject({ description: /\S/ });
  });

  it('says null as a type, where there is a type', () => {
    everyNode(document['components'].schemas, (node, at) => {
      const variants = (node['anyOf'] ?? node['oneOf'] ?? []) as Json[];
      const types = variants.map(({ type }) => type);
      if (types.includes('null'))
        expect(
          variants.every(({ $ref, type }) => $ref ?? type === 'null'),
          at,
        ).toBe(true);
    });
  });
});

/** The operations documented for OAuth: ping, those on templates, and four on envelopes. */
function takesOAuth(name: string): boolean {
  const envelopes = /^(GET \/api\/v1\/envelopes|.*\}\/(events|upload\/complete|extract))$/;
  return name === 'GET /api/v1/ping' || name.includes(' /api/v1/templates') || envelopes.test(name);
}

/** The operations under /api/auth that require a session. */
function needsSession(name: string): boolean {
  return /\/api\/auth\/(session|email-verification|invitation\/accept|consent\/.*)$/.test(name);
}

/** The operations with two successful statuses. */
const TWO_SUCCESSES = [
  'POST /api/auth/sign-up',
  'POST /api/signer/authenticate/start',
  'GET /api/signer/page-picture',
  'GET /api/signer/changes/page-picture',
];

function successesOf(name: string): number {
  return TWO_SUCCESSES.includes(name) ? 2 : 1;
}

describe.each(operations)('$name', ({ name, path, operation }) => {
  it('has a description, security and parameters', () => {
    for (const text of ['summary', 'description']) expect(operation[text], text).toMatch(/\S/);
    expect(operation['tags']).toHaveLength(1);
    const schemes = operation['security'].flatMap((one: Json) => Object.keys(one));
    expect(schemes).toEqual(
      path.startsWith('/api/v1/')
        ? ['apiKey', 'apiKeyHeader', ...(takesOAuth(name) ? ['oauth'] : [])]
        : path.startsWith('/api/signer/')
          ? ['signerToken', 'signerTokenQuery']
          : path.startsWith('/api/editing/')
            ? ['editingToken']
            : needsSession(name)
              ? ['sessionCookie']
              : [],
    );
    for (const parameter of operation['parameters'].map(resolved)) {
      expect(parameter.description, parameter.name).toMatch(/\S/);
      if (parameter.in === 'path')
        expect(parameter, parameter.name).toMatchObject({ required: true, example: /\S/ });
      if (parameter.schema.type === 'array')
        expect(parameter).toMatchObject({ style: 'form', explode: false });
    }
    const inPath = operation['parameters']
      .filter((one: Json) => one['in'] === 'path')
      .map((one: Json) => one['name']);
    expect(inPath).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
  });

  it('answers its success with a request id', () => {
    const statuses = Object.keys(operation['responses']);
    const successes = statuses.filter((status) => status.startsWith('2') && !CONDITIONAL.includes(status));
    expect(successes).toHaveLength(successesOf(name));
    for (const status of statuses) {
      const answer = resolved(operation['responses'][status]);
      expect(answer['description']).toMatch(/\S/);
      expect(answer['headers']).toHaveProperty('X-Request-Id');
    }
  });

  it('explains every property that callers send', () => {
    const unexplained: string[] = [];
    const visit = (node: Json, at: string): void => {
      const target = resolved(node);
      for (const [name, inner] of Object.entries<Json>(target['properties'] ?? {})) {
        if (!/\S/.test(inner['description'] ?? resolved(inner)['description'] ?? ''))
          unexplained.push(`${at}/${name}`);
        visit(inner, `${at}/${name}`);
      }
      for (const inner of [target['items'], ...(target['anyOf'] ?? []), ...(target['oneOf'] ?? [])])
        if (inner !== undefined) visit(inner, at);
    };
    visit(operation['requestBody']?.content['application/json']?.schema ?? {}, '');
    expect(unexplained).toEqual([]);
  });

  it('rejects unknown properties, unless it allows them', () => {
    const schema = operation['requestBody']?.content['application/json']?.schema;
    if (schema === undefined)
      return expect(operation['requestBody']?.content ?? {}).not.toHaveProperty('application/json');
    const open: string[] = [];
    const visit = (node: Json, at: string): void => {
      const target = resolved(node);
      if (target['properties'] !== undefined && target['additionalProperties'] === undefined) open.push(at);
      for (const [name, inner] of Object.entries((target['properties'] ?? {}) as Json))
        visit(inner, `${at}/${name}`);
      for (const inner of [target['items'], ...(target['anyOf'] ?? []), ...(target['oneOf'] ?? [])])
        if (inner !== undefined) visit(inner, at);
    };
    visit(schema, '');
    expect(open).toEqual([]);
  });

  it('has a valid example of each JSON body', () => {
    const bodies = [operation['requestBody'], ...Object.values(operation['responses'] as Json)]
      .filter((body) => body !== undefined)
      .map((body) => resolved(body).content?.['application/json'])
      .filter((media) => media !== undefined);
    for (const media of bodies) {
      const examples = Object.entries((media.examples ?? {}) as Json);
      expect(examples.length).toBeGreaterThan(0);
      const schema = reader(media.schema);
      for (const [name, { value }] of examples) expect(schema.safeParse(value).error, name).toBeUndefined();
    }
  });
});

/** Developers' reads support conditional requests, and their files support ranges. */
function conditionalOf({ type, path, rest }: (typeof ROUTES)[number]): readonly string[] {
  if (rest.parts === true) return ['206'];
  if (type !== 'query' || !path.startsWith('/api/v1/')) return [];
  return rest.answer === 'bytes' ? CONDITIONAL : ['304'];
}

const procedures = restRouter._def.procedures as unknown as Json;

describe.each(ROUTES.map((route) => ({ name: `${route.method} ${route.path}`, route })))(
  '$name',
  ({ name, route }) => {
    const operation = described.get(name) ?? {};

    it('is described with its actual status, codes and body', () => {
      expect(operation['operationId']).toBe(getOperationId(route));
      const { success = 200, otherSuccess, idempotency } = route.rest;
      const codes = listErrorCodes(route);
      const successes = otherSuccess === undefined ? [success] : [success, otherSuccess.status];
      const statuses = new Set([...successes, ...codes.map((code) => ERRORS[code].status)].map(String));
      expect(Object.keys(operation['responses']).sort()).toEqual(
        [...statuses, ...conditionalOf(route)].sort(),
      );
      const carried = Object.entries(operation['responses'] as Json)
        .filter(([status]) => !status.startsWith('2') && !CONDITIONAL.includes(status))
        .flatMap(([status, response]) => {
          const { schema, examples } = resolved(response).content['application/json'];
          const listed = schema.properties.code.enum as ErrorCode[];
          expect(Object.keys(examples)).toEqual(listed);
          for (const code of listed) {
            expect(String(ERRORS[code].status)).toBe(status);
            expect(errorSchema.parse(examples[code].value)).toMatchObject({
              code,
              details: { requestId: /\S/ },
            });
          }
          return listed;
        });
      expect(carried.sort()).toEqual([...codes].sort());
      const keys = operation['parameters']
        .map(resolved)
        .filter((one: Json) => one['name'] === 'Idempotency-Key');
      expect(keys).toHaveLength(idempotency === undefined ? 0 : 1);
      expect('Idempotency-Replayed' in operation['responses'][success].headers).toBe(
        idempotency !== undefined,
      );
      expect(carried.includes('idempotency_key_reused')).toBe(idempotency !== undefined);
    });

    it('has examples that the procedure itself takes and answers', () => {
      const { inputs, output } = procedures[route.name]._def;
      const media = operation['requestBody']?.content['application/json'];
      const inPath = Object.fromEntries(route.parameters.map((parameter) => [parameter, 'env_1']));
      for (const [example, { value }] of Object.entries((media?.examples ?? {}) as Json))
        expect(inputs[0].safeParse({ ...inPath, ...value }).error, example).toBeUndefined();
      const answer = operation['responses'][route.rest.success ?? 200].content?.['application/json'];
      if (answer === undefined)
        return expect([204, undefined]).toContain(
          route.rest.answer === 'bytes' ? undefined : route.rest.success,
        );
      for (const [example, { value }] of Object.entries(answer.examples as Json)) {
        expect(output.safeParse(value).error, example).toBeUndefined();
        expect(JSON.stringify(value), 'a value that nobody chose').not.toContain(':"text"');
      }
    });
  },
);

it('would notice an invalid example', () => {
  const graph = reader({ $ref: '#/components/schemas/EnvelopeGraph' });
  const { value } =
    described.get('POST /api/v1/envelopes')?.['responses'][201].content['application/json'].examples.success;
  expect(graph.safeParse(value).success).toBe(true);
  expect(graph.safeParse({ ...value, envelope: { ...value.envelope, status: 'lost' } }).success).toBe(false);
  expect(
    graph.safeParse({ ...value, participants: [{ ...value.participants[0], name: undefined }] }).success,
  ).toBe(false);
});

describe('events', () => {
  const union = document['components'].schemas.EventRecord as Json;

  it('are told apart by action, each with its payload', () => {
    expect(Object.keys(union['discriminator'].mapping)).toEqual([...EVENT_ACTIONS]);
    for (const action of EVENT_ACTIONS) {
      const schema = resolved({ $ref: union['discriminator'].mapping[action] });
      expect(schema['properties'].action).toMatchObject({ const: action });
      expect(schema['properties'].payload).toMatchObject({
        type: ['object', 'null'],
        properties: expect.any(Object),
      });
    }
  });

  it('have an example whose chain verifies', () => {
    const { value } = described.get('GET /api/v1/envelopes/{id}/events')?.['responses'][200].content[
      'application/json'
    ].examples.success;
    expect(verifyChain(value.items, computeSha256Hex)).toMatchObject({
      ok: true,
      length: value.items.length,
    });
    expect(value.items.length).toBeGreaterThan(1);
  });
});
