import { describe, expect, it } from 'vitest';
import { expire, hasExpired, warnOfExpiry } from '#domain/envelope/expire.ts';
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
} from '../../support/decided.ts';

const expiresAt = daysLater(10);
const sent = (extra: object = {}) => sentGraph({ policy: { expiresAt }, ...extra });
const NOTHING = { kind: 'accept', patch: {}, events: [], effects: [] };

describe('expiry', () => {
  it('comes at its moment and not before, and tells the sender and whose turn it was', () => {
    const graph = signedBy(sent(), 0);
    const { organizationId, id: envelopeId } = graph.envelope;
    expect(expire(graph, factsAt(daysLater(10, -1)))).toEqual(NOTHING);
    expect(expire(graph, factsAt(expiresAt))).toEqual({
      kind: 'accept',
      patch: { envelope: { status: 'expired', expiredAt: expiresAt } },
      events: [{ action: 'envelope.expired', payload: { expiresAt } }],
      effects: ['sender', participantAt(graph, 1).id].map((recipient) => ({
        name: 'svc/envelope.expired',
        payload: { organizationId, envelopeId, recipient },
      })),
    });
  });

  it('tells a sender whose own turn it was once', () => {
    const graph = sent({ participants: [{ name: 'Olga', email: 'OLGA@acme.example' }] });
    expect(accepted(expire(graph, factsAt(expiresAt))).effects).toMatchObject([
      { payload: { recipient: participantAt(graph, 0).id } },
    ]);
  });

  it('shows among what needs attention, in place of what can no longer be done', () => {
    const graph = decided(sent(), expire(sent(), factsAt(expiresAt)), expiresAt);
    expect(graph.envelope).toMatchObject({ status: 'expired', version: 4, standingAttention: ['expired'] });
  });

  it('ends the reminders of the policy', () => {
    const reminderPolicy = { firstAfterDays: 11, everyDays: 1, maxReminders: 1 };
    const graph = sentGraph({ policy: { expiresAt, reminderPolicy } });
    expect(participantAt(graph, 0).nextReminderAt).toBe(daysLater(11));
    const expired = decided(graph, expire(graph, factsAt(expiresAt)), expiresAt);
    expect(participantAt(expired, 0)).toMatchObject({ nextReminderAt: null, updatedAt: expiresAt });
    expect(expired.participants[1]).toBe(graph.participants[1]);
  });

  it.each(ENVELOPE_STATUSES.filter((status) => status !== 'in_progress'))('comes not in %s', (status) => {
    expect(expire(inStatus(sent(), status), factsAt(daysLater(99)))).toEqual(NOTHING);
  });

  it('comes not without a date', () => {
    const graph = sentGraph();
    expect(expire(graph, factsAt(daysLater(9999)))).toEqual(NOTHING);
    expect(hasExpired(graph.envelope, daysLater(9999))).toBe(false);
  });
});

describe('the warning', () => {
  it('comes three days before, once, and leaves the version alone', () => {
    const graph = sent();
    const { organizationId, id: envelopeId, version } = graph.envelope;
    expect(warnOfExpiry(graph, factsAt(daysLater(7, -1)))).toEqual(NOTHING);
    const warning = warnOfExpiry(graph, factsAt(daysLater(7)));
    expect(warning).toEqual({
      kind: 'accept',
      patch: { envelope: { expiryWarnedAt: daysLater(7) } },
      events: [{ action: 'envelope.expiry_warned', payload: { expiresAt } }],
      effects: ['sender', participantAt(graph, 0).id].map((recipient) => ({
        name: 'svc/envelope.expiring',
        payload: { organizationId, envelopeId, recipient },
      })),
    });
    const warned = decided(graph, warning, daysLater(7));
    expect(warned.envelope.version).toBe(version);
    expect(warnOfExpiry(warned, factsAt(daysLater(8)))).toEqual(NOTHING);
  });

  it('is too late at the moment of expiry, and pointless without one or after the end', () => {
    expect(warnOfExpiry(sent(), factsAt(expiresAt))).toEqual(NOTHING);
    expect(warnOfExpiry(sentGraph(), factsAt(daysLater(7)))).toEqual(NOTHING);
    for (const status of ENVELOPE_STATUSES.filter((one) => one !== 'in_progress'))
      expect(warnOfExpiry(inStatus(sent(), status), factsAt(daysLater(8)))).toEqual(NOTHING);
  });
});
