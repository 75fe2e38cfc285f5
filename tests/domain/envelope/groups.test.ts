import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decline } from '#domain/envelope/decline.ts';
import type { EnvelopeGraph } from '#domain/envelope/graph.ts';
import { remind, remindByPolicy } from '#domain/envelope/remind.ts';
import { send } from '#domain/envelope/send.ts';
import { sign } from '#domain/envelope/sign.ts';
import { listCurrentSigners } from '#domain/envelope/turn.ts';
import {
  accepted,
  after,
  draftGraph,
  factsAt,
  person,
  refused,
  SOURCES,
  submission,
} from '../../support/graphs.ts';

const HOUR_LATER = '2027-03-01T10:00:00.000Z';
const people = (...order: (number | undefined)[]) =>
  order.map((orderIndex, index) => ({ name: `p${index}`, email: `p${index}@example.com`, orderIndex }));
const draftOf = (...order: (number | undefined)[]) =>
  draftGraph({ participants: people(...order), fields: [] });
const sentOf = (...order: (number | undefined)[]) => {
  const graph = draftOf(...order);
  return after(graph, send(graph, SOURCES, factsAt()));
};
const names = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name);
const idOf = (graph: EnvelopeGraph, name: string) =>
  graph.participants.find((one) => one.name === name)?.id ?? '';
const signed = (graph: EnvelopeGraph, name: string) => {
  const decision = accepted(sign(graph, idOf(graph, name), submission(), factsAt()));
  return { graph: after(graph, decision), actions: decision.events.map(({ action }) => action), decision };
};

describe('the signing order', () => {
  it('is the position, unless everyone has an order index', () => {
    expect(draftOf(undefined, undefined).participants.map(({ orderIndex }) => orderIndex)).toEqual([0, 1]);
    expect(() => draftOf(3, undefined)).toThrow('/participants/1/orderIndex');
  });

  it('keeps the position within a group', () => {
    expect(names(draftOf(5, 2, 5, 2).participants)).toEqual(['p1', 'p3', 'p0', 'p2']);
  });
});

describe('a group', () => {
  it('is asked together, and the next starts when everyone is done', () => {
    const graph = sentOf(0, 0, 1, 1);
    expect(graph.participants.map(({ linkEpoch }) => linkEpoch)).toEqual([1, 1, 0, 0]);
    expect(graph.envelope.version).toBe(4);
    expect(refused(sign(graph, idOf(graph, 'p2'), submission(), factsAt())).code).toBe('not_your_turn');
    const first = signed(graph, 'p1');
    expect(first.actions).toEqual(['participant.signed']);
    expect(first.decision.effects).toEqual([]);
    const second = signed(first.graph, 'p0');
    expect(second.actions).toEqual([
      'participant.signed',
      'participant.link_issued',
      'participant.link_issued',
    ]);
    expect(second.decision.effects.map(({ name }) => name)).toEqual(
      Array(2).fill('svc/participant.link_issued'),
    );
    const third = signed(second.graph, 'p3');
    expect(third.actions).toEqual(['participant.signed']);
    expect(signed(third.graph, 'p2').actions).toEqual(['participant.signed', 'envelope.completed']);
  });

  it('ends when one member declines, and the others are told', () => {
    const graph = sentOf(0, 0, 1);
    const { effects } = accepted(decline(graph, idOf(graph, 'p1'), null, factsAt()));
    expect(effects.map(({ payload }) => 'recipient' in payload && payload.recipient)).toEqual([
      'sender',
      idOf(graph, 'p0'),
    ]);
  });

  it('is reminded together, except members reminded within the hour', () => {
    const graph = sentOf(0, 0, 1);
    const [one, other, later] = ['p0', 'p1', 'p2'].map((name) => idOf(graph, name));
    const reminded = (state: EnvelopeGraph, id?: string) =>
      accepted(remind(state, factsAt(), id)).events.map(
        ({ payload }) => 'participantId' in payload && payload.participantId,
      );
    expect(reminded(graph)).toEqual([one, other]);
    expect(reminded(graph, other)).toEqual([other]);
    const half = after(graph, remind(graph, factsAt(), one));
    expect(reminded(half)).toEqual([other]);
    const all = after(half, remind(half, factsAt('2027-03-01T09:20:00.000Z')), '2027-03-01T09:20:00.000Z');
    expect(refused(remind(all, factsAt('2027-03-01T09:30:00.000Z')))).toMatchObject({
      code: 'reminder_window',
      details: { nextReminderAt: HOUR_LATER, retryAfterSeconds: 1800 },
    });
    expect(refused(remind(graph, factsAt(), later)).code).toBe('invalid_state');
    expect(refused(remind(graph, factsAt(), 'part_unknown')).code).toBe('not_found');
  });

  it('gets its automatic reminders together', () => {
    const policy = { reminderPolicy: { firstAfterDays: 1, everyDays: 1, maxReminders: 1 } };
    const draft = draftGraph({ participants: people(0, 0, 1), fields: [], policy });
    const graph = after(draft, send(draft, SOURCES, factsAt()));
    const { effects } = accepted(remindByPolicy(graph, factsAt('2027-03-03T09:00:00.000Z')));
    expect(effects).toHaveLength(2);
  });
});

describe('any order and any sequence of signatures', () => {
  it('asks everyone once, in groups that follow each other, and completes once', () => {
    const order = fc.array(fc.nat(3), { minLength: 1, maxLength: 7 });
    fc.assert(
      fc.property(order, fc.infiniteStream(fc.nat()), (indexes, choices) => {
        let graph = sentOf(...indexes);
        const asked = new Set(listCurrentSigners(graph.participants).map(({ id }) => id));
        let completions = 0;
        while (graph.envelope.status === 'in_progress') {
          const current = listCurrentSigners(graph.participants);
          const lowest = Math.min(...current.map(({ orderIndex }) => orderIndex));
          for (const { id, status, orderIndex, linkEpoch } of graph.participants) {
            expect(linkEpoch).toBe(asked.has(id) ? 1 : 0);
            if (status === 'signed') expect(orderIndex).toBeLessThanOrEqual(lowest);
            if (status === 'pending') expect(orderIndex).toBeGreaterThanOrEqual(lowest);
          }
          const signer = current[(choices.next().value ?? 0) % current.length];
          const step = signed(graph, signer?.name ?? '');
          const issued = step.decision.events.flatMap(({ action, payload }) =>
            action === 'participant.link_issued' ? [payload.participantId] : [],
          );
          expect(issued.length > 0).toBe(
            current.length === 1 && step.graph.envelope.status === 'in_progress',
          );
          for (const id of issued) {
            expect(asked.has(id)).toBe(false);
            asked.add(id);
          }
          completions += step.actions.filter((action) => action === 'envelope.completed').length;
          graph = step.graph;
        }
        expect([completions, asked.size]).toEqual([1, indexes.length]);
        expect(person(graph, 0).orderIndex).toBe(Math.min(...indexes));
      }),
      { numRuns: 300 },
    );
  });
});
