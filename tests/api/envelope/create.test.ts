import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { computeSha256Hex } from '#server/crypto/hash.ts';
import { expectError, expectIssues } from '../../support/answers.ts';
import { useApi } from '../../support/api.ts';
import type { BodyOf } from '../../support/ask.ts';
import { picture } from '../../support/pictures.ts';
import { ALICE, BOB, createDraft, plainPdf, SIGNATURE } from '../../support/envelopes.ts';
import { REFUSED_DOCUMENTS } from '../../support/refused-documents.ts';
import { expectGraph } from '../../support/shapes.ts';
import { storedFiles } from '../../support/stored-files.ts';
import { countRows, eventsOf, jobsOf } from '../../support/traces.ts';

const MAX_DOCUMENT_BYTES = 1024 * 1024;
const api = useApi({
  env: {
    MAX_DOCUMENT_BYTES: String(MAX_DOCUMENT_BYTES),
    MAX_DOCUMENT_PAGES: '5',
    DOCX_CONVERTER: 'off',
  },
});
const create = (key: string, body: BodyOf<'POST /api/v1/envelopes'>) =>
  api.ask('POST /api/v1/envelopes', { key, body });

type ContentType = NonNullable<BodyOf<'POST /api/v1/envelopes'>['document']>['contentType'];
const pdf = await plainPdf(2);
const inline = (bytes: Uint8Array, contentType: ContentType = 'application/pdf') => ({
  originalFilename: 'Agreement.pdf',
  document: { contentBase64: Buffer.from(bytes).toString('base64'), contentType },
});

describe('201', () => {
  it('returns a draft with its document, participants in order and fields', async () => {
    const { apiKey, organizationId, teamId, userId } = await api.tenant();
    const answer = await create(apiKey, {
      ...inline(pdf),
      participants: [ALICE, BOB],
      fields: [{ ...SIGNATURE, participantIndex: 1 }],
    });
    expect(answer.status).toBe(201);
    expectGraph(answer.json);
    const { envelope, participants, fields } = answer.json;
    expect(envelope).toMatchObject({
      id: expect.stringMatching(/^env_[0-9a-hjkmnp-tv-z]{26}$/),
      organizationId,
      teamId,
      templateId: null,
      status: 'draft',
      detectionStatus: 'none',
      version: 1,
      originalFilename: 'Agreement.pdf',
      displayName: 'Agreement',
      sourceFormat: 'pdf',
      contentHash: computeSha256Hex(pdf),
      sizeBytes: pdf.length,
      pageCount: 2,
      deliveryMode: 'inline',
      legalFramework: 'esign_ueta',
      consumerDisclosure: false,
      expiresAt: null,
      sentAt: null,
      createdAt: api.clock.now.toISOString(),
      updatedAt: api.clock.now.toISOString(),
      reminderPolicy: null,
      metadata: null,
      senderUserId: userId,
      senderName: 'Olga Owner',
      detectedParties: null,
    });
    expect(participants).toMatchObject([
      { ...ALICE, orderIndex: 0, status: 'pending', envelopeId: envelope.id, detectedPartyIndex: null },
      { ...BOB, orderIndex: 1, company: null, title: null },
    ]);
    expect(fields).toMatchObject([
      {
        ...SIGNATURE,
        participantId: participants[1].id,
        source: 'manual',
        required: true,
        locked: false,
        value: null,
        prefillValue: null,
        autoSource: null,
      },
    ]);
  });

  it('logs the creation with the hashes of the document, without a job', async () => {
    const { apiKey, organizationId } = await api.tenant();
    const { envelope } = (await createDraft(api, apiKey)).json;
    const [created, ...more] = await eventsOf(api, apiKey, envelope.id);
    expect(more).toEqual([]);
    expect(created).toMatchObject({
      seq: 1,
      action: 'envelope.created',
      actorType: 'api_key',
      actorId: expect.stringMatching(/^key_/),
      prevHash: '0'.repeat(64),
      ipAddress: '192.0.2.7',
      organizationId,
      payload: {
        displayName: 'Agreement',
        originalFilename: 'Agreement.pdf',
        deliveryMode: 'inline',
        contentHash: envelope.contentHash,
        documentHash: envelope.documentHash,
      },
    });
    expect(await jobsOf(api, envelope.id)).toEqual([]);
  });

  it('accepts policy, metadata and a display name', async () => {
    const { apiKey } = await api.tenant();
    const answer = await create(apiKey, {
      ...inline(pdf),
      displayName: '  Rahmen\u202Evertrag\n2027 ',
      policy: {
        legalFramework: 'esign_ueta',
        consumerDisclosure: true,
        expiresAt: '2027-06-01T12:00:00+02:00',
        reminderPolicy: { firstAfterDays: 2, everyDays: 3, maxReminders: 4 },
      },
      metadata: { 'deal-id': '42', пусто: '' },
    });
    expect(answer.json.envelope).toMatchObject({
      displayName: 'Rahmenvertrag 2027',
      consumerDisclosure: true,
      expiresAt: '2027-06-01T10:00:00.000Z',
      reminderPolicy: { firstAfterDays: 2, everyDays: 3, maxReminders: 4 },
      metadata: { 'deal-id': '42', пусто: '' },
    });
  });

  it('accepts participants before their fields are detected', async () => {
    const { apiKey } = await api.tenant();
    const answer = await create(apiKey, { ...inline(pdf), participants: [ALICE, BOB] });
    expect(answer.status).toBe(201);
    expect(answer.json.envelope).toMatchObject({ status: 'draft', version: 1, detectionStatus: 'queued' });
    expect(answer.json.participants.map(({ email }: any) => email)).toEqual([ALICE.email, BOB.email]);
    expect(answer.json.fields).toEqual([]);
  });

  it('returns an upload target without a document', async () => {
    const { apiKey } = await api.tenant();
    const { status, json } = await create(apiKey, { originalFilename: 'Later.pdf' });
    expect(status).toBe(201);
    expect(json.envelope).toMatchObject({
      deliveryMode: 'upload',
      contentHash: null,
      sizeBytes: null,
      documentHash: null,
      pageCount: null,
    });
    expect(json.upload).toEqual({
      url: `http://localhost:3000/api/v1/envelopes/${json.envelope.id}/document`,
      method: 'PUT',
      headers: { 'content-type': 'application/octet-stream' },
      maxBytes: MAX_DOCUMENT_BYTES,
      expiresAt: new Date(api.clock.now.getTime() + 3_600_000).toISOString(),
    });
  });

  it('keeps concurrent ones apart', async () => {
    const { apiKey } = await api.tenant();
    const answers = await Promise.all([1, 2, 3].map(() => create(apiKey, inline(pdf))));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ json }) => json.envelope.id)).size).toBe(3);
  });
});

describe('413', () => {
  it('for a document over the limit', async () => {
    const { apiKey } = await api.tenant();
    const body = inline(Buffer.alloc(MAX_DOCUMENT_BYTES + 1));
    expectError(await create(apiKey, body), 'payload_too_large', { maxBytes: MAX_DOCUMENT_BYTES });
  });
});

describe('an image', () => {
  it.each([
    ['png', 'image/png', Buffer.from(picture('png', 600, 400).split(',')[1] ?? '', 'base64')],
    ['jpeg', 'image/jpeg', Buffer.from(picture('jpeg', 600, 400).split(',')[1] ?? '', 'base64')],
    ['heic', 'image/heic', readFileSync(new URL('../../pdf/image/corners.heic', import.meta.url))],
  ] as const)('becomes a page: %s', async (sourceFormat, contentType, bytes) => {
    const { apiKey } = await api.tenant();
    const answer = await create(apiKey, inline(bytes, contentType));
    expect(answer.status).toBe(201);
    const { envelope } = answer.json;
    expect(envelope).toMatchObject({ sourceFormat, pageCount: 1, contentHash: computeSha256Hex(bytes) });
    const original = await api.call('GET', `/api/v1/envelopes/${envelope.id}/document?variant=original`, {
      key: apiKey,
    });
    expect(original.headers.get('content-type')).toBe(contentType);
    expect(original.bytes.equals(bytes)).toBe(true);
  });

  it('is refused if it is damaged', async () => {
    const { apiKey } = await api.tenant();
    const bytes = Buffer.from(picture('png', 600, 400).split(',')[1] ?? '', 'base64');
    const damaged = inline(bytes.subarray(0, bytes.length - 30), 'image/png');
    expectError(await create(apiKey, damaged), 'document_unreadable', { reason: 'malformed' });
  });
});

describe('415', () => {
  it('for a DOCX without a converter, whatever its name', async () => {
    const { apiKey, organizationId } = await api.tenant();
    const docx = Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(100)]);
    for (const contentType of [
      'application/pdf',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    ] as const) {
      expectError(await create(apiKey, inline(docx, contentType)), 'unsupported_media_type');
    }
    expect(await storedFiles(api, organizationId)).toEqual([]);
  });
});

describe('422', () => {
  it.each(REFUSED_DOCUMENTS)(
    'for a document that is %s, storing nothing',
    async (_name, document, reason) => {
      const { apiKey, organizationId } = await api.tenant();
      const answer = await create(apiKey, inline(await document()));
      expectError(answer, 'document_unreadable', { reason });
      expect(await storedFiles(api, organizationId)).toEqual([]);
      expect(Object.values(await countRows(api, organizationId)).filter((count) => count > 0)).toEqual([]);
    },
  );

  it.each<[string, unknown, string[]]>([
    ['no file name', {}, ['/originalFilename']],
    ['a file name of nothing visible', { originalFilename: '\u200b \u202e' }, ['/originalFilename']],
    ['a long file name', { originalFilename: 'x'.repeat(256) }, ['/originalFilename']],
    [
      'content that is not base64',
      { document: { contentBase64: '%%%', contentType: 'application/pdf' } },
      ['/document/contentBase64'],
    ],
    [
      'another type of content',
      { document: { contentBase64: '', contentType: 'text/plain' } },
      ['/document/contentType'],
    ],
    ['a bad address', { participants: [{ name: 'A', email: 'a@' }], fields: [] }, ['/participants/0/email']],
    [
      'an address with a hidden character',
      { participants: [{ name: 'A', email: 'a\u202e@example.com' }], fields: [] },
      ['/participants/0/email'],
    ],
    [
      'an empty name',
      { participants: [{ name: ' ', email: 'a@example.com' }], fields: [] },
      ['/participants/0/name'],
    ],
    [
      'too many participants',
      { participants: Array.from({ length: 101 }, () => BOB), fields: [] },
      ['/participants'],
    ],
    [
      'unknown parts of parts',
      { participants: [{ ...BOB, phone: '1' }], fields: [], policy: { ttl: 1 } },
      ['/participants/0/phone', '/policy/ttl'],
    ],
    ['a date without an offset', { policy: { expiresAt: '2027-06-01T12:00:00' } }, ['/policy/expiresAt']],
    ['a date that no calendar has', { policy: { expiresAt: '2027-02-30T12:00:00Z' } }, ['/policy/expiresAt']],
    ['a date in the past', { policy: { expiresAt: '2027-02-28T12:00:00Z' } }, ['/policy/expiresAt']],
    [
      'a disclosure under another law',
      { policy: { legalFramework: 'uk_ses', consumerDisclosure: true } },
      ['/policy/consumerDisclosure'],
    ],
    [
      'metadata with too many pairs',
      { metadata: Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`k${i}`, ''])) },
      ['/metadata'],
    ],
    ['metadata with a long value', { metadata: { a: 'x'.repeat(501) } }, ['/metadata/a']],
    ['a sender, which only drafts take', { sender: BOB }, ['/sender']],
    ['numbers as texts', { fields: [{ ...SIGNATURE, page: '1', syntheticRoleId: 'a' }] }, ['/fields/0/page']],
  ])('names %s', async (_name, body, paths) => {
    const { apiKey, organizationId } = await api.tenant();
    const given = { ...(_name === 'no file name' ? {} : { originalFilename: 'A.pdf' }), ...(body as object) };
    expectIssues(await api.call('POST', '/api/v1/envelopes', { key: apiKey, body: given }), paths);
    expect(await countRows(api, organizationId)).toMatchObject({ envelopes: 0, events: 0 });
  });

  it('to a team of another organization', async () => {
    const [own, other] = [await api.tenant(), await api.tenant()];
    expectIssues(await create(own.apiKey, { originalFilename: 'A.pdf', teamId: other.teamId }), ['/teamId']);
  });

  it.each(['eidas_aes', 'eidas_qes'] as const)('to the legal framework %s', async (legalFramework) => {
    const { apiKey } = await api.tenant();
    const answer = await create(apiKey, { originalFilename: 'A.pdf', policy: { legalFramework } });
    expectError(answer, 'legal_framework_unavailable', { legalFramework });
  });
});
