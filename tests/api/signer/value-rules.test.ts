import { describe, expect, it } from 'vitest';
import { expectIssues } from '../../support/answers.ts';
import { useApi } from '../../support/api.ts';
import { ALICE, createDraft, sendDraft, SIGNATURE } from '../../support/envelopes.ts';
import { signAs, type WireGraph } from '../../support/signer.ts';

const api = useApi({ work: true });
const at = (type: string, details: object) => ({
  ...SIGNATURE,
  ...{ type, y: 0.1, height: 0.05, participantIndex: 0, required: false },
  ...details,
});

async function sent(field: object) {
  const { apiKey: key } = await api.tenant();
  const graph = (await sendDraft(api, key, { participants: [ALICE], fields: [field] })) as WireGraph;
  const [{ id } = { id: '' }] = graph.fields;
  return { key, graph, fieldId: id };
}
async function answered(field: object, value?: string) {
  const { key, graph, fieldId } = await sent(field);
  const values = value === undefined ? [] : [{ fieldId, value }];
  const answer = await signAs(api, graph, ALICE, values);
  const read = await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id: graph.envelope.id } });
  return { answer, value: read.json.fields[0]?.value };
}

const EUROS = { format: { pattern: '1.234,56', decimals: 2, currency: 'EUR' } };
const CODE = { validation: { pattern: '[A-Z]{2}\\d{4}', message: 'Two letters, four digits' } };

describe('a value that breaks a rule of its field', () => {
  it.each([
    ['number', { validation: { min: 10 } }, '9.99'],
    ['number', { validation: { max: 10 } }, '9'.repeat(400)],
    ['number', { validation: { max: 10 } }, '1e309'],
    ['number', EUROS, '1.234,56'],
    ['number', EUROS, '0.125'],
    ['date', { validation: { max: '2027-12-31' } }, '2028-01-01'],
    ['text', { validation: { minLength: 3 } }, 'ab'],
    ['text', { comb: 2 }, '👩‍👩‍👧‍👦e\u0301x'],
    ['text', CODE, 'ab1234'],
    ['text', { validation: { pattern: '(a+)+' } }, `${'a'.repeat(499)}!`],
  ])('is refused: %s with %j', async (type, details, value) => {
    const { answer, value: stored } = await answered(at(type, details), value);
    expectIssues(answer, ['/values/0/value']);
    expect(stored).toBeNull();
  });
});

describe('a value that its box has no room for', () => {
  const long = 'Maximiliane Alexandra von Hohenzollern-Sigmaringen';
  const box = { width: 0.2, height: 0.016 };

  it('is refused, with how much there is room for', async () => {
    const { answer } = await answered(at('text', box), `${long} ${long}`);
    expectIssues(answer, ['/values/0/value']);
    expect(JSON.stringify(answer.json)).toMatch(/has room for at most \d\d characters/);
  });

  it.each([
    ['fits in smaller letters', at('text', { ...box, width: 0.35 }), long],
    ['fits in two lines', at('text', { ...box, height: 0.03 }), long],
  ])('is stored where it %s', async (_how, field, value) => {
    expect((await answered(field, value)).value).toBe(value);
  });

  it('is stored where the signer can’t change it', async () => {
    const value = `${long} ${long}`;
    const field = at('text', { ...box, prefillValue: value, locked: true });
    expect((await answered(field)).value).toBe(value);
  });
});

describe('a value', () => {
  it.each([
    ['number', { validation: { min: 0 } }, '-0.0', '0.0'],
    ['number', EUROS, '0012.5', '12.5'],
    ['number', {}, '1.234,56', '1.234,56'],
    ['date', { format: { pattern: 'D MMMM YYYY' } }, '2027-03-05', '2027-03-05'],
    ['text', { comb: 2 }, '👩‍👩‍👧‍👦e\u0301', '👩‍👩‍👧‍👦\u00e9'],
    ['text', CODE, 'AB1234', 'AB1234'],
    ['text', { comb: 3 }, 'a\u202eb\u2066c', 'abc'],
  ])('is stored without its format: %s with %j, %j', async (type, details, value, stored) => {
    expect((await answered(at(type, details), value)).value).toBe(stored);
  });

  it('starts with the default, which the signer can change or remove', async () => {
    const field = at('text', { defaultValue: 'Malmö' });
    expect((await answered(field)).value).toBe('Malmö');
    expect((await answered(field, 'Lund')).value).toBe('Lund');
    expect((await answered(field, '')).value).toBeNull();
    expect((await answered(at('text', { defaultValue: 'Malmö', prefillValue: 'Rome' }))).value).toBe('Rome');
  });
});

it.each([
  ['text', { defaultValue: 'abc', validation: { maxLength: 2 } }, '/defaultValue'],
  ['text', { prefillValue: 'abc', ...CODE }, '/prefillValue'],
  ['number', { defaultValue: '1,5', ...EUROS }, '/defaultValue'],
  ['date', { defaultValue: 'tomorrow' }, '/defaultValue'],
  ['text', { defaultValue: 'abc', comb: 2 }, '/defaultValue'],
  ['text', { validation: { pattern: '(?=a)' } }, '/validation/pattern'],
  ['text', { validation: { pattern: '(.?){999}'.repeat(50) } }, '/validation/pattern'],
  ['date', { comb: 8, format: { pattern: 'locale' } }, '/comb'],
])('refuses a draft whose %s field starts against its own rules: %j', async (type, details, path) => {
  const { apiKey: key } = await api.tenant();
  const answer = await createDraft(api, key, { participants: [ALICE], fields: [at(type, details)] });
  expectIssues(answer, [`/fields/0${path}`]);
});
