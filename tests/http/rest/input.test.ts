import { describe, expect, it } from 'vitest';
import { LONG_BODY_BYTES } from '#server/http/rest/input.ts';
import { expectError, expectIssues } from '../../support/answers.ts';
import { useApi } from '../../support/api.ts';
import { createDraft } from '../../support/envelopes.ts';
import { callDashboard, refusalIn, sessionOf } from '../../support/session.ts';

const api = useApi();
const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

async function draft() {
  const tenant = await api.tenant();
  const { envelope } = (await createDraft(api, tenant.apiKey)).json;
  return {
    ...tenant,
    key: tenant.apiKey,
    id: envelope.id as string,
    path: `/api/v1/envelopes/${envelope.id}/draft`,
  };
}

it('says what to leave out of a path with a slash at its end', async () => {
  const { key, id } = await draft();
  for (const path of ['/api/v1/envelopes/', `/api/v1/envelopes/${id}//`]) {
    const answer = await api.call('GET', path, { key });
    expectError(answer, 'not_found');
    expect(answer.json.message).toBe('Not found. Leave out the slash at the end of the path.');
  }
  expect((await api.call('GET', '/api/v1/nothing/', { key })).json.message).toBe('Not found.');
});

describe('a body', () => {
  it('nested a hundred thousand times is refused like any other', async () => {
    const { key, path } = await draft();
    const answer = await api.call('PUT', path, { key, body: `{"metadata":${deep(100_000)}}` });
    expectError(answer, 'validation_failed', { issues: expect.any(Array) });
    const named = await api.call('PUT', path, {
      key,
      body: `{"a":`.repeat(50_000) + '1' + '}'.repeat(50_000),
    });
    expect(named.status).toBe(422);
  });

  it('with numbers beyond all bounds is refused, also with an Idempotency-Key', async () => {
    const { key, id } = await draft();
    const headers = { 'idempotency-key': 'one' };
    for (const text of ['1e400', '-1e400', '1e308', '9007199254740993'])
      expectIssues(
        await api.call('POST', `/api/v1/envelopes/${id}/send`, {
          key,
          headers,
          body: `{"expectedVersion":${text}}`,
        }),
        ['/expectedVersion'],
      );
  });

  it('with the same name twice is refused, however long it is', async () => {
    const { key } = await draft();
    for (const text of ['', 'A'.repeat(LONG_BODY_BYTES)]) {
      const document = `{"contentBase64":"${text}","contentType":"application/pdf"}`;
      const body = `{"document":${document},"metadata":{"a":"1","\\u0061":"2"}}`;
      const answer = await api.call('POST', '/api/v1/envelopes', { key, body });
      expectError(answer, 'malformed_request');
      expect(answer.json.message).toBe('The body has /metadata/a more than once.');
    }
  });

  it('in another charset than UTF-8 is refused', async () => {
    const { key, path } = await draft();
    for (const charset of ['iso-8859-1', '"UTF-16"']) {
      const headers = { 'content-type': `application/json; charset=${charset}` };
      const raw = Buffer.from('{"displayName":"Bare"}');
      expectError(await api.call('PUT', path, { key, headers, raw }), 'malformed_request');
    }
  });

  it('may come with a charset and in any case of its type', async () => {
    const { key, path } = await draft();
    const headers = { 'content-type': 'Application/JSON; charset=utf-8' };
    const raw = Buffer.from('{"displayName":"Über"}');
    expect((await api.call('PUT', path, { key, headers, raw })).json.envelope.displayName).toBe('Über');
  });

  it('does not repeat what stands in the path', async () => {
    const { key, id, path } = await draft();
    expectIssues(await api.call('PUT', path, { key, body: { id, displayName: 'x' } }), ['/id']);
  });
});

describe('the dashboard’s calls', () => {
  it.each([
    ['NUL', 'a\u0000b'],
    ['half a surrogate pair', 'a\ud800'],
  ])('are refused with %s, wherever it stands', async (_name, text) => {
    const { organizationId, id } = await draft();
    const cookie = await sessionOf(api, organizationId);
    const calls = [
      await callDashboard(api, 'mutation', 'envelope.draft', { cookie, input: { id, displayName: text } }),
      await callDashboard(api, 'mutation', 'envelope.draft', {
        cookie,
        input: { id, metadata: { [text]: '' } },
      }),
      await callDashboard(api, 'query', 'envelope.get', { cookie, input: { id: text } }),
      await callDashboard(api, 'query', 'envelope.list', { cookie, input: { q: text } }),
    ];
    for (const answer of calls) {
      expect(answer.status).toBe(422);
      expect(refusalIn(answer)).toMatchObject({ code: 'validation_failed' });
    }
  });
});
