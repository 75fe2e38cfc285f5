import { describe, expect, it } from 'vitest';
import { warnOfExpiry } from '#domain/envelope/expire.ts';
import { extendExpiry } from '#domain/envelope/extend-expiry.ts';
import { ENVELOPE_STATUSES } from '#domain/envelope/status.ts';
import {
  accepted,
  daysLater,
  decided,
  factsAt,
  inStatus,
  participantAt,
  sentGraph,
  START,
} from '../../support/decided.ts';

const sent = (expiresAt: string | null = daysLater(10)) => sentGraph({ policy: { expiresAt } });

describe('a new expiry', () => {
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
