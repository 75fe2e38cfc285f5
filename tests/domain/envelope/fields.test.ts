import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { copy } from '#domain/envelope/copy.ts';
import { draft } from '#domain/envelope/draft.ts';
import type { FieldInput } from '#domain/envelope/fields.ts';
import type { EnvelopeGraph } from '#domain/envelope/graph.ts';
import { send } from '#domain/envelope/send.ts';
import { sign, type SignInput } from '#domain/envelope/sign.ts';
import {
  accepted,
  after,
  BOX,
  draftGraph,
  factsAt,
  PEOPLE,
  refused,
  sentGraph,
  SOURCES,
  submission,
} from '../../support/graphs.ts';

const SENDER = { name: 'Olga', email: 'olga@acme.example' };
const field = (extra: Partial<FieldInput>): FieldInput => ({
  ...BOX,
  type: 'text',
  participantIndex: 0,
  required: false,
  ...extra,
});
const number = (key: string, extra: Partial<FieldInput> = {}) => field({ key, type: 'number', ...extra });
const checked = (key: string) => ({ all: [{ key, isChecked: true }] });
const idOf = (graph: EnvelopeGraph, key: string) => graph.fields.find((one) => one.key === key)?.id ?? '';
const valuesOf = ({ fields }: EnvelopeGraph) =>
  Object.fromEntries(fields.map(({ key, value }) => [key, value]));

function signing(
  graph: EnvelopeGraph,
  who: number,
  values: Readonly<Record<string, string>>,
  input: Partial<SignInput> = {},
) {
  const submitted = Object.entries(values).map(([key, value]) => ({ fieldId: idOf(graph, key), value }));
  const participant = graph.participants[who]?.id ?? '';
  return sign(graph, participant, submission({ values: submitted, marks: {}, ...input }), factsAt());
}

/** Alice says whether she has a spouse. Bob, who signs later, says what he pays per month. */
const FIELDS = [
  field({ key: 'married', type: 'checkbox' }),
  field({ key: 'spouse', required: true, condition: checked('married') }),
  number('yearly', { required: true }),
  number('monthly', { formula: 'round(yearly / 12, 2)' }),
  number('bonus', {
    participantIndex: 1,
    required: true,
    condition: { all: [{ key: 'monthly', isNot: '0' }] },
  }),
  number('total', { participantIndex: 1, formula: 'monthly + bonus' }),
  field({
    key: 'spouse_agrees',
    type: 'signature',
    participantIndex: 1,
    required: true,
    condition: { any: [{ key: 'spouse', isFilled: true }] },
  }),
];

describe('signing with conditions and formulas', () => {
  it('stores results of the server and nothing for hidden fields', () => {
    const sent = sentGraph({ fields: FIELDS });
    const first = after(sent, signing(sent, 0, { married: 'false', spouse: 'Eve', yearly: '1,000' }));
    expect(valuesOf(first)).toMatchObject({
      married: 'false',
      spouse: null,
      yearly: '1,000',
      monthly: '83.33',
    });
    const second = after(first, signing(first, 1, { bonus: '0.1' }));
    expect(valuesOf(second)).toMatchObject({ bonus: '0.1', total: '83.43', spouse_agrees: null });
    expect(second.envelope.status).toBe('completed');
  });

  it('requires what is shown', () => {
    const sent = sentGraph({ fields: FIELDS });
    expect(refused(signing(sent, 0, { married: 'true', yearly: '0' })).paths).toEqual(['/values']);
    const first = after(sent, signing(sent, 0, { married: 'true', spouse: 'Eve', yearly: '0' }));
    expect(refused(signing(first, 1, {})).paths).toEqual(['/signature']);
    const second = after(
      first,
      signing(first, 1, { bonus: '9' }, { marks: { signature: { kind: 'typed', text: 'Bob' } } }),
    );
    expect(valuesOf(second)).toMatchObject({ bonus: null, total: '0', spouse_agrees: 'Bob' });
  });

  it('refuses a result that differs from its own, and takes the same one', () => {
    const sent = sentGraph({ fields: FIELDS });
    expect(signing(sent, 0, { yearly: '1000', monthly: '1' })).toMatchObject({
      details: {
        issues: [
          {
            path: '/values/1/value',
            message: `field ${idOf(sent, 'monthly')} is calculated, and its result is 83.33`,
          },
        ],
      },
    });
    const done = after(sent, signing(sent, 0, { yearly: '1000', monthly: '83.330' }));
    expect(valuesOf(done)).toMatchObject({ monthly: '83.33' });
  });

  it('waits for the result of a required formula', () => {
    const fields = [number('a'), number('b'), number('ratio', { formula: 'a / b', required: true })];
    const sent = sentGraph({ participants: PEOPLE.slice(0, 1), fields });
    expect(signing(sent, 0, { a: '1' })).toMatchObject({
      details: {
        issues: [
          { path: '/values', message: `field ${idOf(sent, 'ratio')} can't be calculated from these values` },
        ],
      },
    });
    expect(valuesOf(after(sent, signing(sent, 0, { a: '1', b: '8' })))).toMatchObject({ ratio: '0.125' });
    const optional = sentGraph({
      participants: PEOPLE.slice(0, 1),
      fields: [number('a'), number('ratio', { formula: 'a / 0' })],
    });
    expect(valuesOf(after(optional, signing(optional, 0, { a: '1' })))).toMatchObject({ ratio: null });
  });

  it('leaves hidden automatic and locked values out of the values and the log', () => {
    const fields = [
      field({ key: 'box', type: 'checkbox' }),
      field({ key: 'on', type: 'date', autoSource: 'signed_date', condition: checked('box') }),
      field({ key: 'note', prefillValue: 'n/a', locked: true, required: true, condition: checked('box') }),
    ];
    const sent = sentGraph({ participants: PEOPLE.slice(0, 1), fields });
    const decision = signing(sent, 0, {});
    expect(accepted(decision).events.map(({ action }) => action)).not.toContain(
      'participant.fields_auto_resolved',
    );
    expect(valuesOf(after(sent, decision))).toMatchObject({ on: null, note: null });
    expect(valuesOf(after(sent, signing(sent, 0, { box: 'true' })))).toMatchObject({
      on: '2027-03-01',
      note: 'n/a',
    });
  });

  it('requires a choice of a group only while one of its required boxes is shown', () => {
    const radio = (key: string) =>
      field({ key, type: 'radio', group: 'plan', required: true, condition: checked('box') });
    const fields = [field({ key: 'box', type: 'checkbox' }), radio('small'), radio('large')];
    const sent = sentGraph({ participants: PEOPLE.slice(0, 1), fields });
    expect(valuesOf(after(sent, signing(sent, 0, { large: 'true' })))).toMatchObject({ large: null });
    expect(refused(signing(sent, 0, { box: 'true' })).paths).toEqual(['/values']);
  });
});

describe('rules of a draft', () => {
  const put = (fields: readonly FieldInput[]) =>
    draft(draftGraph({ fields: [] }), { fields }, SENDER, factsAt());

  it('are refused with a path if they refer to a removed field or a later signer', () => {
    expect(refused(put([field({ key: 'a', condition: checked('gone') })])).paths).toEqual([
      '/fields/0/condition/all/0/key',
    ]);
    expect(refused(put([number('a', { formula: 'b' }), number('b', { participantIndex: 1 })])).paths).toEqual(
      ['/fields/0/formula'],
    );
    expect(put([number('a'), number('b', { participantIndex: 1, formula: 'a' })]).kind).toBe('accept');
  });

  it('are reported where the request has them, even if an anchor made several fields of one', () => {
    const path = '/fields/0';
    const copies = ['a', 'b'].map((key) => number(key, { formula: 'gone', path }));
    expect(refused(put([...copies, number('c', { formula: 'gone', path: '/fields/1' })])).paths).toEqual([
      '/fields/0/formula',
      '/fields/0/formula',
      '/fields/1/formula',
    ]);
  });

  it('are checked against the order that comes with them', () => {
    const fields = [number('a'), number('b', { participantIndex: 1, formula: 'a' })];
    const inOrder = (...order: number[]) =>
      draft(
        draftGraph({ fields: [] }),
        { fields, participants: PEOPLE.map((one, index) => ({ ...one, orderIndex: order[index] })) },
        SENDER,
        factsAt(),
      );
    expect(inOrder(0, 1).kind).toBe('accept');
    expect(refused(inOrder(0, 0)).paths).toEqual(['/fields/1/formula']);
    expect(refused(inOrder(1, 0)).paths).toEqual(['/fields/1/formula']);
  });

  it('cannot compute what is also filled in otherwise', () => {
    const extra = {
      a: { prefillValue: '1' },
      b: { defaultValue: '1' },
      c: { autoSource: 'signer_name' },
    } as const;
    const fields = Object.entries(extra).map(([key, rest]) => number(key, { formula: '1 + 1', ...rest }));
    expect(refused(put(fields)).paths).toEqual([
      '/fields/0/formula',
      '/fields/1/formula',
      '/fields/2/formula',
    ]);
    expect(refused(put([field({ key: 'a', formula: '1' })])).paths).toEqual(['/fields/0/formula']);
  });

  it('are checked again on sending, once every field is assigned', () => {
    const fields = [
      number('a', { participantIndex: null, syntheticRoleId: 'later' }),
      number('b', { formula: 'a' }),
    ];
    const graph = draftGraph({ fields });
    const [, bob] = graph.participants;
    const assigned = {
      ...graph,
      fields: graph.fields.map((one) => ({ ...one, participantId: one.participantId ?? bob?.id ?? null })),
    };
    expect(refused(send(assigned, SOURCES, factsAt())).paths).toEqual(['/fields/1/formula']);
  });

  it('keep their meaning in a copy', () => {
    const sent = sentGraph({ fields: FIELDS });
    const copied = copy(
      sent,
      { id: 'env_2', sender: { userId: null, ...SENDER }, expiryDays: null },
      factsAt(),
    );
    if (copied.kind === 'refuse') throw new Error(copied.code);
    const graph = after(copied.empty, copied.create(copied.empty));
    const rules = ({ fields }: EnvelopeGraph) =>
      fields.map(({ key, condition, formula }) => ({ key, condition, formula }));
    expect(rules(graph)).toEqual(rules(sent));
    const resent = after(graph, send(graph, SOURCES, factsAt()));
    const done = after(resent, signing(resent, 0, { yearly: '12' }));
    expect(valuesOf(done)).toMatchObject({ monthly: '1' });
  });
});

describe('any submission', () => {
  it('stores exactly the shown fields, and results that follow from what is stored', () => {
    const text = fc.constantFrom('', '0', '1', '2.5', '1000');
    const given = fc.record({
      married: fc.constantFrom('true', 'false'),
      spouse: fc.constantFrom('', 'Eve'),
      yearly: text,
    });
    fc.assert(
      fc.property(given, text, (answers, bonus) => {
        const sent = sentGraph({ fields: FIELDS });
        const first = signing(sent, 0, answers);
        const isComplete = answers.yearly !== '' && (answers.married === 'false' || answers.spouse !== '');
        expect(first.kind).toBe(isComplete ? 'accept' : 'refuse');
        if (!isComplete) return;
        const middle = after(sent, first);
        const marks = { signature: { kind: 'typed', text: 'Bob' } } as const;
        const second = signing(middle, 1, { bonus }, { marks });
        const wantsBonus = Number(answers.yearly) > 0;
        expect(second.kind).toBe(wantsBonus && bonus === '' ? 'refuse' : 'accept');
        if (second.kind === 'refuse') return;
        const stored = valuesOf(after(middle, second));
        expect(stored['spouse'] === null).toBe(answers.married === 'false');
        expect(stored['spouse_agrees']).toBe(stored['spouse'] === null ? null : 'Bob');
        expect(stored['bonus'] === null).toBe(!wantsBonus);
        expect(Number(stored['total'])).toBeCloseTo(
          Number(stored['monthly']) + Number(stored['bonus'] ?? 0),
          9,
        );
      }),
      { numRuns: 200 },
    );
  });
});
