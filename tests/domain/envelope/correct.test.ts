import { describe, expect, it } from 'vitest';
import { correctParticipant } from '#domain/envelope/correct.ts';
import { recordDeliveryFailure } from '#domain/envelope/delivery.ts';
import { remind } from '#domain/envelope/remind.ts';
import { ENVELOPE_STATUSES } from '#domain/envelope/status.ts';
import { view } from '#domain/envelope/visit.ts';
import {
  accepted,
  ANN,
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
const NEW = { name: 'Anna', email: 'anna@example.com' };

describe('correcting a participant', () => {
  it('changes name and address, replaces the link, is logged once, and requests an email', () => {
    const graph = sentGraph();
    const { id: participantId } = participantAt(graph, 0);
    const { organizationId, id: envelopeId } = graph.envelope;
    const { patch, events, effects } = accepted(
      correctParticipant(graph, participantId, NEW, factsAt(daysLater(1))),
    );
    expect(patch).toMatchObject({
      participants: { update: [{ id: participantId, ...NEW, linkEpoch: 2, linkIssuedAt: daysLater(1) }] },
    });
    expect(events).toEqual([
      {
        action: 'participant.corrected',
        payload: { participantId, epoch: 2, before: ANN, after: NEW },
      },
    ]);
    expect(effects).toEqual([
      {
        name: 'svc/participant.link_reissued',
        payload: { organizationId, envelopeId, participantId, isFirstRequest: true },
      },
    ]);
  });

  it('does not ask anew at the same address', () => {
    const graph = sentGraph();
    const { id } = participantAt(graph, 0);
    const decision = correctParticipant(graph, id, { name: 'Anna' }, factsAt(daysLater(1)));
    expect(accepted(decision).effects?.[0]?.payload).not.toHaveProperty('isFirstRequest');
  });

  it('can change only the email language, and logs it', () => {
    const graph = sentGraph();
    const { id: participantId } = participantAt(graph, 0);
    const decision = correctParticipant(graph, participantId, { language: 'de' }, factsAt(daysLater(1)));
    expect(accepted(decision).events[0]?.payload).toMatchObject({
      before: { ...ANN, language: null },
      after: { ...ANN, language: 'de' },
    });
    const after = decided(graph, decision);
    expect(participantAt(after, 0)).toMatchObject({ ...ANN, language: 'de', linkEpoch: 2 });
    const again = correctParticipant(after, participantId, { language: 'de' }, factsAt(daysLater(1)));
    expect(accepted(again).events).toEqual([]);
    const renamed = correctParticipant(after, participantId, NEW, factsAt(daysLater(1)));
    expect(accepted(renamed).events[0]?.payload).toMatchObject({ after: NEW });
    expect(participantAt(decided(after, renamed), 0).language).toBe('de');
  });

  it('emails nobody before their turn, since there is no link to replace', () => {
    const graph = sentGraph({ policy: { reminderPolicy } });
    const decision = correctParticipant(graph, participantAt(graph, 1).id, NEW, factsAt(START));
    expect(accepted(decision).effects).toEqual([]);
    const after = decided(graph, decision);
    expect(participantAt(after, 1)).toMatchObject({ ...NEW, linkEpoch: 0, nextReminderAt: null });
    expect(after.envelope.version).toBe(graph.envelope.version + 1);
  });

  it('resets views and consent if the address changes, and only then', () => {
    let graph = sentGraph({ policy: { reminderPolicy } });
    const { id } = participantAt(graph, 0);
    graph = decided(graph, view(graph, { participantId: id, language: null }, factsAt(START)));
    graph = decided(graph, remind(graph, factsAt(START)));
    graph = {
      ...graph,
      participants: graph.participants.map((one) => (one.id === id ? { ...one, consentedAt: START } : one)),
    };
    const renamed = decided(graph, correctParticipant(graph, id, { name: 'Anna' }, factsAt(START)));
    expect(participantAt(renamed, 0)).toMatchObject({
      name: 'Anna',
      email: ANN.email,
      consentedAt: START,
      lastViewedAt: START,
      lastRemindedAt: START,
    });
    const moved = decided(graph, correctParticipant(graph, id, { email: NEW.email }, factsAt(START)));
    expect(participantAt(moved, 0)).toMatchObject({
      name: ANN.name,
      email: NEW.email,
      consentedAt: null,
      lastViewedAt: null,
      lastRemindedAt: null,
      nextReminderAt: daysLater(3),
    });
    expect(remind(moved, factsAt(START)).kind).toBe('accept');
  });

  it('clears a failed delivery, and updates whose turn it is', () => {
    let graph = sentGraph();
    graph = decided(graph, recordDeliveryFailure(graph, participantAt(graph, 0), '550 no', factsAt(START)));
    const email = graph.envelope.senderEmail.toUpperCase();
    graph = decided(graph, correctParticipant(graph, participantAt(graph, 0).id, { email }, factsAt(START)));
    expect(graph.envelope.standingAttention).toEqual(['your_turn']);
  });

  it('does nothing without a difference', () => {
    const graph = sentGraph();
    expect(correctParticipant(graph, participantAt(graph, 0).id, ANN, factsAt(START))).toEqual({
      kind: 'accept',
      patch: {},
      events: [],
      effects: [],
    });
  });

  it('is refused after signing, and without anything to correct', () => {
    const graph = signedBy(sentGraph(), 0);
    expect(correctParticipant(graph, participantAt(graph, 0).id, NEW, factsAt(START))).toEqual({
      kind: 'refuse',
      code: 'invalid_state',
      details: { status: 'in_progress', participantStatus: 'signed' },
    });
    expect(correctParticipant(graph, participantAt(graph, 1).id, {}, factsAt(START))).toMatchObject({
      code: 'validation_failed',
    });
    expect(participantAt(graph, 1)).toMatchObject(BEN);
  });

  it.each(ENVELOPE_STATUSES)(
    'in %s is accepted only in progress, and only for participants of the envelope',
    (status) => {
      const graph = inStatus(sentGraph(), status);
      const decision = correctParticipant(graph, participantAt(graph, 0).id, NEW, factsAt(START));
      if (status === 'in_progress') expect(decision.kind).toBe('accept');
      else expect(decision).toEqual({ kind: 'refuse', code: 'invalid_state', details: { status } });
      expect(correctParticipant(graph, 'part_other', NEW, factsAt(START))).toMatchObject({
        code: 'not_found',
      });
    },
  );

  it('is refused from the moment of expiry on', () => {
    const graph = sentGraph({ policy: { expiresAt: daysLater(2) } });
    const { id } = participantAt(graph, 0);
    expect(correctParticipant(graph, id, NEW, factsAt(daysLater(2, -1))).kind).toBe('accept');
    expect(correctParticipant(graph, id, NEW, factsAt(daysLater(2)))).toMatchObject({
      details: { status: 'in_progress', reason: 'expired' },
    });
  });
});
