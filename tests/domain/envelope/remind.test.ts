import { describe, expect, it } from 'vitest';
import { remind, remindByPolicy } from '#domain/envelope/remind.ts';
import { ENVELOPE_STATUSES } from '#domain/envelope/status.ts';
import {
  accepted,
  daysLater,
  decided,
  factsAt,
  inStatus,
  participantAt,
  sentGraph,
  signedBy,
  START,
} from '../../support/decided.ts';

const MINUTE = 60_000;
const NOTHING = { kind: 'accept', patch: {}, events: [], effects: [] };
const policy = { firstAfterDays: 3, everyDays: 2, maxReminders: 2 };
const sent = (reminderPolicy: typeof policy | null = policy, expiresAt: string | null = null) =>
  sentGraph({ policy: { reminderPolicy, expiresAt } });

describe('reminding by hand', () => {
  it('logs the event, requests the email and starts the window', () => {
    const graph = sent(null);
    const { id: participantId } = participantAt(graph, 0);
    const { organizationId, id: envelopeId } = graph.envelope;
    expect(remind(graph, factsAt(START))).toEqual({
      kind: 'accept',
      patch: {
        participants: {
          update: [{ id: participantId, lastRemindedAt: START, reminderCount: 0, nextReminderAt: null }],
        },
      },
      events: [{ action: 'participant.reminder_sent', payload: { participantId, automatic: false } }],
      effects: [
        { name: 'svc/participant.reminder_sent', payload: { organizationId, envelopeId, participantId } },
      ],
    });
  });

  it.each([
    ['nobody has signed', [], 0],
    ['the first has signed', [0], 1],
    ['the first two have', [0, 1], 2],
    ['the second signed out of turn', [1], 0],
  ])('goes to the lowest pending order when %s', (_when, signed, expected) => {
    const graph = signed.reduce(signedBy, sent());
    expect(accepted(remind(graph, factsAt(START))).events).toMatchObject([
      { payload: { participantId: participantAt(graph, expected).id } },
    ]);
  });

  it('depends on the signing order, not on the order of rows', () => {
    const graph = sent();
    const shuffled = { ...graph, participants: [...graph.participants].reverse() };
    expect(accepted(remind(shuffled, factsAt(START))).events).toMatchObject([
      { payload: { participantId: participantAt(graph, 0).id } },
    ]);
  });

  it.each([
    [0, true],
    [60 * MINUTE - 1, true],
    [60 * MINUTE, false],
    [90 * MINUTE, false],
  ])('after %i ms is within the hour: %s', (later, refused) => {
    const graph = sent();
    const reminded = decided(graph, remind(graph, factsAt(START)));
    const decision = remind(reminded, factsAt(daysLater(0, later)));
    const nextReminderAt = daysLater(0, 60 * MINUTE);
    const retryAfterSeconds = later === 0 ? 3600 : 1;
    if (refused)
      expect(decision).toEqual({
        kind: 'refuse',
        code: 'reminder_window',
        details: { nextReminderAt, retryAfterSeconds },
      });
    else expect(decision.kind).toBe('accept');
  });

  it('has a window for each participant', () => {
    const graph = sent();
    const reminded = signedBy(decided(graph, remind(graph, factsAt(START))), 0);
    expect(remind(reminded, factsAt(START)).kind).toBe('accept');
  });

  it.each(ENVELOPE_STATUSES)('in %s is allowed only in progress', (status) => {
    const decision = remind(inStatus(sent(), status), factsAt(START));
    if (status === 'in_progress') expect(decision.kind).toBe('accept');
    else expect(decision).toEqual({ kind: 'refuse', code: 'invalid_state', details: { status } });
  });

  it('is refused from the moment of expiry on, even before a job has run', () => {
    const graph = sent(policy, daysLater(2));
    expect(remind(graph, factsAt(daysLater(2, -1))).kind).toBe('accept');
    expect(remind(graph, factsAt(daysLater(2)))).toEqual({
      kind: 'refuse',
      code: 'invalid_state',
      details: { status: 'in_progress', reason: 'expired' },
    });
  });

  it('does not count toward the policy, and postpones its next reminder', () => {
    const graph = sent();
    const now = daysLater(2);
    const after = participantAt(decided(graph, remind(graph, factsAt(now)), now), 0);
    expect(after).toMatchObject({ reminderCount: 0, nextReminderAt: daysLater(4) });
  });

  it('never makes the next automatic reminder earlier', () => {
    const graph = sent({ firstAfterDays: 10, everyDays: 1, maxReminders: 2 });
    expect(participantAt(decided(graph, remind(graph, factsAt(START))), 0).nextReminderAt).toBe(
      daysLater(10),
    );
  });
});

describe('reminding by policy', () => {
  it('starts after the first delay', () => {
    const graph = sent();
    expect(participantAt(graph, 0).nextReminderAt).toBe(daysLater(3));
    expect(accepted(remindByPolicy(graph, factsAt(daysLater(3, -1)))).events).toEqual([]);
    expect(accepted(remindByPolicy(graph, factsAt(daysLater(3)))).events).toEqual([
      {
        action: 'participant.reminder_sent',
        payload: { participantId: participantAt(graph, 0).id, automatic: true },
      },
    ]);
  });

  it('repeats at its interval from the last reminder sent, up to its maximum', () => {
    let graph = sent();
    const late = daysLater(13);
    graph = decided(graph, remindByPolicy(graph, factsAt(late)), late);
    expect(participantAt(graph, 0)).toMatchObject({ reminderCount: 1, nextReminderAt: daysLater(15) });
    expect(accepted(remindByPolicy(graph, factsAt(late))).events).toEqual([]);
    const last = daysLater(15);
    graph = decided(graph, remindByPolicy(graph, factsAt(last)), last);
    expect(participantAt(graph, 0)).toMatchObject({ reminderCount: 2, nextReminderAt: null });
    expect(accepted(remindByPolicy(graph, factsAt(daysLater(400)))).events).toEqual([]);
  });

  it('starts the one-hour window too', () => {
    const graph = sent();
    const now = daysLater(3);
    const reminded = decided(graph, remindByPolicy(graph, factsAt(now)), now);
    expect(remind(reminded, factsAt(now))).toMatchObject({ code: 'reminder_window' });
  });

  it.each(ENVELOPE_STATUSES.filter((status) => status !== 'in_progress'))('does nothing in %s', (status) => {
    expect(remindByPolicy(inStatus(sent(), status), factsAt(daysLater(9)))).toEqual(NOTHING);
  });

  it('does nothing without a policy, before its time, or after expiry', () => {
    expect(remindByPolicy(sent(null), factsAt(daysLater(9)))).toEqual(NOTHING);
    expect(remindByPolicy(sent(), factsAt(START))).toEqual(NOTHING);
    expect(remindByPolicy(sent(policy, daysLater(5)), factsAt(daysLater(5)))).toEqual(NOTHING);
  });
});
