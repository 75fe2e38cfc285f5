import { describe, expect, it } from 'vitest';
import { holdScheduled, schedule, send, sendAsScheduled, unschedule } from '#domain/envelope/send.ts';
import { ENVELOPE_STATUSES } from '#domain/envelope/status.ts';
import {
  accepted,
  daysLater,
  decided,
  draftGraph,
  factsAt,
  inStatus,
  SOURCES,
  START,
} from '../../support/decided.ts';

const by = (sendAt: string) => ({ sendAt, scheduledBy: 'usr_ada' });
const planned = (sendAt = daysLater(2), input: Parameters<typeof draftGraph>[0] = {}) => {
  const draft = draftGraph(input);
  return decided(draft, schedule(draft, by(sendAt), SOURCES, factsAt(START)));
};

describe('a schedule', () => {
  it('logs the time and changes nothing else', () => {
    const draft = draftGraph();
    const sendAt = daysLater(2);
    expect(schedule(draft, by(sendAt), SOURCES, factsAt(START))).toEqual({
      kind: 'accept',
      patch: { envelope: { scheduledSendAt: sendAt, scheduledBy: 'usr_ada', scheduleFailedAt: null } },
      events: [{ action: 'envelope.scheduled', payload: { sendAt } }],
      effects: [],
    });
    expect(planned().envelope).toMatchObject({ status: 'draft', version: 2 });
  });

  it('can be set again', () => {
    const graph = planned();
    const again = decided(graph, schedule(graph, by(daysLater(5)), SOURCES, factsAt(START)));
    expect(again.envelope.scheduledSendAt).toBe(daysLater(5));
  });

  it.each([
    ['now', START, '/sendAt'],
    ['past', daysLater(-1), '/sendAt'],
    ['the moment of expiry', daysLater(4), '/sendAt'],
    ['after it', daysLater(5), '/sendAt'],
  ])('is refused for %s', (_name, sendAt, path) => {
    const draft = draftGraph({ policy: { expiresAt: daysLater(4) } });
    expect(schedule(draft, by(sendAt), SOURCES, factsAt(START))).toMatchObject({
      code: 'validation_failed',
      details: { issues: [{ path }] },
    });
  });

  it('is refused if the draft is not ready', () => {
    const draft = draftGraph({ participants: [], fields: [] });
    expect(schedule(draft, by(daysLater(1)), SOURCES, factsAt(START))).toMatchObject({
      code: 'validation_failed',
      details: { issues: [{ path: '/participants' }] },
    });
  });

  it.each(ENVELOPE_STATUSES)('in %s is accepted only before sending', (status) => {
    const decision = schedule(inStatus(draftGraph(), status), by(daysLater(1)), SOURCES, factsAt(START));
    if (status === 'draft' || status === 'review') expect(decision.kind).toBe('accept');
    else expect(decision).toEqual({ kind: 'refuse', code: 'invalid_state', details: { status } });
  });
});

describe('canceling it', () => {
  it('keeps the draft, logs the planned time, and does nothing the second time', () => {
    const graph = planned();
    const canceled = decided(graph, unschedule(graph));
    expect(canceled.envelope).toMatchObject({ status: 'draft', version: 3, scheduledSendAt: null });
    expect(accepted(unschedule(graph)).events).toEqual([
      { action: 'envelope.schedule_canceled', payload: { sendAt: daysLater(2) } },
    ]);
    expect(accepted(unschedule(canceled)).events).toEqual([]);
    expect(accepted(sendAsScheduled(canceled, SOURCES, factsAt(daysLater(2)))).events).toEqual([]);
  });

  it.each(ENVELOPE_STATUSES)('in %s is possible only before sending', (status) => {
    const decision = unschedule(inStatus(planned(), status));
    if (status === 'draft' || status === 'review') expect(decision.kind).toBe('accept');
    else expect(decision).toEqual({ kind: 'refuse', code: 'invalid_state', details: { status } });
  });
});

describe('its time', () => {
  it('sends, and clears it', () => {
    const graph = planned();
    expect(accepted(sendAsScheduled(graph, SOURCES, factsAt(daysLater(2, -1)))).events).toEqual([]);
    const now = daysLater(2);
    const decision = accepted(sendAsScheduled(graph, SOURCES, factsAt(now)));
    expect(decision.events.map(({ action }) => action)).toEqual(['envelope.sent', 'participant.link_issued']);
    expect(decided(graph, decision, now).envelope).toMatchObject({
      status: 'in_progress',
      version: 4,
      sentAt: now,
      scheduledSendAt: null,
    });
  });

  it('does nothing without a schedule', () => {
    expect(accepted(sendAsScheduled(draftGraph(), SOURCES, factsAt(daysLater(99)))).events).toEqual([]);
  });

  it.each([
    ['is no longer complete', { participants: [] }, 'validation_failed'],
    ['has lost its document', { documents: [] }, 'invalid_state'],
  ])(
    'cancels the schedule of a draft that %s, says why, and emails who can decide',
    (_name, change, reason) => {
      const graph = { ...planned(), ...change };
      const now = daysLater(2);
      const { organizationId, id: envelopeId } = graph.envelope;
      expect(sendAsScheduled(graph, SOURCES, factsAt(now))).toEqual({
        kind: 'accept',
        patch: { envelope: { scheduledSendAt: null, scheduleFailedAt: now } },
        events: [{ action: 'envelope.schedule_failed', payload: { reason } }],
        effects: [{ name: 'svc/envelope.schedule_failed', payload: { organizationId, envelopeId } }],
      });
    },
  );

  it('holds a draft whose scheduler may no longer send, which needs attention until it is sent or scheduled again', () => {
    const graph = planned();
    expect(accepted(holdScheduled(graph, 'removed', factsAt(daysLater(2, -1)))).events).toEqual([]);
    const held = decided(graph, holdScheduled(graph, 'removed', factsAt(daysLater(2))), daysLater(2));
    expect(held.envelope).toMatchObject({
      status: 'draft',
      scheduledSendAt: null,
      standingAttention: ['schedule_failed'],
    });
    expect(accepted(holdScheduled(held, 'removed', factsAt(daysLater(2)))).events).toEqual([]);
    expect(accepted(sendAsScheduled(held, SOURCES, factsAt(daysLater(2)))).events).toEqual([]);
    const sent = decided(held, send(held, SOURCES, factsAt(daysLater(3))), daysLater(3));
    expect(sent.envelope.standingAttention).toEqual([]);
    const again = decided(
      held,
      schedule(held, by(daysLater(9)), SOURCES, factsAt(daysLater(3))),
      daysLater(3),
    );
    expect(again.envelope.standingAttention).toEqual([]);
  });
});
