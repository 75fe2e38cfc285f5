import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EnvelopeStatus } from '#domain/envelope/status.ts';
import { verifyChain, type LinkedEvent } from '#domain/event/chain.ts';
import { EVENT_CATALOGUE, type EventAction } from '#domain/event/catalogue.ts';
import { sha256Hex } from '#server/crypto/hash.ts';
import { readEvents } from '#server/db/envelopes/envelopes.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { sweep } from '#server/jobs/sweep.ts';
import { useApi } from '../support/api.ts';
import { ALICE, BOB, createDraft } from '../support/envelopes.ts';
import { signAs, tokenOf, type WireGraph } from '../support/signer.ts';

const api = useApi({ env: { RATE_LIMIT_API_KEY: '100000', RATE_LIMIT_SIGNER: '100000' } });
const SIGNERS = { alice: ALICE, bob: BOB } as const;
const DAY_MS = 24 * 3600_000;

type Step =
  | {
      readonly by: 'sender';
      readonly do: 'draft' | 'send' | 'schedule' | 'remind' | 'recall' | 'void' | 'delete' | 'extend';
    }
  | { readonly by: 'sender'; readonly do: 'resend' | 'correct'; readonly who: keyof typeof SIGNERS }
  | { readonly by: keyof typeof SIGNERS; readonly do: 'view' | 'consent' | 'sign' | 'decline' }
  | { readonly by: 'system'; readonly do: 'sweep'; readonly days: number };

const signer = fc.constantFrom<keyof typeof SIGNERS>('alice', 'bob');
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      by: fc.constant('sender' as const),
      do: fc.constantFrom('draft', 'send', 'schedule', 'remind', 'extend'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      by: fc.constant('sender' as const),
      do: fc.constantFrom('recall', 'recall', 'void', 'delete'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      by: fc.constant('sender' as const),
      do: fc.constantFrom('resend', 'correct'),
      who: signer,
    }),
  },
  { weight: 5, arbitrary: fc.record({ by: signer, do: fc.constantFrom('view', 'consent', 'sign', 'sign') }) },
  { weight: 1, arbitrary: fc.record({ by: signer, do: fc.constant('decline' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      by: fc.constant('system' as const),
      do: fc.constant('sweep' as const),
      days: fc.integer({ min: 0, max: 9 }),
    }),
  },
);

/** What the log says that an envelope's status must be. */
const STATUS_AFTER: Partial<Record<EventAction, EnvelopeStatus>> = {
  'envelope.created': 'draft',
  'envelope.sent': 'in_progress',
  'envelope.recalled': 'draft',
  'envelope.completed': 'completed',
  'envelope.declined': 'declined',
  'envelope.voided': 'voided',
  'envelope.expired': 'expired',
};

describe('random sequences of operations by several actors', () => {
  it('leave status, version, chain and counts in agreement after each', { timeout: 240_000 }, async () => {
    const { apiKey: key, organizationId } = await api.tenant();
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 4, maxLength: 14 }),
        fc.boolean(),
        fc.record({ isGroup: fc.boolean(), role: fc.constantFrom('signer', 'approver') }),
        async (steps, disclosure, { isGroup, role }) => {
          api.clock.now = new Date('2027-03-01T09:00:00.000Z');
          const policy = {
            consumerDisclosure: disclosure,
            expiresAt: '2027-03-21T09:00:00.000Z',
            reminderPolicy: { firstAfterDays: 2, everyDays: 3, maxReminders: 2 },
          };
          const created: WireGraph = (
            await createDraft(api, key, {
              policy,
              participants: [ALICE, BOB].map((one) => ({
                ...one,
                ...(one === BOB ? { role } : {}),
                ...(isGroup ? { orderIndex: 0 } : {}),
              })),
            })
          ).json;
          let before = await observe(key, organizationId, created.envelope.id);
          for (const taken of steps) {
            if (before.graph === null) break;
            const status = await take(taken, key, before.graph);
            expect(status, JSON.stringify(taken)).toBeLessThan(500);
            const after = await observe(key, organizationId, created.envelope.id);
            expectAgreement(before, after, status);
            before = after;
          }
        },
      ),
      { numRuns: 60, seed: 20270301 },
    );
  });
});

type Observed = Awaited<ReturnType<typeof observe>>;

async function observe(key: string, organizationId: string, id: string) {
  const answer = await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id } });
  const events = await transaction(api.services.db, { organizationId }, (tx) =>
    readEvents(tx, organizationId, id),
  );
  return { graph: answer.status === 200 ? (answer.json as WireGraph) : null, events: events ?? [] };
}

/** Status, version, chain and counts of the envelope say the same, and a refused call changed nothing. */
function expectAgreement(before: Observed, { graph, events }: Observed, status: number): void {
  if (graph === null) return;
  expect(verifyChain(events as LinkedEvent[], sha256Hex)).toMatchObject({ ok: true, length: events.length });
  expect(events.slice(0, before.events.length)).toEqual(before.events);
  if (status >= 400) expect([graph, events]).toEqual([before.graph, before.events]);

  const actions = events.map(({ action }) => action);
  const expected = actions.map((action) => STATUS_AFTER[action]).findLast((found) => found !== undefined);
  expect(graph.envelope['status']).toBe(expected);
  expect(graph.envelope['version']).toBe(
    actions.filter((action) => EVENT_CATALOGUE[action].versioned).length,
  );
  const count = (action: EventAction) => actions.filter((one) => one === action).length;
  expect(graph.participants.filter((one) => one['status'] === 'signed')).toHaveLength(
    count('participant.signed') + count('participant.approved'),
  );
  expect(graph.participants.filter((one) => one['status'] === 'declined')).toHaveLength(
    count('participant.declined'),
  );
  for (const once of [
    'envelope.completed',
    'envelope.declined',
    'envelope.voided',
    'envelope.expired',
  ] as const) {
    expect(count(once)).toBeLessThanOrEqual(1);
  }
  expect(count('envelope.sent') - count('envelope.recalled')).toBe(graph.envelope['sentAt'] === null ? 0 : 1);
  const waiting = graph.participants.filter((one) => one['status'] === 'pending').length;
  if (graph.envelope['status'] === 'completed') expect(waiting).toBe(0);
  if (graph.envelope['status'] === 'in_progress') expect(waiting).toBeGreaterThan(0);
}

async function take(taken: Step, key: string, graph: WireGraph): Promise<number> {
  const { id, version } = graph.envelope;
  const post = async (path: string, body: object) =>
    (
      await api.call('POST', `/api/v1/envelopes/${id}${path}`, {
        key,
        body: { expectedVersion: version, ...body },
      })
    ).status;
  const inDays = (days: number) => new Date(api.clock.now.getTime() + days * DAY_MS).toISOString();
  switch (taken.do) {
    case 'draft':
      return (
        await api.ask('PUT /api/v1/envelopes/{id}/draft', {
          key,
          path: { id },
          body: { displayName: 'Renamed' },
        })
      ).status;
    case 'send':
    case 'remind':
    case 'recall':
      return await post(`/${taken.do}`, {});
    case 'schedule':
      return await post('/send', { sendAt: inDays(2) });
    case 'void':
      return await post('/void', { reason: 'No longer needed' });
    case 'delete':
      return (await api.ask('DELETE /api/v1/envelopes/{id}', { key, path: { id } })).status;
    case 'extend':
      return (
        await api.ask('PUT /api/v1/envelopes/{id}/expiry', {
          key,
          path: { id },
          body: { expectedVersion: version, expiresAt: inDays(5) },
        })
      ).status;
    case 'resend': {
      const participant = graph.participants.find(({ email }) => email === SIGNERS[taken.who].email);
      return await post(`/participants/${participant?.id ?? 'part_none'}/resend-link`, {});
    }
    case 'correct': {
      const participant = graph.participants.find(({ email }) => email === SIGNERS[taken.who].email);
      const body = { expectedVersion: version, name: `${participant?.['name']} x`.slice(-20) };
      return (
        await api.ask('PATCH /api/v1/envelopes/{id}/participants/{participantId}', {
          key,
          path: { id, participantId: participant?.id ?? 'part_none' },
          body,
        })
      ).status;
    }
    case 'view':
    case 'consent':
    case 'decline':
    case 'sign':
      return await asSigner(taken, graph);
    case 'sweep':
      api.clock.now = new Date(api.clock.now.getTime() + taken.days * DAY_MS);
      await sweep(api.services);
      return 200;
    default:
      return taken satisfies never;
  }
}

async function asSigner(
  taken: Extract<Step, { by: keyof typeof SIGNERS }>,
  graph: WireGraph,
): Promise<number> {
  const who = SIGNERS[taken.by];
  if (taken.do === 'sign') return (await signAs(api, graph, who)).status;
  const key = await tokenOf(api, graph, who.email);
  if (taken.do === 'view') return (await api.ask('GET /api/signer/envelope', { key })).status;
  const body = taken.do === 'consent' ? { accepted: true } : { reason: 'Not for me' };
  return (await api.call('POST', `/api/signer/${taken.do}`, { key, body })).status;
}
