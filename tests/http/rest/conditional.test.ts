import { describe, expect, it } from 'vitest';
import { computeSha256Hex } from '#server/crypto/hash.ts';
import { expectError, expectIssues } from '../../support/answers.ts';
import { useApi } from '../../support/api.ts';
import { pass } from '../../support/account.ts';
import { createDraft, plainPdf, sendDraft } from '../../support/envelopes.ts';

const api = useApi();
const envelopeAt = (id: string) => `/api/v1/envelopes/${id}`;
const read = (key: string, path: string, headers: Record<string, string> = {}) =>
  api.call('GET', path, { key, headers });

describe('If-None-Match', () => {
  it('gets 304 without a body until the envelope changes, with a tag that begins with its version', async () => {
    const { apiKey: key } = await api.tenant();
    const sent = await sendDraft(api, key);
    const path = envelopeAt(sent.envelope.id);
    const tag = (await read(key, path)).headers.get('etag') ?? '';
    expect(tag).toMatch(new RegExp(`^"v${sent.envelope.version}-[\\w-]{22}"$`));
    for (const field of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const again = await read(key, path, { 'if-none-match': field });
      expect([again.status, again.bytes.length, again.headers.get('etag')], field).toEqual([304, 0, tag]);
      expect(again.headers.get('ratelimit')).toBeTruthy();
    }
    const body = { expectedVersion: sent.envelope.version };
    expect((await api.call('POST', `${path}/void`, { key, body })).status).toBe(200);
    const changed = await read(key, path, { 'if-none-match': tag });
    expect(changed.status).toBe(200);
    expect(changed.headers.get('etag')).not.toBe(tag);
  });

  it('gets 304 for lists and files, and nothing of other organizations', async () => {
    const { apiKey: key } = await api.tenant();
    const { envelope } = (await createDraft(api, key)).json;
    for (const path of ['/api/v1/envelopes', `${envelopeAt(envelope.id)}/document`]) {
      const tag = (await read(key, path)).headers.get('etag') ?? '';
      expect((await read(key, path, { 'if-none-match': tag })).status, path).toBe(304);
    }
    const { apiKey: other } = await api.tenant();
    expectError(await read(other, envelopeAt(envelope.id), { 'if-none-match': '*' }), 'not_found');
  });
});

describe('the entity tag of a list', () => {
  it('stays while nothing changes, also with a further page, and the cursor goes on', async () => {
    const { apiKey: key } = await api.tenant();
    for (let made = 0; made < 3; made += 1) await createDraft(api, key);
    const lists = ['', '&sort=name', '&sort=activity', '&view=drafts'].map(
      (query) => `/api/v1/envelopes?limit=2${query}`,
    );
    for (const path of [...lists, '/api/v1/envelopes?limit=2&sort=urgency', '/api/v1/events/samples']) {
      const first = await read(key, path);
      const tag = first.headers.get('etag') ?? '';
      // A list whose order depends on the time stays the same only within a minute.
      pass(api, path.includes('urgency') ? 59_000 : 90_000);
      expect((await read(key, path, { 'if-none-match': tag })).status, path).toBe(304);
      if (path.includes('samples')) continue;
      const rest = await read(key, `${path}&cursor=${encodeURIComponent(first.json.nextCursor)}`);
      expect(rest.json.items, path).toHaveLength(1);
      pass(api, 60_000 - (api.clock.now.getTime() % 60_000));
    }
    const [path = ''] = lists;
    const tag = (await read(key, path)).headers.get('etag') ?? '';
    await createDraft(api, key);
    expect((await read(key, path, { 'if-none-match': tag })).status).toBe(200);
  });
});

describe('If-Match', () => {
  it('stands for expectedVersion', async () => {
    const { apiKey: key } = await api.tenant();
    const { envelope } = (await createDraft(api, key)).json;
    const path = envelopeAt(envelope.id);
    const tag = (await read(key, path)).headers.get('etag') ?? '';
    const send = (headers: Record<string, string>, body: object = {}) =>
      api.call('POST', `${path}/send`, { key, headers, body });
    expectIssues(await send({}), ['/expectedVersion']);
    expectIssues(await send({ 'if-match': '"other"' }), ['/expectedVersion']);
    expectIssues(await send({ 'if-match': tag }, { expectedVersion: envelope.version + 1 }), [
      '/expectedVersion',
    ]);
    const before = envelope.version + 1;
    expectError(await send({ 'if-match': tag.replace(/v\d+/, `v${before}`) }), 'version_conflict', {
      currentVersion: envelope.version,
    });
    expect((await send({ 'if-match': tag })).status).toBe(200);
    expectError(await send({ 'if-match': tag }), 'version_conflict', {
      currentVersion: envelope.version + 2,
    });
  });
});

describe('Range', () => {
  it('gets a part of a stored file, and the whole for what it does not understand', async () => {
    const { apiKey: key } = await api.tenant();
    const { envelope } = (await createDraft(api, key)).json;
    const path = `${envelopeAt(envelope.id)}/document`;
    const whole = await read(key, path);
    const size = whole.bytes.length;
    const tag = whole.headers.get('etag') ?? '';
    expect(tag).toBe(`"${computeSha256Hex(whole.bytes)}"`);
    expect(whole.headers.get('accept-ranges')).toBe('bytes');
    for (const [range, first, last] of [
      ['bytes=0-9', 0, 9],
      ['bytes=5-', 5, size - 1],
      ['bytes=-7', size - 7, size - 1],
      [`bytes=-${size + 5}`, 0, size - 1],
      [`bytes=${size - 1}-${size + 9}`, size - 1, size - 1],
    ] as const) {
      const part = await read(key, path, { range, 'if-range': tag });
      expect(part.status, range).toBe(206);
      expect(part.headers.get('content-range'), range).toBe(`bytes ${first}-${last}/${size}`);
      expect(part.headers.get('content-length'), range).toBe(String(last - first + 1));
      expect(part.bytes.equals(whole.bytes.subarray(first, last + 1)), range).toBe(true);
    }
    for (const headers of [
      { range: 'bytes=9-5' },
      { range: 'bytes=-' },
      { range: 'bytes=0-1,3-4' },
      { range: 'lines=0-1' },
      { range: 'bytes=0-9', 'if-range': '"older"' },
    ])
      expect((await read(key, path, headers)).bytes.length, JSON.stringify(headers)).toBe(size);
    for (const range of [`bytes=${size}-`, 'bytes=-0']) {
      const beyond = await read(key, path, { range });
      expect([beyond.status, beyond.headers.get('content-range')], range).toEqual([416, `bytes */${size}`]);
      expect(beyond.headers.get('content-type'), range).toBe('application/json');
      expect(beyond.json, range).toEqual({
        code: 'range_not_satisfiable',
        message: "The file doesn't have the requested range.",
        details: { size, requestId: beyond.headers.get('x-request-id') },
      });
    }
  });
});

describe('Content-Range', () => {
  it('is refused with an upload, which would replace the file by its part', async () => {
    const { apiKey: key } = await api.tenant();
    const created = await api.call('POST', '/api/v1/envelopes', { key, body: { originalFilename: 'a.pdf' } });
    const path = `${envelopeAt(created.json.envelope.id)}/document`;
    const headers = { 'content-type': 'application/octet-stream', 'content-range': 'bytes 0-99/31458227' };
    const raw = await plainPdf();
    expectError(await api.call('PUT', path, { key, raw, headers }), 'malformed_request');
    const whole = { 'content-type': 'application/octet-stream' };
    expect((await api.call('PUT', path, { key, raw, headers: whole })).status).toBe(204);
  });
});
