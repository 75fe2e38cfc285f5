import { describe, expect, it } from 'vitest';
import { expire, extendExpiry, warnOfExpiry } from '#domain/envelope/expiry.ts';
import { hasExpired } from '#domain/envelope/lifecycle.ts';
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

describe('a new expiry', () => {
  const sent = (expiresAt: string | null = daysLater(10)) => sentGraph({ policy: { expiresAt } });

  it.each([
    ['later', daysLater(20)],
    ['sooner', daysLater(5)],
    ['none', null],
  ])('that is %s is set, noted, and asks for a link that holds as long', (_name, expiresAt) => {
    const graph = sent();
    const { organizationId, id: envelopeId } = graph.envelope;
    const participantId = participantAt(graph, 0).id;
    expect(extendExpiry(graph, expiresAt, factsAt(START))).toEqual({
      kind: 'accept',
      patch: { envelope: { expiresAt, expiryWarnedAt: null } },
      events: [{ action: 'envelope.expiry_extended', payload: { expiresAt } }],
      effects: [
        { name: 'svc/envelope.expiry_extended', payload: { organizationId, envelopeId, participantId } },
      ],
    });
  });

  it('gets its own warning', () => {
    let graph = sent();
    graph = decided(graph, warnOfExpiry(graph, factsAt(daysLater(8))), daysLater(8));
    graph = decided(graph, extendExpiry(graph, daysLater(20), factsAt(daysLater(9))), daysLater(9));
    expect(accepted(warnOfExpiry(graph, factsAt(daysLater(16)))).events).toEqual([]);
    expect(accepted(warnOfExpiry(graph, factsAt(daysLater(17)))).events).toHaveLength(1);
  });

  it('gets no warning if it is near, since its own email says so', () => {
    let graph = sent();
    graph = decided(graph, extendExpiry(graph, daysLater(11), factsAt(daysLater(9))), daysLater(9));
    expect(accepted(warnOfExpiry(graph, factsAt(daysLater(9)))).events).toEqual([]);
  });

  it('changes nothing when it is the same', () => {
    for (const same of [daysLater(10), null])
      expect(extendExpiry(sent(same), same, factsAt(START))).toEqual({
        kind: 'accept',
        patch: {},
        events: [],
        effects: [],
      });
  });

  it.each([START, daysLater(-1)])('must be in the future, which %s is not', (expiresAt) => {
    expect(extendExpiry(sent(), expiresAt, factsAt(START))).toEqual({
      kind: 'refuse',
      code: 'validation_failed',
      details: { issues: [{ path: '/expiresAt', message: expect.any(String) }] },
    });
  });

  it('is refused once the envelope has expired, even before a job has run', () => {
    expect(extendExpiry(sent(), daysLater(20), factsAt(daysLater(10)))).toEqual({
      kind: 'refuse',
      code: 'invalid_state',
      details: { status: 'in_progress', reason: 'expired' },
    });
  });

  it.each(ENVELOPE_STATUSES)('in %s is accepted only in progress', (status) => {
    const decision = extendExpiry(inStatus(sent(), status), daysLater(20), factsAt(START));
    if (status === 'in_progress') expect(decision.kind).toBe('accept');
    else expect(decision).toEqual({ kind: 'refuse', code: 'invalid_state', details: { status } });
  });
});
