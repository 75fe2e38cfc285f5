import { describe, expect, it } from 'vitest';
import { newApiKey } from '#server/crypto/api-key.ts';
import { revokeApiKey } from '#server/db/organizations/api-keys.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { expectError, expectIssues } from './answers.ts';
import type { Call, TestApi } from './api.ts';
import { createDraft } from './envelopes.ts';

type Operation = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path, for the envelope with this identifier where it has one. */
  readonly path: (envelopeId: string) => string;
  /** A call that succeeds on a new draft, apart from its key. */
  readonly call?: (envelope: { version: number }) => Call;
  readonly allow: string;
};

/** What every operation under /api/v1 answers to a missing or bad credential, and to another method. */
export function refusesStrangers(api: TestApi, { method, path, call, allow }: Operation): void {
  describe('401', () => {
    const target = () => path('env_00000000000000000000000000');
    const valid = () => call?.({ version: 1 }) ?? {};

    it.each([
      ['no credential', {}],
      ['another scheme', { authorization: 'Basic c3ZjX3NrXzphYmM=' }],
      ['an empty bearer token', { authorization: 'Bearer ' }],
      ['a text that is no key', { authorization: 'Bearer svc_sk_short' }],
      ['a key that nobody made', { authorization: `Bearer ${newApiKey()}` }],
      ['such a key in the other header', { 'x-api-key': newApiKey() }],
      ['a session cookie', { cookie: 'countersign_session=abc' }],
    ])('to %s', async (_name, headers) => {
      const { headers: own, ...rest } = valid();
      const answer = await api.call(method, target(), { ...rest, headers: { ...own, ...headers } });
      expectError(answer, 'unauthorized');
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    });

    it('to a key of a wrong checksum', async () => {
      const { apiKey } = await api.tenant();
      const last = apiKey.at(-1) === 'A' ? 'B' : 'A';
      expectError(
        await api.call(method, target(), { ...valid(), key: apiKey.slice(0, -1) + last }),
        'unauthorized',
      );
    });

    it('to a revoked key', async () => {
      const { apiKey, organizationId } = await api.tenant();
      const known = await api.ask('GET /api/v1/ping', { key: apiKey });
      expect(known.status).toBe(200);
      await transaction(api.services.db, { organizationId }, async (tx) => {
        const [row] = await tx.execute<{ id: string }>('select id from api_keys');
        await revokeApiKey(tx, organizationId, row?.id ?? '', api.clock.now);
      });
      expectError(await api.call(method, target(), { ...valid(), key: apiKey }), 'unauthorized');
    });
  });

  describe('405', () => {
    it('to a method that the path does not know, saying which it does', async () => {
      const { apiKey: key } = await api.tenant();
      const other = method === 'PATCH' ? 'PUT' : 'PATCH';
      const answer = await api.call(other, path('env_00000000000000000000000000'), { key });
      expectError(answer, 'method_not_allowed');
      expect(answer.headers.get('allow')).toBe(allow);
    });
  });
}

/** What every operation on one envelope answers to an identifier that names none of this organization's. */
export function refusesOtherEnvelopes(api: TestApi, { method, path, call }: Operation): void {
  describe('404', () => {
    it('to an envelope of another organization, which stays as it was', async () => {
      const [own, other] = [await api.tenant('Own'), await api.tenant('Other')];
      const { envelope } = (await createDraft(api, other.apiKey)).json;
      const answer = await api.call(method, path(envelope.id), { ...call?.(envelope), key: own.apiKey });
      expectError(answer, 'not_found');
      const after = await api.ask('GET /api/v1/envelopes/{id}', {
        key: other.apiKey,
        path: { id: envelope.id },
      });
      expect(after.json.envelope).toEqual(envelope);
    });

    it.each([
      ['of nothing', 'env_01h455vb4pex5vsknk084sn02q'],
      ['of a wrong kind', 'part_01h455vb4pex5vsknk084sn02q'],
      ['of no form at all', 'x'],
      ['that is very long', 'e'.repeat(3000)],
      ['with a NUL', 'env_%00'],
      ['with a slash', 'env%2Fsend'],
      ['that is not well-formed', '%E0%A4%A'],
    ])('to an identifier %s', async (_name, id) => {
      const { apiKey: key } = await api.tenant();
      expectError(await api.call(method, path(id), { ...call?.({ version: 1 }), key }), 'not_found');
    });
  });
}

/** What every operation with a JSON body answers to one that is no JSON object, too large, or holds what it does not know. */
export function refusesBadBodies(api: TestApi, { method, path, call }: Operation, maxBytes: number): void {
  const draft = async () => {
    const { apiKey: key } = await api.tenant();
    const { envelope } = (await createDraft(api, key)).json;
    return { key, url: path(envelope.id), body: call?.(envelope).body as Record<string, unknown> };
  };

  describe('400', () => {
    it.each([
      ['that is not JSON', '{"expectedVersion":', 'application/json'],
      ['that is an array', '[]', 'application/json'],
      ['that is a text', '"text"', 'application/json'],
      ['of another content type', 'a=b', 'application/x-www-form-urlencoded'],
    ])('to a body %s', async (_name, raw, contentType) => {
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

/** What every operation answers to query parameters that it does not know. */
export function refusesUnknownQuery(api: TestApi, { method, path, call }: Operation): void {
  describe('422 for query parameters', () => {
    it.each([
      ['unknown', 'surprise=1', ['/surprise']],
      ['empty', 'surprise=', ['/surprise']],
      ['a token of another surface', 'token=abc', ['/token']],
      ['named like a member of every object', '__proto__=1&constructor=2', ['/__proto__', '/constructor']],
    ])('%s', async (_name, query, paths) => {
      const { apiKey: key } = await api.tenant();
      const { envelope } = (await createDraft(api, key)).json;
      expectIssues(
        await api.call(method, `${path(envelope.id)}?${query}`, { ...call?.(envelope), key }),
        paths,
      );
    });
  });
}
