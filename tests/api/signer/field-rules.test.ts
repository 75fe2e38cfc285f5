import { describe, expect, it } from 'vitest';
import { expectIssues } from '../../support/answers.ts';
import { useApi } from '../../support/api.ts';
import { ALICE, BOB, createDraft, SIGNATURE, sendDraft } from '../../support/envelopes.ts';
import { signAs, tokenOf, type WireGraph } from '../../support/signer.ts';
import { pdftotext } from '../../pdf/support/pdf-tools.ts';

const api = useApi({ work: true });
let row = 0;
const field = (key: string, type: string, extra: object = {}) => ({
  ...{ key, type, page: 1, x: 0.1, y: 0.1 + ((row += 1) % 12) * 0.05, width: 0.3, height: 0.03 },
  ...{ participantIndex: 0, required: false },
  ...extra,
});
const bobs = { participantIndex: 1, required: true };
const FIELDS = [
  field('ships', 'checkbox'),
  field('address', 'text', { required: true, condition: { all: [{ key: 'ships', isChecked: true }] } }),
  field('price', 'number', { required: true, private: false }),
  field('quantity', 'number', { required: true }),
  field('net', 'number', { formula: 'price * quantity' }),
  field('rate', 'number', { ...bobs, condition: { any: [{ key: 'net', isNot: '0' }] } }),
  field('total', 'number', { ...bobs, formula: 'round(net * (1 + rate / 100), 2)' }),
  field('receipt', 'text', { ...bobs, condition: { all: [{ key: 'address', isFilled: true }] } }),
  { ...SIGNATURE, ...bobs, key: 'signature' },
];

const valuesOf = (graph: WireGraph) =>
  Object.fromEntries(graph.fields.map((one) => [one['key'] as string, one['value'] as string | null]));
const answersOf = (graph: WireGraph, values: Readonly<Record<string, string>>) =>
  graph.fields
    .filter((one) => values[one['key']] !== undefined)
    .map((one) => ({ fieldId: one.id, value: values[one['key']] ?? '' }));

async function sent() {
  const { apiKey: key } = await api.tenant();
  const graph = (await sendDraft(api, key, { fields: FIELDS })) as WireGraph;
  const path = { id: graph.envelope.id };
  const read = async () => (await api.ask('GET /api/v1/envelopes/{id}', { key, path })).json as WireGraph;
  const sign = (who: typeof ALICE | typeof BOB, values: Readonly<Record<string, string>>) =>
    signAs(api, graph, who, answersOf(graph, values));
  return { key, graph, path, read, sign };
}

describe('an envelope with conditions and formulas', () => {
  it('stores, draws and extracts only what was shown, with results of the server', async () => {
    const { key, graph, path, read, sign } = await sent();
    const hidden = 'Nowhere Lane 13';
    const answer = await sign(ALICE, { ships: 'false', address: hidden, price: '19.99', quantity: '3' });
    expect(answer.status).toBe(200);
    expect(valuesOf(await read())).toMatchObject({ ships: 'false', address: null, net: '59.97', rate: null });

    const view = await api.ask('GET /api/signer/envelope', { key: await tokenOf(api, graph, BOB.email) });
    expect(view.json.inputs).toEqual([
      { key: 'address', type: 'text', options: null, value: null },
      { key: 'net', type: 'number', options: null, value: '59.97' },
    ]);
    expect(view.json.fields.map((one) => one.condition ?? one.formula)).toEqual(
      FIELDS.slice(5).map((one) =>
        'condition' in one ? one.condition : 'formula' in one ? one.formula : null,
      ),
    );

    const completed = await sign(BOB, { rate: '19', total: '71.36', receipt: hidden });
    expect(completed.json).toEqual({ status: 'completed' });
    expect(valuesOf(await read())).toMatchObject({ rate: '19', total: '71.36', receipt: null });
    await api.until('the seal', async () => (await read()).envelope['sealedAt']);
    const sealed = await api.ask('GET /api/v1/envelopes/{id}/document', {
      key,
      path,
      query: { variant: 'sealed' },
    });
    const text = pdftotext(sealed.bytes);
    expect(text).toContain('71.36');
    expect(text).not.toContain(hidden);
    const extracted = await api.ask('GET /api/v1/envelopes/{id}/extract', { key, path });
    expect(JSON.stringify(extracted.json)).not.toContain(hidden);
    const { fields } = extracted.json as { fields: { key: string; value: string | null }[] };
    expect(fields.filter((one) => ['total', 'address'].includes(one.key))).toMatchObject([
      { key: 'address', value: null },
      { key: 'total', value: '71.36' },
    ]);
  });

  it('422: refuses a result other than its own and a required field that is shown', async () => {
    const { sign, read } = await sent();
    const wrong = await sign(ALICE, { ships: 'true', price: '2', quantity: '2', net: '5' });
    expectIssues(wrong, ['/values', '/values/3/value']);
    expect(valuesOf(await read())).toMatchObject({ price: null, net: null });
    const right = { ships: 'true', address: 'Elm St', price: '2', quantity: '2', net: '4' };
    expect((await sign(ALICE, right)).status).toBe(200);
    expectIssues(await sign(BOB, { rate: '0' }), ['/values']);
  });
});

describe('rules of a draft', () => {
  const unknown = field('a', 'text', { condition: { all: [{ key: 'gone', isFilled: true }] } });
  const later = [field('a', 'number', { formula: 'b' }), field('b', 'number', { participantIndex: 1 })];

  it('422: are checked when it is created, changed, and put in another order', async () => {
    const { apiKey: key } = await api.tenant();
    expectIssues(await createDraft(api, key, { fields: [unknown] }), ['/fields/0/condition/all/0/key']);
    const { json } = await createDraft(api, key, { fields: FIELDS });
    const put = (body: object) =>
      api.ask('PUT /api/v1/envelopes/{id}/draft', { key, path: { id: json.envelope.id }, body });
    expectIssues(await put({ fields: [unknown] }), ['/fields/0/condition/all/0/key']);
    expectIssues(await put({ fields: later }), ['/fields/0/formula']);
    const parallel = [ALICE, BOB].map((one) => ({ ...one, orderIndex: 0 }));
    const both = await put({ participants: parallel, fields: FIELDS });
    expectIssues(both, [
      '/fields/5/condition/any/0/key',
      '/fields/6/formula',
      '/fields/7/condition/all/0/key',
    ]);
    // Without the field that others depend on, and without its participant.
    expectIssues(await put({ fields: FIELDS.filter((one) => one.key !== 'ships') }), [
      '/fields/0/condition/all/0/key',
    ]);
    const bobAlone = FIELDS.slice(5).map((one) => ({ ...one, participantIndex: 0 }));
    expectIssues(await put({ participants: [BOB], fields: bobAlone }), [
      '/fields/0/condition/any/0/key',
      '/fields/1/formula',
      '/fields/2/condition/all/0/key',
    ]);
  });

  it.each([
    { all: [] },
    { all: [{ key: 'a' }] },
    { all: [{ key: 'a', is: 'x', isFilled: true }] },
    { all: [{ key: 'a', is: 'x' }], any: [{ key: 'a', is: 'x' }] },
    { all: Array(21).fill({ key: 'a', isFilled: true }) },
    { all: [{ key: '__proto__', isFilled: true, constructor: {} }] },
    { none: [] },
    [],
    'a',
  ])('422: refuses the condition %j', async (condition) => {
    const { apiKey: key } = await api.tenant();
    const answer = await createDraft(api, key, {
      fields: [field('a', 'text'), field('b', 'text', { condition })],
    });
    expect(answer.status).toBe(422);
    for (const { path } of answer.json.details.issues) expect(path).toMatch(/^\/fields\/1\/condition/);
  });

  it.each(['(', '1 +', 'alert(1)', 'b', 'a', '__proto__', '('.repeat(400), 'x'.repeat(501)])(
    '422: refuses the formula %j',
    async (formula) => {
      const { apiKey: key } = await api.tenant();
      const fields = [field('a', 'text'), field('b', 'number', { formula })];
      expectIssues(await createDraft(api, key, { fields }), ['/fields/1/formula']);
    },
  );
});
