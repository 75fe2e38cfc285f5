import { it } from 'vitest';
import { LIMITS } from '#domain/limits.ts';
import { expectError, expectIssues } from '../../support/answers.ts';
import type { TestApi } from '../../support/api.ts';

type Operation = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: (templateId: string) => string;
  /** A body that succeeds for the example's template. */
  readonly body?: Record<string, unknown>;
};

const NOBODYS = 'tpl_01h455vb4pex5vsknk084sn02q';

/**
 * Tests how an operation refuses bodies that aren't JSON objects, are too large or contain unknown
 * properties.
 */
export function refusesBadBodies(api: TestApi, { method, path, body = {} }: Operation): void {
  const json = { 'content-type': 'application/json' };
  const call = async (raw: string | Uint8Array, headers: Record<string, string> = json, query = '') => {
    const { apiKey: key } = await api.tenant();
    return await api.call(method, path(NOBODYS) + query, { key, raw: Buffer.from(raw), headers });
  };

  it('400 for anything but a JSON object', async () => {
    for (const raw of ['{"name":', '[]', '"text"', 'null']) expectError(await call(raw), 'malformed_request');
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    expectError(await call('name=x', form), 'malformed_request');
    expectError(await call(new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])), 'malformed_request');
  });

  it('413 for a body over the limit', async () => {
    const maxBytes = LIMITS.jsonBodyMaxBytes;
    expectError(await call(Buffer.alloc(maxBytes + 1, 0x20)), 'payload_too_large', { maxBytes });
  });

  it('422 for unknown properties in body and query', async () => {
    expectIssues(await call(JSON.stringify({ ...body, surprise: 1, 'a/b~c': 2 })), ['/surprise', '/a~1b~0c']);
    expectIssues(await call(JSON.stringify(body), json, '?name=x'), ['/name']);
  });

  it('422 for text that the database cannot store', async () => {
    expectIssues(await call('{"name":"a\\u0000"}'), ['/name']);
    expectIssues(await call('{"name":"\\ud800"}'), ['/name']);
  });
}
