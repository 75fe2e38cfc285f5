import { X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '#domain/limits.ts';
import { answerApi } from '#server/http/api.ts';
import { openLogKeeper } from '#server/log/keep.ts';
import { useApi } from '../support/api.ts';
import { ALICE, BOB, sendDraft } from '../support/envelopes.ts';
import { signAs } from '../support/signer.ts';

const api = useApi({ work: true });

async function sealedEnvelope() {
  const { apiKey: key } = await api.tenant();
  const sent = await sendDraft(api, key);
  await signAs(api, sent, ALICE);
  await signAs(api, sent, BOB);
  const { id } = sent.envelope;
  await api.until('the seal', async () => {
    const { json } = await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id } });
    return json.envelope.sealedAt;
  });
  const { bytes } = await api.call('GET', `/api/v1/envelopes/${id}/document?variant=sealed`, { key });
  return { key, id: id as string, file: bytes };
}
const sealedFile = async () => (await sealedEnvelope()).file;

/** Posts a form with named files. */
async function postForm(parts: readonly (readonly [name: string, content: string | Buffer])[]) {
  const form = new FormData();
  for (const [name, content] of parts)
    form.append(name, new Blob([new Uint8Array(Buffer.from(content))]), name);
  const encoded = new Response(form);
  return await api.call('POST', '/api/verify', {
    raw: Buffer.from(await encoded.arrayBuffer()),
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
  });
}

describe('/api/verify', () => {
  it('verifies a sealed file for anyone, and publishes the root that it leads to', async () => {
    const file = await sealedFile();
    const answer = await api.call('POST', '/api/verify', { raw: file });
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({ verdict: 'valid', originalBytes: null, people: [{}, {}] });
    const codes = answer.json.results.map(({ code }: { code: string }) => code);
    expect(codes).toEqual([
      ...[
        'unchanged',
        'sealed_by',
        'time_claimed',
        'no_long_term_data',
        'presented_matches',
        'log_complete',
        'no_evidence_file',
      ],
    ]);
    const { json, headers } = await api.call('GET', '/api/verify');
    expect(headers.get('cache-control')).toBe('public, max-age=300');
    expect(json.roots.map(({ sha256 }: { sha256: string }) => sha256)).toContain(answer.json.root);
    const vkey = (await api.call('GET', '/log/vkey')).bytes.toString().trim();
    expect((await api.call('GET', '/api/verify')).json.log).toEqual({ key: vkey, witnesses: [] });
    for (const { certificate, sha256 } of json.roots)
      expect(new X509Certificate(certificate).fingerprint256.replaceAll(':', '').toLowerCase()).toBe(sha256);

    const changed = Buffer.concat([file, Buffer.from('%')]);
    const second = await api.call('POST', '/api/verify', { raw: changed });
    expect(second.json).toMatchObject({ verdict: 'invalid', originalBytes: file.length });
  });

  it('checks exported evidence beside the file, by the key of the log', async () => {
    const { key, id, file } = await sealedEnvelope();
    await openLogKeeper(api.services).round({ all: true });
    const evidence = (await api.call('GET', `/api/v1/envelopes/${id}/evidence`, { key })).bytes;
    const codesOf = (answer: { json: { results: { code: string }[] } }) =>
      answer.json.results.map(({ code }) => code).slice(-2);
    const right = await postForm([
      ['evidence', evidence],
      ['file', file],
    ]);
    expect([right.status, right.json.verdict]).toEqual([200, 'valid']);
    expect(codesOf(right)).toEqual(['log_complete_and_continued', 'published']);
    const changed = Buffer.from(
      evidence.toString().replace(/"headHash":"./, (text) => `${text.slice(0, -1)}x`),
    );
    const wrong = await postForm([
      ['file', file],
      ['evidence', changed],
    ]);
    expect([wrong.status, wrong.json.verdict]).toEqual([200, 'invalid']);
    expect(codesOf(wrong)[0]).toBe('head_differs');
  });

  it('refuses forms that are something else', async () => {
    const file = ['file', 'text'] as const;
    expect((await postForm([file])).json.results[0].code).toBe('not_a_pdf');
    for (const parts of [
      [['evidence', '{}']],
      [file, file],
      [file, ['evidence', '{}'], ['more', '']],
      [file, ['more', '']],
    ] as const)
      expect((await postForm(parts)).json, JSON.stringify(parts)).toMatchObject({
        code: 'malformed_request',
      });
    for (const [type, raw] of [
      ['multipart/form-data', 'x'],
      ['multipart/form-data; boundary=x', 'no part'],
      ['multipart/form-data; boundary=x', '--x\r\ncontent-disposition: form-data; name="file"\r\n\r\ntext'],
      ['multipart/form-data; boundary=x', '--x\r\n'.repeat(100_000)],
    ] as const) {
      const answer = await api.call('POST', '/api/verify', {
        raw: Buffer.from(raw),
        headers: { 'content-type': type },
      });
      expect([answer.status, answer.json.code], type).toEqual([400, 'malformed_request']);
    }
  });

  it('takes nothing else', async () => {
    expect((await api.call('POST', '/api/verify', { raw: Buffer.from('text') })).json).toMatchObject({
      verdict: 'invalid',
      results: expect.arrayContaining([expect.objectContaining({ code: 'not_a_pdf' })]),
    });
    expect((await api.call('PUT', '/api/verify')).status).toBe(405);
    expect((await api.call('POST', '/api/verify/x', { raw: Buffer.from('') })).status).toBe(404);
    const length = String(LIMITS.verificationMaxBytes + 1);
    const large = await api.call('POST', '/api/verify', {
      raw: Buffer.from('x'),
      headers: { 'content-length': length },
    });
    expect([large.status, large.json.code]).toEqual([413, 'payload_too_large']);
  });

  it('keeps few files in memory at once, and of one address fewer', async () => {
    const open: ReadableStreamDefaultController<Uint8Array>[] = [];
    const begin = async (address: string, onReading = () => {}) => {
      const start = (controller: ReadableStreamDefaultController<Uint8Array>) => void open.push(controller);
      const body = new ReadableStream({ start, pull: onReading }, { highWaterMark: 0 });
      const request = new Request('http://localhost:3000/api/verify', {
        method: 'POST',
        body,
        duplex: 'half',
      } as RequestInit);
      return await answerApi(api.services, request, address);
    };
    const addresses = ['192.0.2.1', '192.0.2.1', '192.0.2.2', '192.0.2.2', '2001:db8::1', '2001:db8::2'];
    const slow: Promise<Response>[] = [];
    for (const address of addresses)
      await new Promise<void>((resolve) => void slow.push(begin(address, resolve)));
    const refused = await Promise.all(
      ['192.0.2.1', '2001:db8::3', '192.0.2.3'].map((address) => begin(address)),
    );
    expect(refused.map(({ status }) => status)).toEqual([429, 429, 429]);
    expect(refused[0]?.headers.get('retry-after')).toBe('5');
    for (const controller of open) controller.close();
    expect((await Promise.all(slow)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    const { status } = await api.call('POST', '/api/verify', { raw: Buffer.from('text') });
    expect(status).toBe(200);
  });

  it('is limited by address', async () => {
    const ask = () => api.call('POST', '/api/verify', { raw: Buffer.from('x') });
    let last = await ask();
    for (let count = 0; count < LIMITS.verificationsPerMinute && last.status === 200; count++)
      last = await ask();
    expect([last.status, last.json.code]).toEqual([429, 'rate_limited']);
  });
});
