import { describe, expect, it } from 'vitest';
import { recordDeliveryFailure, recordBounce } from '#domain/envelope/delivery.ts';
import { resendLink } from '#domain/envelope/links.ts';
import {
  ANN,
  decided,
  factsAt,
  inStatus,
  participantAt,
  sentGraph,
  signedBy,
  START,
} from '../../support/decided.ts';

const failed = (graph: ReturnType<typeof sentGraph>, index = 0) =>
  recordDeliveryFailure(graph, participantAt(graph, index), '550 no such user', factsAt(START));
const NOTHING = { kind: 'accept', patch: {}, events: [], effects: [] };

describe('a permanently rejected email', () => {
  it('is logged with recipient and reason, without changing the version', () => {
    const graph = sentGraph();
    const { id } = participantAt(graph, 0);
    expect(failed(graph)).toEqual({
      kind: 'accept',
      patch: { participants: { update: [{ id, deliveryFailedAt: START }] } },
      events: [
        {
          action: 'participant.delivery_failed',
          payload: { participantId: id, email: ANN.email, reason: '550 no such user' },
        },
      ],
      effects: [],
    });
    const after = decided(graph, failed(graph));
    expect(after.envelope).toMatchObject({
      version: graph.envelope.version,
      status: 'in_progress',
      standingAttention: ['delivery_failed'],
    });
  });

  it('is logged once until a new link is issued', () => {
    let graph = sentGraph();
    graph = decided(graph, failed(graph));
    expect(failed(graph)).toEqual(NOTHING);
    graph = decided(graph, resendLink(graph, participantAt(graph, 0).id, factsAt(START)));
    expect(failed(graph)).toMatchObject({ events: [{ action: 'participant.delivery_failed' }] });
  });

  it('has no effect if a new link was issued since', () => {
    const before = sentGraph();
    const graph = decided(before, resendLink(before, participantAt(before, 0).id, factsAt(START)));
    expect(recordDeliveryFailure(graph, participantAt(before, 0), '550', factsAt(START))).toEqual(NOTHING);
  });

  it('needs no attention once its participant has signed, or the envelope has ended', () => {
    const graph = sentGraph();
    const signed = signedBy(graph, 0);
    expect(decided(signed, failed(signed)).envelope.standingAttention).toEqual([]);
    for (const status of ['completed', 'voided'] as const) {
      const ended = inStatus(graph, status);
      expect(decided(ended, failed(ended)).envelope).toMatchObject({ status, standingAttention: [] });
    }
  });

  it('has no effect if the recipient is not in the envelope', () => {
    const stranger = { id: 'part_other', linkEpoch: 1 };
    expect(recordDeliveryFailure(sentGraph(), stranger, '550', factsAt(START))).toEqual(NOTHING);
  });
});

describe('a bounced email', () => {
  const back = (graph: ReturnType<typeof sentGraph>, index = 0, sentAt = START) =>
    recordBounce(
      graph,
      { participantId: participantAt(graph, index).id, sentAt, reason: '550 no such user' },
      factsAt(START),
    );

  it('is logged like a rejected one', () => {
    const graph = sentGraph();
    expect(back(graph)).toEqual(failed(graph));
  });

  it.each([
    ['went out before the newest link', () => back(sentGraph(), 0, '2020-01-01T00:00:00.000Z')],
    ['went to somebody who has no link yet', () => back(sentGraph(), 1)],
    ['went to somebody who has signed since', () => back(signedBy(sentGraph(), 0))],
    ['is about an envelope that has ended', () => back(inStatus(sentGraph(), 'voided'))],
  ])('is nothing where it %s', (_when, decision) => expect(decision()).toEqual(NOTHING));
});
