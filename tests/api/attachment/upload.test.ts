import { createCanvas, loadImage } from '@napi-rs/canvas';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '#domain/limits.ts';
import { computeSha256Hex } from '#server/crypto/hash.ts';
import { expectError, expectInvalidState, expectIssues } from '../../support/answers.ts';
import { useApi } from '../../support/api.ts';
import { sentWithFiles, storedRows, upload } from '../../support/attachments.ts';
import { IN_LINES } from '../../support/base64-lines.ts';
import { ALICE, BOB, plainPdf } from '../../support/envelopes.ts';
import { REFUSED_DOCUMENTS } from '../../support/refused-documents.ts';
import { signAs, tokenOf } from '../../support/signer.ts';
import { storedFiles } from '../../support/stored-files.ts';
import { eventsOf } from '../../support/traces.ts';

const api = useApi();
const path = '/api/signer/attachments';

function photo(width = 300, height = 200): Buffer {
  const context = createCanvas(width, height).getContext('2d');
  context.fillStyle = '#336699';
  context.fillRect(0, 0, width, height);
  return context.canvas.toBuffer('image/jpeg');
}

describe('201', () => {
  it('answers what the field’s value names, and signing keeps it', async () => {
    const { graph, id, key, alice, fieldIds, read } = await sentWithFiles(api, [0]);
    const answer = await upload(api, alice, fieldIds[0], { bytes: photo(), filename: 'IMG 1.HEIC' });
    expect(answer).toMatchObject({
      status: 201,
      json: {
        id: expect.stringMatching(/^att_/),
        fieldId: fieldIds[0],
        filename: 'IMG 1.jpg',
        contentType: 'image/jpeg',
        sizeBytes: expect.any(Number),
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    });
    const { fieldId: _, ...attachment } = answer.json;
    // Only the signer sees it until they sign.
    expect((await read()).fields[0]).toMatchObject({ attachment: null, attachments: [] });
    const before = await api.call('GET', `/api/v1/envelopes/${id}/attachments/${attachment.id}`, { key });
    expectError(before, 'not_found');
    const own = (await api.ask('GET /api/signer/envelope', { key: alice })).json;
    expect(own.fields[0]?.attachment).toEqual(attachment);

    expect((await signAs(api, graph, ALICE, [{ fieldId: fieldIds[0], value: attachment.id }])).status).toBe(
      200,
    );
    expect((await read()).fields[0]).toMatchObject({
      value: `IMG 1.jpg (sha256 ${attachment.sha256})`,
      attachment,
    });
    const events = await eventsOf(api, key, id);
    const signed = events.find(({ action }) => action === 'participant.signed');
    expect(signed?.payload).toMatchObject({ attachments: [{ fieldId: fieldIds[0], ...attachment }] });
    const evidence = (await api.ask('GET /api/v1/envelopes/{id}/evidence', { key, path: { id } })).json;
    expect(evidence.attachments).toEqual([{ fieldId: fieldIds[0], ...attachment }]);
    const saved = await api.call('GET', `/api/v1/envelopes/${id}/attachments/${attachment.id}`, { key });
    expect(computeSha256Hex(saved.bytes)).toBe(attachment.sha256);
    expect(saved.headers.get('content-type')).toBe('image/jpeg');
    expect(saved.headers.get('content-disposition')).toContain('attachment; filename="IMG 1.jpg"');
  });

  it.each(IN_LINES)('takes base64 in lines %s, of a short body and a long one', async (_name, inLines) => {
    const { alice, fieldIds } = await sentWithFiles(api, [0]);
    const filename = 'passport.pdf';
    const bytes = await plainPdf();
    const largest = Buffer.concat([bytes], LIMITS.attachmentFileMaxBytes);
    for (const file of [bytes, largest]) {
      const body = { fieldId: fieldIds[0], filename, contentBase64: inLines(file) };
      const answer = await api.call('POST', path, { key: alice, body });
      expect(answer).toMatchObject({ status: 201, json: { contentType: 'application/pdf' } });
    }
  });

  it('replaces the file before, which can no longer be signed with', async () => {
    const { graph, id, organizationId, alice, fieldIds } = await sentWithFiles(api, [0]);
    const [fieldId] = fieldIds;
    const first = await upload(api, alice, fieldId, { bytes: await plainPdf() });
    const second = await upload(api, alice, fieldId, { bytes: await plainPdf(2) });
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(await storedRows(api, organizationId, id)).toHaveLength(1);
    expectIssues(await signAs(api, graph, ALICE, [{ fieldId, value: first.json.id }]), ['/values/0/value']);
    expect((await signAs(api, graph, ALICE, [{ fieldId, value: second.json.id }])).status).toBe(200);
  });

  it('adds to the files of a field, which are signed with together', async () => {
    const { graph, id, key, organizationId, alice, fieldIds, read } = await sentWithFiles(api, [0]);
    const [fieldId] = fieldIds;
    const added = [];
    for (const [index, filename] of ['front.pdf', 'back.pdf', 'blurred.pdf'].entries())
      added.push(
        (await upload(api, alice, fieldId, { bytes: await plainPdf(index + 1), filename, add: true })).json,
      );
    const own = (await api.ask('GET /api/signer/envelope', { key: alice })).json;
    expect(own.fields[0]?.attachments.map(({ filename }) => filename)).toEqual([
      'front.pdf',
      'back.pdf',
      'blurred.pdf',
    ]);
    // The third one stays behind.
    const value = `${added[1].id},${added[0].id}`;
    expect((await signAs(api, graph, ALICE, [{ fieldId, value }])).status).toBe(200);
    const [field] = (await read()).fields;
    expect(field.value).toBe(`back.pdf (sha256 ${added[1].sha256}), front.pdf (sha256 ${added[0].sha256})`);
    expect(field.attachment?.filename).toBe('back.pdf');
    expect(field.attachments.map((file: { id: string }) => file.id)).toEqual([added[1].id, added[0].id]);
    expect(await storedRows(api, organizationId, id)).toMatchObject([{ signed: true }, { signed: true }]);
    const evidence = (await api.ask('GET /api/v1/envelopes/{id}/evidence', { key, path: { id } })).json;
    expect(evidence.attachments.map(({ filename }) => filename)).toEqual(['back.pdf', 'front.pdf']);
  });

  it('turns a photo upright, without its metadata', async () => {
    const { key, alice, fieldIds, graph, id } = await sentWithFiles(api, [0]);
    const exif = Buffer.from(
      'ffe1002c4578696600004d4d002a00000008000101120003000000010006000000000000475053203535 2e36'.replace(
        ' ',
        '',
      ),
      'hex',
    );
    exif.writeUInt16BE(exif.length - 2, 2);
    const jpeg = photo();
    const turned = Buffer.concat([jpeg.subarray(0, 2), exif, jpeg.subarray(2)]);
    const { json } = await upload(api, alice, fieldIds[0], { bytes: turned, filename: 'a.jpg' });
    await signAs(api, graph, ALICE, [{ fieldId: fieldIds[0], value: json.id }]);
    const { bytes } = await api.call('GET', `/api/v1/envelopes/${id}/attachments/${json.id}`, { key });
    const { width, height } = await loadImage(bytes);
    expect([width, height]).toEqual([200, 300]);
    expect(Buffer.from(bytes).includes('GPS')).toBe(false);
  });
});

describe('403', () => {
  it('before the signer’s turn and after signing', async () => {
    const { graph, fieldIds, alice } = await sentWithFiles(api, [0, 1]);
    const bob = await tokenOf(api, graph, BOB.email);
    expectError(await upload(api, bob, fieldIds[1] ?? '', { bytes: photo() }), 'not_your_turn');
    await signAs(api, graph, ALICE);
    expectError(await upload(api, alice, fieldIds[0], { bytes: photo() }), 'not_your_turn');
  });
});

describe('409', () => {
  it('once the envelope is void', async () => {
    const { key, id, fieldIds, alice } = await sentWithFiles(api, [0]);
    const body = { expectedVersion: 3 };
    await api.ask('POST /api/v1/envelopes/{id}/void', { key, path: { id }, body });
    expectInvalidState(await upload(api, alice, fieldIds[0], { bytes: photo() }), 'voided');
  });

  it('before the consent that the envelope requires', async () => {
    const policy = { consumerDisclosure: true };
    const { fieldIds, alice } = await sentWithFiles(api, [0], { policy });
    const bytes = photo();
    expectInvalidState(await upload(api, alice, fieldIds[0], { bytes }), 'in_progress', 'consent_required');
    await api.ask('POST /api/signer/consent', { key: alice, body: { accepted: true } });
    expect((await upload(api, alice, fieldIds[0], { bytes })).status).toBe(201);
  });
});

describe('413', () => {
  it('to a file of more than 10 MiB', async () => {
    const { fieldIds, alice } = await sentWithFiles(api, [0]);
    const bytes = Buffer.concat([await plainPdf(), Buffer.alloc(LIMITS.attachmentFileMaxBytes)]);
    expectError(await upload(api, alice, fieldIds[0], { bytes }), 'payload_too_large', {
      maxBytes: LIMITS.attachmentFileMaxBytes,
    });
  });

  it('to an eleventh file of a field', async () => {
    const { fieldIds, alice } = await sentWithFiles(api, [0]);
    const bytes = photo();
    const results = [];
    for (let count = 0; count <= LIMITS.attachmentsPerField; count += 1)
      results.push(await upload(api, alice, fieldIds[0], { bytes, add: true }));
    const last = results.pop();
    expect(results.map(({ status }) => status)).toEqual(Array(LIMITS.attachmentsPerField).fill(201));
    if (last !== undefined)
      expectError(last, 'payload_too_large', {
        maxFiles: LIMITS.attachmentsPerField,
        reason: 'too_many_files',
      });
    expect((await upload(api, alice, fieldIds[0], { bytes })).status).toBe(201);
  });

  it('to a body that is longer than any such file', async () => {
    const { fieldIds, alice } = await sentWithFiles(api, [0]);
    const bytes = Buffer.alloc(13 * 1024 * 1024);
    expectError(await upload(api, alice, fieldIds[0], { bytes }), 'payload_too_large', {
      maxBytes: LIMITS.attachmentBodyMaxBytes,
    });
  });
});

describe('415', () => {
  it.each([
    ['a web page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a ZIP file', Buffer.from('PK\x03\x04 and more', 'latin1')],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['nothing', Buffer.alloc(0)],
  ])('to %s, whatever its name', async (_name, bytes) => {
    const { organizationId, fieldIds, alice } = await sentWithFiles(api, [0]);
    const before = await storedFiles(api, organizationId);
    const answer = await upload(api, alice, fieldIds[0], { bytes, filename: 'passport.pdf' });
    expectError(answer, 'unsupported_media_type');
    expect(await storedFiles(api, organizationId)).toEqual(before);
  });
});

describe('422', () => {
  it('to a field that is another’s, unknown, or takes no file', async () => {
    const fields = [
      { ...{ type: 'signature', page: 1, x: 0.1, y: 0.7, width: 0.3, height: 0.06 }, participantIndex: 0 },
      { ...{ type: 'attachment', page: 1, x: 0.1, y: 0.7, width: 0.3, height: 0.06 }, participantIndex: 1 },
    ];
    const { fieldIds, alice } = await sentWithFiles(api, [], { fields });
    for (const fieldId of [...fieldIds, 'fld_01h455vb4pex5vsknk084sn02q'])
      expectIssues(await upload(api, alice, fieldId, { bytes: photo() }), ['/fieldId']);
  });

  it('to a broken request', async () => {
    const { fieldIds, alice } = await sentWithFiles(api, [0]);
    const body = { fieldId: fieldIds[0], filename: ' ', contentBase64: 'no base64!' };
    expectIssues(await api.call('POST', path, { key: alice, body }), ['/contentBase64', '/filename']);
  });

  it.each(
    REFUSED_DOCUMENTS.filter(([, , reason]) => !['not_pdf_or_docx', 'too_many_pages'].includes(reason)),
  )('to a PDF that is %s, with its reason', async (_name, make, reason) => {
    const { organizationId, fieldIds, alice } = await sentWithFiles(api, [0]);
    const before = await storedFiles(api, organizationId);
    const answer = await upload(api, alice, fieldIds[0], { bytes: await make() });
    // Attached files are always rewritten, whether or not they're signed.
    const expected = reason === 'signature_broken' ? 'already_signed' : reason;
    expectError(answer, 'document_unreadable', { reason: expected });
    expect(await storedFiles(api, organizationId)).toEqual(before);
  });

  it.each([
    ['a photo that is cut off', photo().subarray(0, 200), 'malformed'],
    ['a PNG that is cut off', createCanvas(50, 50).toBuffer('image/png').subarray(0, -20), 'malformed'],
    ['a picture of 30,000 pixels', hugePng(30_000, 30_000), 'too_complex'],
  ])('to %s', async (_name, bytes, reason) => {
    const { fieldIds, alice } = await sentWithFiles(api, [0]);
    expectError(await upload(api, alice, fieldIds[0], { bytes }), 'document_unreadable', { reason });
  });
});

describe('429', () => {
  it('after 30 files in a minute', async () => {
    const { fieldIds, alice } = await sentWithFiles(api, [0]);
    const answers = [];
    for (let count = 0; count <= LIMITS.attachmentsPerMinute; count += 1)
      answers.push((await upload(api, alice, fieldIds[0], { bytes: Buffer.from('no') })).status);
    expect(answers.filter((status) => status === 415)).toHaveLength(LIMITS.attachmentsPerMinute);
    expect(answers.at(-1)).toBe(429);
  });
});

/** A PNG whose header claims more pixels than we would ever unpack. */
function hugePng(width: number, height: number): Buffer {
  const png = createCanvas(1, 1).toBuffer('image/png');
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  return png;
}
