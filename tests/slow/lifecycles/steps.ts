import fc from 'fast-check';
import { sweep } from '#server/jobs/sweep.ts';
import type { TestApi } from '../../support/api.ts';
import { tokenOf, type WireGraph } from '../../support/signer.ts';
import { castFields, isOrderFor, order, PEOPLE, personOf, type Cast, type Person } from './cast.ts';

const DAY_MS = 24 * 3600_000;

type SenderStep = 'draft' | 'send' | 'schedule' | 'remind' | 'extend' | 'recall' | 'void' | 'delete';
/** What a signer fills in. `claim` is a calculated value that their page supposedly showed. */
type Answers = {
  readonly ships: string;
  readonly street: string;
  readonly number: string;
  readonly claim: string | null;
};
export type Step =
  | { readonly by: 'sender'; readonly do: SenderStep }
  | { readonly by: 'sender'; readonly do: 'reorder'; readonly order: readonly number[] }
  | { readonly by: 'sender'; readonly do: 'resend' | 'correct'; readonly who: Person }
  | { readonly by: 'signers'; readonly do: 'view' | 'consent' | 'decline' | 'delegate'; readonly who: Person }
  | {
      readonly by: 'signers';
      readonly do: 'sign';
      readonly who: readonly Person[];
      readonly answers: Answers;
    }
  | { readonly by: 'system'; readonly do: 'sweep'; readonly days: number };

const person = fc.constantFrom(...PEOPLE);
const answers: fc.Arbitrary<Answers> = fc.record({
  ships: fc.constantFrom('true', 'false'),
  street: fc.constantFrom('', 'Elm St 1', 'Elm St 1'),
  number: fc.constantFrom('', '0', '19.99', '1,000', 'many'),
  claim: fc.constantFrom(null, null, null, '1'),
});
const sender = fc.constant('sender' as const);
const signers = fc.constant('signers' as const);

export const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      by: sender,
      do: fc.constantFrom<SenderStep>('draft', 'send', 'send', 'schedule', 'remind', 'extend'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      by: sender,
      do: fc.constantFrom<SenderStep>('recall', 'recall', 'recall', 'void', 'delete'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ by: sender, do: fc.constant('reorder' as const), order }) },
  {
    weight: 1,
    arbitrary: fc.record({ by: sender, do: fc.constantFrom('resend', 'correct'), who: person }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      by: signers,
      do: fc.constantFrom('view', 'consent', 'consent', 'delegate', 'delegate'),
      who: person,
    }),
  },
  { weight: 1, arbitrary: fc.record({ by: signers, do: fc.constant('decline' as const), who: person }) },
  {
    weight: 6,
    arbitrary: fc.record({
      by: signers,
      do: fc.constant('sign' as const),
      // Some people sign at the same time.
      who: fc.uniqueArray(person, { minLength: 1, maxLength: 3 }),
      answers,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      by: fc.constant('system' as const),
      do: fc.constant('sweep' as const),
      days: fc.integer({ min: 0, max: 9 }),
    }),
  },
);

/** What a run works with: the program, the sender's key, and how the envelope was set up. */
export type World = { readonly api: TestApi; readonly key: string; readonly cast: Cast };

/** Takes a step. Returns the statuses of its requests. */
export async function take(world: World, graph: WireGraph, taken: Step): Promise<number[]> {
  switch (taken.by) {
    case 'sender':
      return [await asSender(world, graph, taken)];
    case 'signers':
      return taken.do === 'sign'
        ? await Promise.all(taken.who.map((who) => signAs(world, graph, who, taken.answers)))
        : [await asSigner(world, graph, taken)];
    case 'system':
      world.api.clock.now = new Date(world.api.clock.now.getTime() + taken.days * DAY_MS);
      await sweep(world.api.services);
      return [200];
    default:
      return taken satisfies never;
  }
}

async function asSender(world: World, graph: WireGraph, taken: Extract<Step, { by: 'sender' }>) {
  const { api, key } = world;
  const { id, version: expectedVersion } = graph.envelope;
  const call = async (method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object) =>
    (
      await api.call(method, `/api/v1/envelopes/${id}${path}`, {
        key,
        ...(body === undefined ? {} : { body }),
      })
    ).status;
  const inDays = (days: number) => new Date(api.clock.now.getTime() + days * DAY_MS).toISOString();
  switch (taken.do) {
    case 'draft':
      return await call('PUT', '/draft', { displayName: 'Renamed' });
    case 'reorder':
      return await reorder(world, graph, taken.order);
    case 'send':
    case 'remind':
    case 'recall':
      return await call('POST', `/${taken.do}`, { expectedVersion });
    case 'schedule':
      return await call('POST', '/send', { expectedVersion, sendAt: inDays(2) });
    case 'void':
      return await call('POST', '/void', { expectedVersion, reason: 'No longer needed' });
    case 'delete':
      return await call('DELETE', '');
    case 'extend':
      return await call('PUT', '/expiry', { expectedVersion, expiresAt: inDays(5) });
    case 'resend': {
      const target = personOf(graph, taken.who)?.id ?? 'part_none';
      return await call('POST', `/participants/${target}/resend-link`, { expectedVersion });
    }
    case 'correct': {
      const one = personOf(graph, taken.who);
      const name = `${one?.['name']} x`.slice(-20);
      return await call('PATCH', `/participants/${one?.id ?? 'part_none'}`, { expectedVersion, name });
    }
    default:
      return taken satisfies never;
  }
}

/** Reorders the same people and fields, which their rules may forbid. */
async function reorder({ api, key, cast }: World, graph: WireGraph, orders: readonly number[]) {
  const { id, status } = graph.envelope;
  const participants = PEOPLE.map((who, index) => {
    const { name, email, role } = personOf(graph, who) ?? { name: '', email: '', role: 'signer' };
    return { name, email, role, company: who, orderIndex: orders[index] ?? 0 };
  });
  const body = { participants, fields: castFields(cast) };
  const answer = await api.call('PUT', `/api/v1/envelopes/${id}/draft`, { key, body });
  const expected = status === 'draft' ? (isOrderFor(cast, orders) ? 200 : 422) : 409;
  if (answer.status !== expected)
    throw new Error(
      `order ${orders.join()} of ${cast.order.join()} answered ${answer.status}, not ${expected}`,
    );
  return answer.status;
}

let delegates = 0;

async function asSigner(
  { api }: World,
  graph: WireGraph,
  taken: Exclude<Extract<Step, { by: 'signers' }>, { do: 'sign' }>,
): Promise<number> {
  const token = await tokenOf(api, graph, String(personOf(graph, taken.who)?.email));
  const call = async (method: 'GET' | 'POST', path: string, body?: object) =>
    (await api.call(method, `/api/signer/${path}`, { key: token, ...(body === undefined ? {} : { body }) }))
      .status;
  switch (taken.do) {
    case 'view':
      return await call('GET', 'envelope');
    case 'consent':
      return await call('POST', 'consent', { accepted: true });
    case 'decline':
      return await call('POST', 'decline', { reason: 'Not for me' });
    case 'delegate':
      delegates += 1;
      return await call('POST', 'delegate', { name: 'Deputy', email: `deputy${delegates}@example.com` });
    default:
      return taken.do satisfies never;
  }
}

/** Signs with an answer for every field, even for those that the answers hide. */
async function signAs({ api }: World, graph: WireGraph, who: Person, given: Answers): Promise<number> {
  const one = personOf(graph, who);
  const values: Record<string, string | null> = {
    ...{ ships: given.ships, street: given.street, receipt: given.street, note: given.street },
    ...{ price: given.number, rate: given.number, total: given.claim },
  };
  const own = graph.fields.filter((field) => field['participantId'] === one?.id);
  const key = await tokenOf(api, graph, String(one?.email));
  const body = {
    values: own.flatMap((field) => {
      const value = values[field['key']] ?? null;
      return value === null ? [] : [{ fieldId: field.id, value }];
    }),
    signature: { kind: 'typed' as const, text: 'Mark' },
  };
  return (await api.call('POST', '/api/signer/sign', { key, body })).status;
}
