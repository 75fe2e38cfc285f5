import { describe, expect, it, vi } from 'vitest';
import type { Issue } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { ConversionInterrupted } from '#server/conversion/converter.ts';
import { readDocument } from '#server/jobs/read-document.ts';
import { expectError } from '../../support/answers.ts';
import { useApi } from '../../support/api.ts';
import { CONVERTER_START_MS } from '../../support/patience.ts';
import type { BodyOf } from '../../support/ask.ts';
import { plainPdf } from '../../support/envelopes.ts';
import { scratchDirectory, textOf, writtenTo } from '../../support/pdf.ts';
import { storedFiles } from '../../support/stored-files.ts';
import { paragraph, table, wordFile } from '../../support/word-body.ts';

const TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
vi.setConfig({ testTimeout: CONVERTER_START_MS });
const api = useApi({ env: { DOCX_CONVERTER: 'wasm' } });

const CONTRACT = wordFile(
  paragraph('Agreement with [[client.', 'name]]'),
  table(['Item', 'Price'], ['[[#items]][[name]]', '[[price]][[/items]]']),
  paragraph('[[#guarantor]]Guaranteed by [[guarantor.name]].[[/guarantor]]'),
  paragraph('[[Note 1]]'),
);
const VALUES = {
  client: { name: 'Ada Lovelace' },
  items: [
    { name: 'Analysis', price: 1200 },
    { name: 'Travel', price: '80.50' },
  ],
  guarantor: false,
};
const LISTED = [
  { path: 'client.name', kind: 'text' },
  { path: 'items', kind: 'section' },
  { path: 'items[].name', kind: 'text' },
  { path: 'items[].price', kind: 'text' },
  { path: 'guarantor', kind: 'section' },
  { path: 'guarantor.name', kind: 'text' },
];

type Body = Partial<BodyOf<'POST /api/v1/envelopes'>>;

async function create(bytes: Uint8Array | null, extra: Body = {}, originalFilename = 'Agreement.docx') {
  const { apiKey: key, organizationId } = await api.tenant();
  const document =
    bytes === null ? {} : { document: { contentBase64: base64(bytes), contentType: TYPE } as const };
  const body = { originalFilename, ...document, detect: false, ...extra };
  return { key, organizationId, answer: await api.ask('POST /api/v1/envelopes', { key, body }) };
}
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

function expectInvalid(answer: { status: number; json: unknown }, issues: readonly string[]): void {
  expect(answer.status).toBe(422);
  const { code, details } = answer.json as { code: string; details: { issues: Issue[] } };
  expect(code).toBe('validation_failed');
  expect(details.issues.map(({ path, message }) => `${path} ${message}`)).toEqual(issues);
}

/**
 * Returns the document's text once it's converted. On a busy machine, that takes longer than a request waits.
 */
async function shown(key: string, organizationId: string, id: string): Promise<string> {
  await readDocument(api.services, { organizationId, envelopeId: id }, false);
  const query = { variant: 'prepared' } as const;
  const file = await api.ask('GET /api/v1/envelopes/{id}/document', { key, path: { id }, query });
  const scratch = scratchDirectory();
  try {
    return textOf(writtenTo(scratch.path, 'prepared.pdf', file.bytes))
      .replaceAll(/\s+/g, ' ')
      .trim();
  } finally {
    scratch.remove();
  }
}

describe('variables of a Word file', () => {
  it('are filled in before it is converted; the original stays, and they are listed', async () => {
    const { key, organizationId, answer } = await create(CONTRACT, { variables: VALUES });
    expect(answer.status).toBe(201);
    const { id } = answer.json.envelope;
    expect(await shown(key, organizationId, id)).toBe(
      'Agreement with Ada Lovelace Item Price Analysis 1200 Travel 80.50 [[Note 1]]',
    );
    const original = await api.ask('GET /api/v1/envelopes/{id}/document', { key, path: { id } });
    expect(original.bytes.equals(CONTRACT)).toBe(true);
    const { json } = await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id } });
    expect(json.envelope.documents[0]?.variables).toEqual(LISTED);
    expect(json.envelope).not.toHaveProperty('variableValues');
  });

  it('stay as they are without values, and are listed', async () => {
    const { key, organizationId, answer } = await create(CONTRACT);
    const text = await shown(key, organizationId, answer.json.envelope.id);
    expect(text).toContain(
      'Agreement with [[client.name]] Item Price [[#items]][[name]] [[price]][[/items]]',
    );
    const { json } = await api.ask('GET /api/v1/envelopes/{id}', {
      key,
      path: { id: answer.json.envelope.id },
    });
    expect(json.envelope.documents[0]?.variables).toEqual(LISTED);
  });

  it('are all named if they have no value, and nothing is stored', async () => {
    const { answer, organizationId } = await create(CONTRACT, {
      variables: { client: {}, items: [{ name: 'a' }], guarantor: true },
    });
    expectInvalid(answer, [
      '/variables/client/name is required',
      '/variables/items/0/price is required',
      '/variables/guarantor/name is required',
    ]);
    expect(await storedFiles(api, organizationId)).toEqual([]);
  });

  it('that make no sense are refused with their names', async () => {
    const { answer } = await create(wordFile(paragraph('[[#items]]x')), { variables: {} });
    expectError(answer, 'document_unreadable', { reason: 'malformed' });
    expect(answer.json).toMatchObject({
      message: "The document's variables can't be filled in: [[#items]] isn't closed.",
    });
    expect((await create(wordFile(paragraph('[[#items]]x')))).answer.status).toBe(201);
  });

  it('have limits, and too many rows are refused', async () => {
    const items = Array.from({ length: 1_000_000 }, () => 1);
    const { answer } = await create(CONTRACT, { variables: { ...VALUES, items } });
    expectInvalid(answer, ['/variables/items must have fewer than 1000000 items']);
    const most = Array.from({ length: LIMITS.variableRowsMax + 1 }, () => ({ name: 'a', price: 1 }));
    const refused = await create(CONTRACT, { variables: { ...VALUES, items: most } });
    expectInvalid(refused.answer, [
      `/variables/items must have fewer rows: ${LIMITS.variableRowsMax} with those of all other lists`,
    ]);
  });

  it('do nothing in other files', async () => {
    const { key, organizationId, answer } = await create(
      await plainPdf(),
      { variables: { a: 'b' } },
      'a.pdf',
    );
    expect(answer.status).toBe(201);
    expect(await shown(key, organizationId, answer.json.envelope.id)).not.toBe('');
    expect(answer.json.envelope.documents[0]?.variables).toEqual([]);
  });
});

describe('a value', () => {
  it('that looks like a variable, a tag or XML is text, with its line breaks', async () => {
    const { key, organizationId, answer } = await create(
      wordFile(paragraph('Note: [[note]]'), paragraph('Kept {{signature, Buyer}} end')),
      {
        textTags: true,
        variables: { note: '[[x]] {{signature, Buyer}} <b>&amp;</b>\nsecond\u202e line {{' },
      },
    );
    const { id } = answer.json.envelope;
    const text = await shown(key, organizationId, id);
    expect(text).toBe('Note: [[x]] {{signature, Buyer}} <b>&amp;</b> second line {{ Kept end');
    const { json } = await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id } });
    expect(json.fields.map(({ type, label }) => [type, label])).toEqual([['signature', null]]);
    expect(json.envelope.document?.notices).toEqual([{ code: 'text_tags', count: 1 }]);
  });

  it("isn't read as a part of a tag", async () => {
    const { key, organizationId, answer } = await create(
      wordFile(paragraph('{{[[label]];type=signature;role=Buyer}}'), paragraph('{{Date;role=Buyer}}')),
      { textTags: true, variables: { label: 'Name;required=false' } },
    );
    const { id } = answer.json.envelope;
    expect(await shown(key, organizationId, id)).toBe('{{Name;required=false;type=signature;role=Buyer}}');
    const { json } = await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id } });
    expect(json.fields.map(({ type }) => type)).toEqual(['date']);
    expect(json.envelope.document?.notices).toEqual([
      { code: 'text_tags', count: 1 },
      {
        code: 'unread_tags',
        count: 1,
        items: [
          {
            text: '{{[[label]];type=signature;role=Buyer}}',
            page: null,
            reason: 'it has a variable in it',
          },
        ],
      },
    ]);
  });
});

describe('a Word file that is uploaded', () => {
  async function uploaded(extra: Body) {
    const made = await create(null, extra);
    const { id } = made.answer.json.envelope;
    const complete = (body: BodyOf<'POST /api/v1/envelopes/{id}/upload/complete'> = {}) =>
      api.ask('POST /api/v1/envelopes/{id}/upload/complete', { key: made.key, path: { id }, body });
    const put = () =>
      api.call('PUT', `/api/v1/envelopes/${id}/document`, {
        key: made.key,
        raw: CONTRACT,
        headers: { 'content-type': 'application/octet-stream' },
      });
    expect((await put()).status).toBe(204);
    return { ...made, id, complete, put };
  }

  it('is refused when the upload is completed without a value, and taken with all of them', async () => {
    const { key, organizationId, id, complete, put } = await uploaded({ variables: { client: {} } });
    const refused = await complete();
    expectInvalid(refused, [
      '/variables/client/name is required',
      '/variables/items is required',
      '/variables/guarantor is required',
    ]);
    expect((await put()).status).toBe(204);
    expect((await complete({ variables: VALUES })).status).toBe(200);
    expect(await shown(key, organizationId, id)).toContain('Ada Lovelace');
  });

  it('is filled in by the job with the same values if its conversion takes long', async () => {
    const { key, organizationId, id, complete } = await uploaded({ variables: VALUES });
    const services = api.services as { converter: typeof api.services.converter };
    const usual = services.converter;
    services.converter = {
      available: true,
      convert: () => Promise.reject(new ConversionInterrupted('too slow')),
      close: async () => undefined,
    };
    try {
      expect((await complete()).json.envelope.envelope.documentStatus).toBe('processing');
    } finally {
      services.converter = usual;
    }
    expect(await shown(key, organizationId, id)).toContain('Travel 80.50');
  });
});
