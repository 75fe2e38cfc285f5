import { describe, expect, it } from 'vitest';
import { getAttention, getStandingAttention } from '#domain/envelope/attention.ts';
import { consent, view } from '#domain/envelope/visit.ts';
import { decline } from '#domain/envelope/decline.ts';
import { patchGraph } from '#domain/envelope/patch-graph.ts';
import { extendSeal, recordSealingFailure, seal } from '#domain/envelope/seal.ts';
import { send } from '#domain/envelope/send.ts';
import { sign } from '#domain/envelope/sign.ts';
import { listCurrentSigners, hasTurn } from '#domain/envelope/turn.ts';
import { voidEnvelope } from '#domain/envelope/void.ts';
import {
  accepted,
  after,
  BOX,
  draftGraph,
  factsAt,
  PEOPLE,
  person,
  PREPARED,
  refused,
  sentGraph,
  SOURCES,
  submission,
} from '../../support/graphs.ts';

const facts = factsAt();
const later = '2027-03-01T10:00:00.000Z';
const sealed = { ...PREPARED, variant: 'sealed' as const };
const signedByAlice = () => {
  const graph = sentGraph();
  return after(graph, sign(graph, person(graph, 0).id, submission(), facts));
};
const completed = () => {
  const graph = signedByAlice();
  return after(graph, sign(graph, person(graph, 1).id, submission(), facts));
};

/** A seal that nothing extends. */
const FINAL = { level: 'B-B', dueAt: null } as const;

describe('whose turn it is', () => {
  it('belongs to the pending participant with the lowest order', () => {
    const { participants } = sentGraph();
    const names = (people: typeof participants) => listCurrentSigners(people).map(({ name }) => name);
    expect(names([...participants].reverse())).toEqual(['Alice']);
    expect(names(signedByAlice().participants)).toEqual(['Bob']);
    expect(names(completed().participants)).toEqual([]);
    expect(names([])).toEqual([]);
  });

  it('belongs to nobody before sending and after the end', () => {
    const graph = sentGraph();
    const { id } = person(graph, 0);
    expect(hasTurn(graph, id)).toBe(true);
    expect(hasTurn(graph, person(graph, 1).id)).toBe(false);
    for (const status of ['draft', 'review', 'completed', 'declined', 'voided', 'expired'] as const)
      expect(hasTurn({ ...graph, envelope: { ...graph.envelope, status } }, id)).toBe(false);
  });
});

describe('sending', () => {
  it.each([
    ['without a participant', draftGraph({ participants: [], fields: [] }), ['/participants']],
    [
      'with fields of nobody',
      draftGraph({
        fields: [
          { ...BOX, syntheticRoleId: 'r' },
          { ...BOX, participantIndex: 0 },
        ],
      }),
      ['/fields/0'],
    ],
    [
      'with everything wrong',
      draftGraph({ participants: [], fields: [{ ...BOX, partyIndex: 4 }] }),
      ['/participants', '/fields/0'],
    ],
  ])('is refused %s', (_name, graph, paths) => {
    expect(refused(send(graph, SOURCES, facts))).toEqual({ code: 'validation_failed', paths });
  });

  it('is refused for a field beyond the last page of a document uploaded later', () => {
    const awaiting = draftGraph({
      deliveryMode: 'upload',
      documents: [],
      fields: [{ ...BOX, page: 9, participantIndex: 0 }],
    });
    const graph = { ...awaiting, documents: [PREPARED] };
    expect(refused(send(graph, SOURCES, facts))).toEqual({
      code: 'validation_failed',
      paths: ['/fields/0/page'],
    });
  });

  it('is refused from the moment of expiry on', () => {
    const graph = draftGraph({ policy: { expiresAt: later } });
    expect(refused(send(graph, SOURCES, factsAt(later))).paths).toEqual(['/policy/expiresAt']);
    expect(send(graph, SOURCES, factsAt('2027-03-01T09:59:59.999Z')).kind).toBe('accept');
  });

  it('logs every participant in order', () => {
    const { events } = accepted(send(draftGraph(), SOURCES, facts));
    expect(events[0]).toMatchObject({
      payload: {
        documentHash: PREPARED.sha256,
        pageCount: 3,
        participants: [
          { orderIndex: 0, name: 'Alice' },
          { orderIndex: 1, name: 'Bob' },
        ],
      },
    });
  });
});

describe('viewing', () => {
  it('counts once in 15 minutes', () => {
    const graph = sentGraph();
    const { id } = person(graph, 0);
    const seen = after(graph, view(graph, { participantId: id, language: null }, facts));
    expect(
      accepted(view(seen, { participantId: id, language: null }, factsAt('2027-03-01T09:14:59.999Z'))).events,
    ).toEqual([]);
    expect(
      accepted(view(seen, { participantId: id, language: null }, factsAt('2027-03-01T09:15:00.000Z'))).events,
    ).toHaveLength(1);
    expect(
      accepted(view(seen, { participantId: person(graph, 1).id, language: null }, facts)).events,
    ).toHaveLength(1);
  });

  it('does not count after signing, and is refused for a stranger', () => {
    const graph = signedByAlice();
    expect(
      accepted(view(graph, { participantId: person(graph, 0).id, language: null }, facts)).events,
    ).toEqual([]);
    expect(view(graph, { participantId: 'part_x', language: null }, facts)).toMatchObject({
      kind: 'refuse',
      code: 'not_found',
    });
  });
});

describe('what signers cannot do', () => {
  const ACTIONS = {
    sign: (graph: ReturnType<typeof sentGraph>, id: string, at?: string) =>
      sign(graph, id, submission(), factsAt(at)),
    decline: (graph: ReturnType<typeof sentGraph>, id: string, at?: string) =>
      decline(graph, id, null, factsAt(at)),
    consent: (graph: ReturnType<typeof sentGraph>, id: string, at?: string) =>
      consent(graph, id, factsAt(at)),
  };

  it.each(Object.entries(ACTIONS))(
    '%s before their turn, as a stranger, or after the expiry',
    (_name, act) => {
      const graph = sentGraph({ policy: { expiresAt: later } });
      expect(act(graph, person(graph, 1).id)).toMatchObject({ code: 'not_your_turn' });
      expect(act(graph, 'part_x')).toMatchObject({ code: 'not_found' });
      expect(act(graph, person(graph, 0).id, later)).toMatchObject({
        code: 'invalid_state',
        details: { reason: 'expired' },
      });
    },
  );
});

describe('emails after a decision', () => {
  const recipients = (decision: Parameters<typeof accepted>[0]) =>
    accepted(decision).effects.map(({ name, payload }) => [
      name,
      'recipient' in payload ? payload.recipient : 'participantId' in payload ? payload.participantId : null,
    ]);

  it('go to the first signer on sending and to the next on signing', () => {
    const graph = draftGraph();
    expect(recipients(send(graph, SOURCES, facts))).toEqual([['svc/envelope.sent', person(graph, 0).id]]);
    const sent = sentGraph();
    expect(recipients(sign(sent, person(sent, 0).id, submission(), facts))).toEqual([
      ['svc/participant.link_issued', person(sent, 1).id],
    ]);
  });

  it('are followed by sealing after the last signature', () => {
    const graph = signedByAlice();
    expect(recipients(sign(graph, person(graph, 1).id, submission(), facts))).toEqual([
      ['svc/envelope.completed', null],
    ]);
  });

  it('go to the sender and everyone who signed when someone declines', () => {
    const graph = signedByAlice();
    expect(recipients(decline(graph, person(graph, 1).id, 'no', facts))).toEqual([
      ['svc/envelope.declined', 'sender'],
      ['svc/envelope.declined', person(graph, 0).id],
    ]);
  });

  it('go to everyone who had a link on voiding, and to nobody for a draft', () => {
    const graph = sentGraph();
    expect(recipients(voidEnvelope(graph, null, facts))).toEqual([
      ['svc/envelope.voided', person(graph, 0).id],
    ]);
    expect(recipients(voidEnvelope(draftGraph(), null, facts))).toEqual([]);
  });

  it('go to the sender and all participants on sealing, once to a sender who signed', () => {
    const graph = completed();
    expect(
      recipients(seal(graph, { sealed, certificate: null, ...FINAL }, 'O=Acme', facts)).map(([, id]) => id),
    ).toEqual(['sender', ...graph.participants.map(({ id }) => id)]);
    const own = { ...graph, envelope: { ...graph.envelope, senderEmail: 'ALICE@example.com' } };
    expect(
      recipients(seal(own, { sealed, certificate: null, ...FINAL }, 'O=Acme', facts)).map(([, id]) => id),
    ).toEqual(graph.participants.map(({ id }) => id));
  });
});

describe('sealing', () => {
  it('needs attention while a timestamp is missing, until the seal is extended', () => {
    const graph = completed();
    const due = after(
      graph,
      seal(graph, { sealed, certificate: null, level: 'B-B', dueAt: facts.now }, 'O=Acme', facts),
    );
    expect(due.envelope).toMatchObject({ standingAttention: ['timestamp_missing'], sealLevel: 'B-B' });
    const document = { ...sealed, sha256: 'e'.repeat(64), sizeBytes: sealed.sizeBytes + 1 };
    const extended = {
      from: sealed.sha256,
      document,
      level: 'B-LTA',
      dueAt: '2035-01-01T00:00:00.000Z',
    } as const;
    const decision = accepted(extendSeal(due, extended));
    expect(decision.events).toEqual([
      {
        action: 'envelope.seal_extended',
        payload: {
          ...{ level: 'B-LTA', sealedHash: document.sha256, previousHash: sealed.sha256 },
          sizeBytes: document.sizeBytes,
        },
      },
    ]);
    const done = after(due, decision);
    expect(done.envelope).toMatchObject({ standingAttention: [], sealLevel: 'B-LTA' });
    // Another process has already extended it.
    expect(accepted(extendSeal(done, extended)).events).toEqual([]);
  });

  it('is stored once', () => {
    const graph = completed();
    const done = after(graph, seal(graph, { sealed, certificate: null, ...FINAL }, 'O=Acme', facts));
    expect(accepted(seal(done, { sealed, certificate: null, ...FINAL }, 'O=Acme', facts))).toMatchObject({
      events: [],
      effects: [],
      patch: {},
    });
    expect(accepted(recordSealingFailure(done, facts)).events).toEqual([]);
  });

  it('is logged once when it fails, and clears its attention on success', () => {
    const graph = completed();
    const failed = after(graph, recordSealingFailure(graph, facts));
    expect(failed.envelope.standingAttention).toEqual(['sealing_failed']);
    expect(accepted(recordSealingFailure(failed, facts)).events).toEqual([]);
    expect(
      after(failed, seal(failed, { sealed, certificate: null, ...FINAL }, 'O=Acme', facts)).envelope,
    ).toMatchObject({
      standingAttention: [],
      sealingFailedAt: null,
    });
  });
});

describe('attention', () => {
  it('shows that it is the sender’s turn, ignoring case in the address', () => {
    const graph = sentGraph({
      participants: [{ name: 'Olga', email: 'OLGA@acme.example' }, PEOPLE[1]],
      fields: [],
    });
    expect(graph.envelope.standingAttention).toEqual(['your_turn']);
    expect(
      after(graph, sign(graph, person(graph, 0).id, submission({ marks: {} }), facts)).envelope
        .standingAttention,
    ).toEqual([]);
    expect(
      draftGraph({ participants: [{ name: 'Olga', email: 'olga@acme.example' }], fields: [] }).envelope
        .standingAttention,
    ).toEqual([]);
  });

  it('shows an expiry within 72 hours while in progress', () => {
    const graph = sentGraph({ policy: { expiresAt: '2027-03-10T00:00:00.000Z' } });
    expect(getAttention(graph.envelope, '2027-03-06T23:59:59.999Z')).toEqual([]);
    expect(getAttention(graph.envelope, '2027-03-07T00:00:00.000Z')).toEqual(['expiring_soon']);
    expect(getAttention({ ...graph.envelope, status: 'completed' }, '2027-03-09T00:00:00.000Z')).toEqual([]);
    expect(getAttention(sentGraph().envelope, '2099-01-01T00:00:00.000Z')).toEqual([]);
  });

  it('shows a decline, an expiry, and a failed detection during review', () => {
    const { envelope, participants } = sentGraph();
    const of = (changes: Partial<typeof envelope>) =>
      getStandingAttention({ ...envelope, ...changes }, participants, []);
    expect(of({ status: 'declined' })).toEqual(['declined']);
    expect(of({ status: 'expired' })).toEqual(['expired']);
    expect(of({ status: 'review', detectionStatus: 'failed' })).toEqual(['detection_failed']);
    expect(of({ status: 'in_progress', detectionStatus: 'failed' })).toEqual([]);
  });
});

describe('the graph after a decision', () => {
  it('shows the newest activity of the envelope and of each participant named', () => {
    const graph = sentGraph();
    const seen = after(
      graph,
      view(graph, { participantId: person(graph, 0).id, language: null }, factsAt(later)),
      later,
    );
    expect(seen.envelope).toMatchObject({
      latestAction: 'participant.viewed',
      latestActionAt: later,
      updatedAt: later,
    });
    expect(seen.participants).toMatchObject([
      { latestAction: 'participant.viewed', latestActionAt: later, updatedAt: later, lastViewedAt: later },
      { latestAction: null, updatedAt: graph.envelope.updatedAt },
    ]);
  });

  it('keeps rows that did not change as the same objects', () => {
    const graph = sentGraph();
    const signed = after(graph, sign(graph, person(graph, 0).id, submission(), facts));
    expect(signed.fields[1]).toBe(graph.fields[1]);
    expect(signed.fields[0]).not.toBe(graph.fields[0]);
    expect(graph.fields[0]?.value).toBeNull();
  });

  it('drops the fields of replaced participants', () => {
    const graph = draftGraph({
      fields: [
        { ...BOX, participantIndex: 0 },
        { ...BOX, syntheticRoleId: 'r' },
      ],
    });
    const replaced = patchGraph(
      graph,
      { participants: { replace: [] } },
      [{ action: 'envelope.draft_updated', payload: { changed: [] } }],
      later,
    );
    expect(replaced.fields.map(({ syntheticRoleId }) => syntheticRoleId)).toEqual(['r']);
  });
});
