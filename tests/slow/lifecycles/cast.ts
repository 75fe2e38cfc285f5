import fc from 'fast-check';
import type { WireGraph } from '../../support/signer.ts';

/** People are identified by company, which stays the same when they're corrected, delegated or reordered. */
export const PEOPLE = ['Alpha', 'Beta', 'Gamma'] as const;
export type Person = (typeof PEOPLE)[number];

/** How an envelope is set up: who signs when, in which role, and whether consent comes first. */
export type Cast = {
  readonly order: readonly number[];
  readonly roles: readonly ('signer' | 'approver')[];
  readonly disclosure: boolean;
};
const three = <T>(one: fc.Arbitrary<T>) => fc.array(one, { minLength: 3, maxLength: 3 });
export const order = three(fc.nat(2));
export const cast: fc.Arbitrary<Cast> = fc.record({
  order,
  roles: three(fc.constantFrom('signer', 'signer', 'approver')),
  disclosure: fc.boolean(),
});

export function personOf(graph: WireGraph, person: Person) {
  return graph.participants.find((one) => one['company'] === person);
}

/** The participants of a new envelope. */
export function newcomers({ order: orders, roles }: Cast) {
  return PEOPLE.map((company, index) => ({
    name: `Mx. ${company}`,
    email: `${company.toLowerCase()}@example.com`,
    company,
    role: roles[index] ?? 'signer',
    orderIndex: orders[index] ?? 0,
  }));
}

/** What a field reads from an earlier signer, by their indexes among the people. */
const READERS = [
  { reader: 1, read: 0 },
  { reader: 2, read: 0 },
  { reader: 2, read: 1 },
] as const;

/** Whether a person's field may read a field of another person, who must sign strictly earlier. */
function mayRead(orders: readonly number[], { reader, read }: (typeof READERS)[number]): boolean {
  return (orders[read] ?? 0) < (orders[reader] ?? 0);
}

/**
 * Fields that depend on each other, where the order of the cast allows it: a condition on a field of the same
 * person, a formula over an earlier signer's number, and conditions on a formula and on a hidden field.
 */
export function castFields({ order: orders }: Cast) {
  const [beta, gammaOfAlpha, gammaOfBeta] = READERS.map((pair) => mayRead(orders, pair));
  let row = 0;
  const field = (participantIndex: number, key: string, type: string, more: object = {}) => ({
    ...{ page: 1, x: 0.1, y: (row += 1) * 0.05, width: 0.3, height: 0.04 },
    ...{ participantIndex, key, type, required: false },
    ...more,
  });
  return [
    field(0, 'ships', 'checkbox'),
    field(0, 'street', 'text', { required: true, condition: { all: [{ key: 'ships', isChecked: true }] } }),
    field(0, 'price', 'number'),
    field(0, 'alpha_signs', 'signature', { required: true }),
    field(1, 'rate', 'number'),
    field(1, 'total', 'number', { formula: beta ? 'round(price * (1 + rate / 100), 2)' : 'rate * 2' }),
    field(1, 'beta_signs', 'signature', {
      required: true,
      condition: { any: [{ key: 'rate', isFilled: true }] },
    }),
    field(2, 'receipt', 'text', {
      ...(gammaOfAlpha ? { condition: { all: [{ key: 'street', isFilled: true }] } } : {}),
    }),
    field(2, 'note', 'text', {
      required: true,
      condition: { any: [{ key: gammaOfBeta ? 'total' : 'receipt', isFilled: true }] },
    }),
  ];
}

/** Whether fields made for one order can stay in another. */
export function isOrderFor(cast: Cast, orders: readonly number[]): boolean {
  return READERS.every((pair) => !mayRead(cast.order, pair) || mayRead(orders, pair));
}
