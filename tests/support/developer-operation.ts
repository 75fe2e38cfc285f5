import { describe, it } from 'vitest';
import { expectError, expectIssues } from './answers.ts';
import type { Call, TestApi } from './api.ts';
import { createDraft } from './envelopes.ts';

type Operation = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Returns the path for the envelope with this id, if the path has one. */
  readonly path: (envelopeId: string) => string;
  /** Returns a call that succeeds on a new draft, without its key. */
  readonly call?: (envelope: { version: number }) => Call;
};

/**
 * Tests how an operation refuses bodies that aren't JSON objects, are too large or contain unknown
 * properties.
 */
export function refusesBadBodies(api: TestApi, { method, path, call }: Operation, maxBytes: number): void {
  // Shared by all cases, because refused calls change nothing.
  const draft = memoized(async () => {
    const { apiKey: key } = await api.tenant();
    const { envelope } = (await createDraft(api, key)).json;
    return { key, url: path(envelope.id), body: call?.(envelope).body as Record<string, unknown> };
  });

  describe('400', () => {
    it.each([
      ['that is not JSON', '{"expectedVersion":', 'application/json'],
      ['that is an array', '[]', 'application/json'],
      ['that is a text', '"text"', 'application/json'],
      ['of another content type', 'a=b', 'application/x-www-form-urlencoded'],
    ])('for a body %s', async (_name, raw, contentType) => {
      const { key, url } = await draft();
      const headers = { 'content-type': contentType };
      expectError(await api.call(method, url, { key, raw: Buffer.from(raw), headers }), 'malformed_request');
    });

    it('to a body that is not UTF-8', async () => {
      const { key, url } = await draft();
      const raw = Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]);
      const headers = { 'content-type': 'application/json' };
      expectError(await api.call(method, url, { key, raw, headers }), 'malformed_request');
    });
  });

  describe('413', () => {
    it('to a body over the limit, whether its length is said or not', async () => {
      const { key, url } = await draft();
      const headers = { 'content-type': 'application/json' };
      const said = { ...headers, 'content-length': String(maxBytes + 1) };
      expectError(
        await api.call(method, url, { key, raw: Buffer.from('{}'), headers: said }),
        'payload_too_large',
        { maxBytes },
      );
      const raw = Buffer.alloc(maxBytes + 1, 0x20);
      expectError(await api.call(method, url, { key, raw, headers }), 'payload_too_large', { maxBytes });
    });
  });

  describe('422', () => {
    it('names unknown properties of the body by their JSON pointers', async () => {
      const { key, url, body } = await draft();
      const answer = await api.call(method, url, { key, body: { ...body, surprise: 1, 'a/b~c': 2 } });
      expectIssues(answer, ['/surprise', '/a~1b~0c']);
    });

    it.each(['__proto__', 'constructor', 'toString'])('names the unknown property %s', async (name) => {
      const { key, url, body } = await draft();
      const text = `${JSON.stringify(body).slice(0, -1)}${Object.keys(body).length > 0 ? ',' : ''}"${name}":1}`;
      expectIssues(await api.call(method, url, { key, body: text }), [`/${name}`]);
    });

    it('names texts with NUL or half a surrogate pair', async () => {
      const { key, url, body } = await draft();
      const text = `${JSON.stringify(body).slice(0, -1)}${Object.keys(body).length > 0 ? ',' : ''}"a":"x\\u0000","b":["ok","\\ud800"]}`;
      expectIssues(await api.call(method, url, { key, body: text }), ['/a', '/b/1']);
    });

    it('does not take parameters of the body from the query', async () => {
      const { key, url, body } = await draft();
      const [name = 'surprise'] = Object.keys(body);
      expectIssues(await api.call(method, `${url}?${name}=x`, { key, body }), [`/${name}`]);
    });
  });
}

/** Tests how an operation refuses unknown query parameters. */
export function refusesUnknownQuery(api: TestApi, { method, path, call }: Operation): void {
  const draft = memoized(async () => {
    const { apiKey: key } = await api.tenant();
    const { envelope } = (await createDraft(api, key)).json;
    return { url: path(envelope.id), call: { ...call?.(envelope), key } };
  });

  describe('422 for query parameters', () => {
    it.each([
      ['unknown', 'surprise=1', ['/surprise']],
      ['empty', 'surprise=', ['/surprise']],
      ['a token of another surface', 'token=abc', ['/token']],
      ['named like a member of every object', '__proto__=1&constructor=2', ['/__proto__', '/constructor']],
    ])('%s', async (_name, query, paths) => {
      const { url, call: request } = await draft();
      expectIssues(await api.call(method, `${url}?${query}`, request), paths);
    });
  });
}

function memoized<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}
