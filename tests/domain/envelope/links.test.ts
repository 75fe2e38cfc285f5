import { describe, expect, it } from 'vitest';
import { recordDeliveryFailure } from '#domain/envelope/delivery.ts';
import { remindByPolicy } from '#domain/envelope/remind.ts';
import { resendLink } from '#domain/envelope/links.ts';
import { ENVELOPE_STATUSES } from '#domain/envelope/status.ts';
import {
  BEN,
  daysLater,
  decided,
  factsAt,
  inStatus,
  participantAt,
  sentGraph,
  signedBy,
  START,
} from '../../support/decided.ts';

const reminderPolicy = { firstAfterDays: 3, everyDays: 2, maxReminders: 5 };

describe('a new link', () => {
  it('raises the epoch, is logged, and requests an email', () => {
    const graph = sentGraph();
    const { id: participantId, email } = participantAt(graph, 0);
    const { organizationId, id: envelopeId } = graph.envelope;
    expect(resendLink(graph, participantId, factsAt(daysLater(1)))).toEqual({
      kind: 'accept',
      patch: {
        participants: {
          update: [
            {
              id: participantId,
              linkEpoch: 2,
              linkIssuedAt: daysLater(1),
              reminderCount: 0,
              nextReminderAt: null,
              deliveryFailedAt: null,
            },
          ],
        },
      },
      events: [{ action: 'participant.link_reissued', payload: { participantId, epoch: 2, email } }],
      effects: [
        { name: 'svc/participant.link_reissued', payload: { organizationId, envelopeId, participantId } },
      ],
    });
  });

  it('restarts automatic reminders', () => {
    const now = daysLater(3);
    let graph = sentGraph({ policy: { reminderPolicy } });
    graph = decided(graph, remindByPolicy(graph, factsAt(now)), now);
    expect(participantAt(graph, 0)).toMatchObject({ reminderCount: 1 });
    graph = decided(graph, resendLink(graph, participantAt(graph, 0).id, factsAt(now)), now);
    expect(participantAt(graph, 0)).toMatchObject({ reminderCount: 0, nextReminderAt: daysLater(6) });
  });

  it('clears a failed delivery and its attention', () => {
    let graph = sentGraph();
    graph = decided(graph, recordDeliveryFailure(graph, participantAt(graph, 0), '550 no', factsAt(START)));
    expect(graph.envelope.standingAttention).toEqual(['delivery_failed']);
    graph = decided(graph, resendLink(graph, participantAt(graph, 0).id, factsAt(START)));
    expect(participantAt(graph, 0).deliveryFailedAt).toBeNull();
    expect(graph.envelope.standingAttention).toEqual([]);
  });

  it('can go to signers whose turn has not come, without reminders', () => {
    let graph = sentGraph({ policy: { reminderPolicy } });
    graph = decided(graph, resendLink(graph, participantAt(graph, 1).id, factsAt(START)));
    expect(participantAt(graph, 1)).toMatchObject({ ...BEN, linkEpoch: 1, nextReminderAt: null });
    expect(participantAt(graph, 0).nextReminderAt).toBe(daysLater(3));
  });

  it('is refused after signing', () => {
    const graph = signedBy(sentGraph(), 0);
    expect(resendLink(graph, participantAt(graph, 0).id, factsAt(START))).toEqual({
      kind: 'refuse',
      code: 'invalid_state',
      details: { status: 'in_progress', participantStatus: 'signed' },
    });
  });

  it('requires a participant of the envelope in any status', () => {
    for (const status of ENVELOPE_STATUSES)
      expect(resendLink(inStatus(sentGraph(), status), 'part_other', factsAt(START))).toMatchObject({
        code: 'not_found',
      });
  });

  it.each(ENVELOPE_STATUSES)('in %s is issued only in progress', (status) => {
    const graph = inStatus(sentGraph(), status);
    const decision = resendLink(graph, participantAt(graph, 0).id, factsAt(START));
    if (status === 'in_progress') expect(decision.kind).toBe('accept');
    else expect(decision).toEqual({ kind: 'refuse', code: 'invalid_state', details: { status } });
  });

  it('is refused from the moment of expiry on', () => {
    const graph = sentGraph({ policy: { expiresAt: daysLater(2) } });
    const { id } = participantAt(graph, 0);
    expect(resendLink(graph, id, factsAt(daysLater(2, -1))).kind).toBe('accept');
    expect(resendLink(graph, id, factsAt(daysLater(2)))).toMatchObject({
      details: { status: 'in_progress', reason: 'expired' },
    });
  });
});
