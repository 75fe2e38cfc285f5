import { describe, expect, it } from 'vitest';
import { computeSha256Hex } from '#server/crypto/hash.ts';
import { computeFingerprint } from '#server/trpc/idempotency.ts';
import { DecodedBase64 } from '#wire/base64.ts';
import { expectError, expectIssues } from '../../support/answers.ts';
import { useApi } from '../../support/api.ts';
import { IN_LINES } from '../../support/base64-lines.ts';
import { plainPdf } from '../../support/envelopes.ts';

const api = useApi();
const PATH = '/api/v1/envelopes';
const MIB = 1024 * 1024;
const pdf = Buffer.from(await plainPdf());
/** Longer than bodies that are parsed on the event loop. */
const long = (text: string) => text + ' '.repeat(MIB + 1 - Math.min(text.length, MIB));
const inline = (contentBase64: unknown) =>
  JSON.stringify({ originalFilename: 'Ü.pdf', document: { contentBase64, contentType: 'application/pdf' } });
const create = async (body: string, headers: Record<string, string> = {}, key?: string) =>
  api.call('POST', PATH, { key: key ?? (await api.tenant()).apiKey, headers, body });

describe('a long body', () => {
  it('is handled like a short one', async () => {
    const answer = await create(long(inline(pdf.toString('base64'))));
    expect(answer.status).toBe(201);
    expect(answer.json.envelope).toMatchObject({
      originalFilename: 'Ü.pdf',
      contentHash: computeSha256Hex(pdf),
      sizeBytes: pdf.length,
    });
  });

  it('is the same request as a short one that says the same', async () => {
    const { apiKey } = await api.tenant();
    const headers = { 'idempotency-key': 'order-1' };
    const body = inline(pdf.toString('base64'));
    const first = await create(body, headers, apiKey);
    const again = await create(long(body), headers, apiKey);
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
    expect(again.json).toEqual(first.json);
    const other = inline(Buffer.concat([pdf, Buffer.from('\n')]).toString('base64'));
    expectError(await create(long(other), headers, apiKey), 'idempotency_key_reused');
  });

  it.each(IN_LINES)('takes base64 in lines %s, as a short one does', async (_name, inLines) => {
    const body = inline(inLines(pdf));
    for (const answer of [await create(body), await create(long(body))]) {
      expect(answer.status).toBe(201);
      expect(answer.json.envelope).toMatchObject({
        contentHash: computeSha256Hex(pdf),
        sizeBytes: pdf.length,
      });
    }
  });

  it('counts the bytes of a document, not the line breaks', async () => {
    const { documentBytes } = api.services.config.limits;
    const [, inLines] = IN_LINES[1];
    const codeFor = async (size: number) =>
      (await create(inline(inLines(Buffer.alloc(size))))).json.code as string;
    // Neither is a document, but only one is larger than a document may be.
    expect(await codeFor(documentBytes)).toBe('document_unreadable');
    expect(await codeFor(documentBytes + 1)).toBe('payload_too_large');
  });

  const text = pdf.toString('base64');
  it.each([
    ['no padding', 'QQ'],
    ['the alphabet of URLs', `${text.slice(0, 400)}-_-_${text.slice(404)}`],
    ['a character above one byte', `${text.slice(0, 400)}ŁŁŁŁ${text.slice(404)}`],
    ['a space', `${text.slice(0, 400)}    ${text.slice(404)}`],
    ['a space among its lines', `${text.slice(0, 400)} ${text.slice(400, 800)}\n${text.slice(800)}`],
    ['a line break of another kind', `${text.slice(0, 400)}\u2028${text.slice(400)}`],
    ['padding at the end of a line', `${text.slice(0, 400)}QQ==\n${text.slice(404)}`],
    ['padding in the middle', `${text.slice(0, 400)}QQ==${text.slice(404)}`],
    ['a number', 7],
    ['null', null],
  ])('is refused for a document that is no base64: %s', async (_name, contentBase64) => {
    for (const body of [inline(contentBase64), long(inline(contentBase64))])
      expectIssues(await create(body), ['/document/contentBase64']);
  });

  it('may have unused bits at the end of its base64, as a short one', async () => {
    for (const body of [inline('QR=='), long(inline('QR=='))])
      expectError(await create(body), 'document_unreadable', { reason: 'not_pdf_or_docx' });
  });

  it.each([
    ['no JSON', '{"originalFilename":'],
    ['an array', '[]'],
    ['null', 'null'],
  ])('is refused as %s', async (_name, body) => {
    expectError(await create(long(body)), 'malformed_request');
  });

  it('is refused where it is not UTF-8', async () => {
    const { apiKey: key } = await api.tenant();
    const raw = Buffer.concat([Buffer.from(long('{"originalFilename":"')), Buffer.from([0xff, 0x22, 0x7d])]);
    const headers = { 'content-type': 'application/json' };
    expectError(await api.call('POST', PATH, { key, raw, headers }), 'malformed_request');
  });

  it('is looked into like a short one', async () => {
    expectIssues(await create(long('{"originalFilename":"a\\u0000"}')), ['/originalFilename']);
    expectIssues(await create(long('{"originalFilename":"a","document":[],"x":1}')), ['/document', '/x']);
  });
});

describe('the fingerprint of a request', () => {
  const of = (input: Record<string, unknown>) => computeFingerprint('POST', PATH, input);
  const longText = 'a'.repeat(5000);

  it('does not depend on the order of names, nor on who decoded a document', () => {
    expect(of({ a: 1, b: [longText] })).toBe(of({ b: [longText], a: 1 }));
    expect(of({ a: longText })).toBe(
      of({ a: new DecodedBase64(Buffer.from('x'), computeSha256Hex(longText)) }),
    );
  });

  it('differs for every other text, short or long, anywhere', () => {
    const inputs = [
      { a: longText },
      { b: longText },
      { a: [longText] },
      { a: `${longText}a` },
      { a: `b${longText.slice(1)}` },
      { a: 'a' },
      { a: computeSha256Hex(longText) },
    ];
    expect(new Set(inputs.map(of)).size).toBe(inputs.length);
  });
});
