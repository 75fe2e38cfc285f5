import { describe, expect, it } from 'vitest';
import type { FieldInput } from '#domain/envelope/fields.ts';
import { fromEnvelope, type RoleInput } from '#domain/template/from-envelope.ts';
import { instantiate } from '#domain/template/instantiate.ts';
import { after, BOX, draftGraph, factsAt } from '../../support/graphs.ts';

const recipient = (name: string) => ({ name, email: `${name}@example.com` });
const SENDER = { userId: 'user_1', ...recipient('olga') };
const number = (key: string, participantIndex: number, extra: Partial<FieldInput> = {}): FieldInput => ({
  ...BOX,
  type: 'number',
  key,
  participantIndex,
  ...extra,
});
const FIELDS = [
  number('a', 0),
  number('b', 1, { formula: 'a * 2' }),
  number('c', 1, { condition: { all: [{ key: 'a', isFilled: true }] } }),
];

/** Saves a draft for two people as a template. */
function saved(roles: readonly Partial<RoleInput>[] = [{}, {}]) {
  const source = draftGraph({ participants: ['p0', 'p1'].map(recipient), fields: FIELDS });
  const inputs = roles.map((role, index) => ({
    name: `r${index}`,
    participantId: source.participants[index]?.id,
    ...role,
  }));
  return fromEnvelope(source, { name: 'T', namePattern: null, roles: inputs, lockedFieldIds: [] }, factsAt());
}

const issuesOf = (outcome: { kind: string; details?: unknown }) =>
  outcome.kind === 'accept'
    ? []
    : (outcome.details as { issues: { path: string; message: string }[] }).issues.map(
        ({ path, message }) => `${path} ${message}`,
      );

describe('a template', () => {
  it('keeps keys and rules, which mean the same in its envelopes', () => {
    const template = saved();
    if (template.kind === 'refuse') throw new Error(template.code);
    // Calculated fields can't be prefilled.
    expect(template.graph.fields.map(({ prefillKey }) => prefillKey)).toEqual(['number', null, 'number_2']);
    const made = instantiate(
      template.graph,
      {
        ...{ id: 'env_2', prefill: {}, displayName: undefined, senderOrder: undefined, sender: SENDER },
        recipients: { r0: recipient('x'), r1: recipient('y') },
      },
      factsAt(),
    );
    if (made.kind === 'refuse') throw new Error(made.code);
    const { fields } = after(made.empty, made.create(made.empty));
    expect(fields.map(({ key, condition, formula }) => ({ key, condition, formula }))).toEqual(
      FIELDS.map(({ key, condition = null, formula = null }) => ({ key, condition, formula })),
    );
  });

  it('is refused with an order in which a rule reads a later role', () => {
    const message = "belongs to someone who doesn't sign before this field's signer";
    const expected = [
      `/roles field b at /formula refers to a, which ${message}`,
      `/roles field c at /condition/all/0/key ${message}`,
    ];
    expect(issuesOf(saved([{ orderIndex: 0 }, { orderIndex: 0 }]))).toEqual(expected);
    expect(issuesOf(saved([{ orderIndex: 1 }, { orderIndex: 0 }]))).toEqual(expected);
    expect(issuesOf(saved([{ orderIndex: 1 }, { orderIndex: 2 }]))).toEqual([]);
  });

  it('is refused if a rule reads a role that can be left out', () => {
    expect(issuesOf(saved([{ optional: true }, {}]))).toEqual([
      "/roles/0/optional can't be true: the condition or formula of field b reads a field of this role",
    ]);
    expect(issuesOf(saved([{}, { optional: true }]))).toEqual([]);
  });

  it("can't be used with the sender at a place that turns the order around", () => {
    const template = saved([{ isSender: true }, {}]);
    if (template.kind === 'refuse') throw new Error(template.code);
    const use = (senderOrder: number) =>
      instantiate(
        template.graph,
        {
          ...{ id: 'env_2', prefill: {}, displayName: undefined, senderOrder, sender: SENDER },
          recipients: { r1: recipient('y') },
        },
        factsAt(),
      );
    expect(use(0).kind).toBe('accept');
    expect(issuesOf(use(1)).map((issue) => issue.split(' ')[0])).toEqual(['/senderOrder', '/senderOrder']);
  });
});
