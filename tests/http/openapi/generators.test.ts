import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { buildGeneratorDocument, openApiDocument } from '#server/http/openapi/document.ts';
import type { Json } from '#server/http/openapi/model.ts';

const ORIGIN = 'http://localhost:3000';
const document = buildGeneratorDocument(ORIGIN);
const { schemas } = document.components;

function listSchemas(node: unknown, found: Json[] = []): Json[] {
  if (Array.isArray(node)) for (const inner of node) listSchemas(inner, found);
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return found;
  found.push(node as Json);
  for (const [name, inner] of Object.entries(node))
    if (name !== 'example' && name !== 'examples' && name !== 'x-codeSamples') listSchemas(inner, found);
  return found;
}

describe('the document for generators', () => {
  it('is valid OpenAPI 3.0', async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(structuredClone(document));
    expect(errors ?? []).toEqual([]);
    expect([valid, validator.version]).toEqual([true, '3.0']);
  });

  it('has every operation, and a name for every body', () => {
    const original = openApiDocument(ORIGIN);
    expect(Object.keys(document.paths)).toEqual(Object.keys(original.paths));
    const bodies = Object.values(document.paths)
      .flatMap((item) => Object.values(item))
      .flatMap(({ requestBody, responses }) => [
        requestBody?.content,
        ...Object.values(responses).map(({ content }) => content),
      ])
      .flatMap((content): Json[] => {
        const schema = content?.['application/json']?.schema;
        return schema === undefined ? [] : [schema];
      });
    expect(bodies.length).toBeGreaterThan(100);
    expect(bodies.filter((schema) => !('$ref' in schema))).toEqual([]);
  });

  it('has no schema that Go’s constructor of another one would be called', () => {
    const names = Object.keys(schemas);
    expect(names.filter((name) => name.startsWith('New') && names.includes(name.slice(3)))).toEqual([]);
  });

  it('refers only to what it has', () => {
    const names = listSchemas(document).flatMap(({ $ref }) => (typeof $ref === 'string' ? [$ref] : []));
    const missing = names.filter(
      ($ref) =>
        $ref
          .replace('#/', '')
          .split('/')
          .reduce<unknown>((at, part) => (at as Json | undefined)?.[part], document) === undefined,
    );
    expect(names.length).toBeGreaterThan(500);
    expect(missing).toEqual([]);
  });

  it('has no keyword that OpenAPI 3.0 lacks, and gives every number a size', () => {
    const all = listSchemas({ ...document.components, paths: document.paths });
    expect(all.filter((schema) => Array.isArray(schema['type']))).toEqual([]);
    const unsized = all.filter(
      ({ type, format }) => (type === 'integer' || type === 'number') && format === undefined,
    );
    expect(unsized).toEqual([]);
  });

  it('takes new events and error codes', () => {
    const event = schemas['EventRecord'] as { readonly properties: Record<string, Json> };
    expect(event.properties['action']).not.toHaveProperty('enum');
    expect(event).not.toHaveProperty('oneOf');
    const error = schemas['Error'] as { readonly properties: Record<string, Json> };
    expect(error.properties['code']).toMatchObject({ type: 'string' });
    expect(error.properties['code']).not.toHaveProperty('enum');
  });

  it('tells the members of a union apart', () => {
    expect(schemas['SignatureInput']).toEqual({
      oneOf: [
        { $ref: '#/components/schemas/SignatureInputTyped' },
        { $ref: '#/components/schemas/SignatureInputDrawn' },
      ],
      discriminator: {
        propertyName: 'kind',
        mapping: {
          typed: '#/components/schemas/SignatureInputTyped',
          drawn: '#/components/schemas/SignatureInputDrawn',
          uploaded: '#/components/schemas/SignatureInputDrawn',
        },
      },
    });
  });

  it('leaves the other document as it is', () => {
    expect(openApiDocument(ORIGIN)['openapi']).toBe('3.1.0');
    expect(openApiDocument(ORIGIN).components.schemas['EventRecord']).toHaveProperty('oneOf');
  });
});
