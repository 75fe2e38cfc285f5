import { expect, it } from 'vitest';
import { LIMITS } from '#domain/limits.ts';
import { newApiKey } from '#server/crypto/api-key.ts';
import { expectError, expectIssues } from '../../support/answers.ts';
import type { TestApi } from '../../support/api.ts';
import { makeTemplate, readTemplate } from './example.ts';

type Operation = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: (templateId: string) => string;
  /** A body that succeeds on the example's template. */
  readonly body?: Record<string, unknown>;
};

const NOBODYS = 'tpl_01h455vb4pex5vsknk084sn02q';

/** What every operation on templates answers to a missing or bad credential, and to a method that its path does not know. */
export function refusesStrangers(api: TestApi, { method, path, body }: Operation, allow: string): void {
  it.each([
    ['no credential', {}],
    ['a key that nobody made', { 'x-api-key': newApiKey() }],
    ['a text that is no key', { authorization: 'Bearer svc_sk_short' }],
    ['a session cookie', { cookie: 'countersign_session=abc' }],
  ])('401 to %s', async (_name, headers) => {
    expectError(await api.call(method, path(NOBODYS), { body, headers }), 'unauthorized');
  });

  it('405 to a method that the path does not know', async () => {
    const { apiKey: key } = await api.tenant();
    const answer = await api.call('PUT', path(NOBODYS), { key, body: {} });
    expectError(answer, 'method_not_allowed');
    expect(answer.headers.get('allow')).toBe(allow);
  });
}

/** What every operation on one template answers to an identifier that names none of this organization's. */
export function refusesOtherTemplates(api: TestApi, { method, path, body }: Operation): void {
  it('404 to a template of another organization, which stays as it was', async () => {
    const [own, other] = [await api.tenant('Own'), await api.tenant('Other')];
    const before = await makeTemplate(api, other.apiKey);
    expectError(await api.call(method, path(before.template.id), { key: own.apiKey, body }), 'not_found');
    expect(await readTemplate(api, other.apiKey, before.template.id)).toEqual(before);
  });

  it.each([
    ['of nothing', NOBODYS],
    ['of a wrong kind', 'env_01h455vb4pex5vsknk084sn02q'],
    ['of no form at all', 'x'],
    ['that is very long', 't'.repeat(3000)],
    ['with a NUL', 'tpl_%00'],
    ['with a slash', 'tpl%2Frestore'],
  ])('404 to an identifier %s', async (_name, id) => {
    const { apiKey: key } = await api.tenant();
    expectError(await api.call(method, path(id), { key, body }), 'not_found');
  });
}

/** What every operation on templates with a body answers to one that is no JSON object, too large, or holds what it does not know. */
export function refusesBadBodies(api: TestApi, { method, path, body = {} }: Operation): void {
  const json = { 'content-type': 'application/json' };
  const call = async (raw: string | Uint8Array, headers: Record<string, string> = json, query = '') => {
    const { apiKey: key } = await api.tenant();
    return await api.call(method, path(NOBODYS) + query, { key, raw: Buffer.from(raw), headers });
  };

  it('400 to what is no JSON object', async () => {
    for (const raw of ['{"name":', '[]', '"text"', 'null']) expectError(await call(raw), 'malformed_request');
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    expectError(await call('name=x', form), 'malformed_request');
    expectError(await call(new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])), 'malformed_request');
  });

  it('413 to a body over the limit', async () => {
    const maxBytes = LIMITS.jsonBodyMaxBytes;
    expectError(await call(Buffer.alloc(maxBytes + 1, 0x20)), 'payload_too_large', { maxBytes });
  });

  it('422 to properties that it does not know, in body and query', async () => {
    expectIssues(await call(JSON.stringify({ ...body, surprise: 1, 'a/b~c': 2 })), ['/surprise', '/a~1b~0c']);
    expectIssues(await call(JSON.stringify(body), json, '?name=x'), ['/name']);
  });

  it('422 to texts that no database holds', async () => {
    expectIssues(await call('{"name":"a\\u0000"}'), ['/name']);
    expectIssues(await call('{"name":"\\ud800"}'), ['/name']);
  });
}
