import { describe, expect, it } from 'vitest';
import { NO_DETAILS } from '#domain/field/details.ts';
import { expectIssues } from '../../support/answers.ts';
import { useApi } from '../../support/api.ts';
import { ALICE, BOB, createDraft, SIGNATURE } from '../../support/envelopes.ts';
import { use } from '../template/example.ts';

const api = useApi();
const at = (type: string, y: number) => ({ ...SIGNATURE, type, y, height: 0.05, participantIndex: 0 });
const put = (key: string, id: string, body: object) =>
  api.call('PUT', `/api/v1/envelopes/${id}/draft`, { key, body });

const TOTAL = {
  key: 'invoice_total',
  format: { pattern: '1.234,56', decimals: 2, currency: 'EUR' },
  validation: { min: 0, max: 10_000, minLength: null, maxLength: null, pattern: null, message: 'Too much' },
  placeholder: '0,00',
  hint: 'Without tax.\nIn euros.',
  align: 'right',
  fontSize: 9.5,
  comb: 12,
  private: true,
  formula: 'net * 1.19',
};
const NET = { key: 'net', defaultValue: '12.5' };
const REASON = {
  key: 'reason',
  multiline: true,
  condition: { all: [{ key: 'invoice_total', isFilled: true }] },
  anchor: { text: 'Reason:', occurrence: 'last', place: 'below', dx: 0.1 },
};
const FIELDS = [
  { ...at('signature', 0.1), label: 'Your signature' },
  { ...at('number', 0.2), ...TOTAL },
  { ...at('text', 0.3), ...REASON },
  { ...at('number', 0.4), ...NET },
];

/** Returns only the details of fields. */
const detailsIn = (fields: readonly any[]) =>
  fields.map((field) =>
    Object.fromEntries(['key', ...Object.keys(NO_DETAILS)].map((name) => [name, field[name]])),
  );
const WRITTEN = [
  { ...NO_DETAILS, key: 'your_signature' },
  { ...NO_DETAILS, ...TOTAL },
  { ...NO_DETAILS, ...REASON },
  { ...NO_DETAILS, ...NET },
];

async function drafted(fields: readonly object[] = FIELDS) {
  const { apiKey: key } = await api.tenant();
  const { json, status } = await createDraft(api, key, { participants: [ALICE, BOB], fields });
  return { key, json, status, id: json.envelope?.id as string };
}

describe('the details of fields', () => {
  it('are returned as they were given, by default empty', async () => {
    const { key, id, json } = await drafted();
    expect(detailsIn(json.fields)).toEqual(WRITTEN);
    const read = await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id } });
    expect(detailsIn(read.json.fields)).toEqual(WRITTEN);
  });

  it('go with the fields that an update replaces, as a client that does not know them writes them', async () => {
    const { key, id } = await drafted();
    const { json } = await put(key, id, { fields: FIELDS });
    expect(detailsIn(json.fields)).toEqual(WRITTEN);
    const plain = [at('signature', 0.1), { ...at('number', 0.2), label: 'Total' }];
    const again = await put(key, id, { fields: plain });
    expect(detailsIn(again.json.fields)).toEqual([
      { ...NO_DETAILS, key: 'signature' },
      { ...NO_DETAILS, key: 'total' },
    ]);
  });

  it('come along into copies, templates, and what is made from templates', async () => {
    const { key, id, json } = await drafted();
    const copied = await api.call('POST', `/api/v1/envelopes/${id}/copy`, { key, body: {} });
    expect(detailsIn(copied.json.fields)).toEqual(WRITTEN);
    const roles = json.participants.map(({ id: participantId, name }: any) => ({ participantId, name }));
    const body = { sourceEnvelopeId: id, name: 'Order', roles };
    const saved = await api.call('POST', '/api/v1/templates', { key, body });
    expect(detailsIn(saved.json.fields)).toEqual(WRITTEN);
    const made = await use(api, key, saved.json.template.id, {
      recipients: Object.fromEntries(saved.json.roles.map(({ apiRoleName }: any) => [apiRoleName, BOB])),
      autoSend: false,
    });
    expect(detailsIn(made.json.fields)).toEqual(WRITTEN);
  });
});

describe('422', () => {
  it.each([
    ['number', { validation: { min: 2, max: 1 } }, '/validation/min'],
    ['number', { validation: { min: '2027-01-01' } }, '/validation/min'],
    ['date', { validation: { max: 3 } }, '/validation/max'],
    ['date', { validation: { min: '2027-02-01', max: '2027-01-01' } }, '/validation/min'],
    ['text', { validation: { minLength: 3, maxLength: 2 } }, '/validation/minLength'],
    ['text', { validation: { min: 1 } }, '/validation/min'],
    ['text', { multiline: true, comb: 4 }, '/comb'],
    ['text', { format: { pattern: '1234.56' } }, '/format'],
    ['text', { formula: '1 + 1' }, '/formula'],
    ['date', { format: { pattern: '1234.56' } }, '/format/pattern'],
    ['date', { format: { pattern: 'DD.MM.YYYY', currency: 'EUR' } }, '/format/currency'],
    ['number', { format: { pattern: '1234.56', decimals: 11 } }, '/format/decimals'],
    ['number', { format: { pattern: '1234.56', currency: 'euro' } }, '/format/currency'],
    ['signature', { placeholder: 'Sign' }, '/placeholder'],
    ['signature', { defaultValue: 'Ada' }, '/defaultValue'],
    ['text', { comb: 0 }, '/comb'],
    ['text', { comb: 2.5 }, '/comb'],
    ['text', { fontSize: 400 }, '/fontSize'],
    ['text', { align: 'justify' }, '/align'],
    ['text', { key: 'two words' }, '/key'],
    ['text', { hint: 'a'.repeat(501) }, '/hint'],
    ['text', { formula: '1'.repeat(501) }, '/formula'],
    ['text', { condition: {} }, '/condition'],
    ['text', { condition: { all: [{ key: 'a', is: 'b' }], any: [{ key: 'a', is: 'b' }] } }, '/condition'],
    ['text', { condition: { all: [{ key: 'a' }] } }, '/condition/all/0'],
    ['text', { condition: { all: [] } }, '/condition/all'],
    ['text', { anchor: { text: '' } }, '/anchor/text'],
    ['text', { anchor: { text: 'Name', somewhere: true } }, '/anchor/somewhere'],
  ])('refuses a %s field with %j', async (type, details, path) => {
    const { apiKey: key } = await api.tenant();
    const answer = await createDraft(api, key, {
      participants: [ALICE],
      fields: [{ ...at(type, 0.1), ...details }],
    });
    expectIssues(answer, [`/fields/0${path}`]);
  });

  it('refuses a key that two fields have', async () => {
    const { apiKey: key } = await api.tenant();
    const fields = [
      { ...at('text', 0.1), key: 'total' },
      at('text', 0.2),
      { ...at('number', 0.3), key: 'total' },
    ];
    expectIssues(await createDraft(api, key, { participants: [ALICE], fields }), ['/fields/2/key']);
  });
});

it('lets two updates with the same keys race, one after the other', async () => {
  const { key, id } = await drafted();
  for (let round = 0; round < 5; round++) {
    const answers = await Promise.all([0, 1, 2].map(() => put(key, id, { fields: FIELDS })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const read = await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id } });
    expect(detailsIn(read.json.fields)).toEqual(WRITTEN);
  }
});
