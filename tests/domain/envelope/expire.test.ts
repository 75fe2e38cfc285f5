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
  it('happens exactly on time, and tells the sender and the current signer', () => {
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

  it('emails a sender who is the current signer once', () => {
    const graph = sent({ participants: [{ name: 'Olga', email: 'OLGA@acme.example' }] });
    expect(accepted(expire(graph, factsAt(expiresAt))).effects).toMatchObject([
      { payload: { recipient: participantAt(graph, 0).id } },
    ]);
  });

  it('replaces other attention values', () => {
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

  it('does not happen without a date', () => {
    const graph = sentGraph();
    expect(expire(graph, factsAt(daysLater(9999)))).toEqual(NOTHING);
    expect(hasExpired(graph.envelope, daysLater(9999))).toBe(false);
  });
});

describe('the expiration warning', () => {
  it('comes three days before, once, without changing the version', () => {
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

  it('does not come at expiry, without a date, or after the end', () => {
    expect(warnOfExpiry(sent(), factsAt(expiresAt))).toEqual(NOTHING);
    expect(warnOfExpiry(sentGraph(), factsAt(daysLater(7)))).toEqual(NOTHING);
    for (const status of ENVELOPE_STATUSES.filter((one) => one !== 'in_progress'))
      expect(warnOfExpiry(inStatus(sent(), status), factsAt(daysLater(8)))).toEqual(NOTHING);
  });
});
