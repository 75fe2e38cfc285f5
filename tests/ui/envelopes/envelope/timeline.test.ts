import { describe, expect, it } from 'vitest';
import type { EventAction } from '#domain/event/catalogue.ts';
import type { WireEvent } from '#wire/event.ts';
import type { WireGraph } from '#wire/envelope-graph.ts';
import { getParticipantState } from '#ui/envelopes/envelope/participant-state.ts';
import { buildTimeline } from '#ui/envelopes/envelope/timeline.ts';

const AT = '2026-11-21T09:00:00.000Z';

function event(seq: number, action: EventAction, change: Partial<WireEvent> = {}): WireEvent {
  return {
    id: `evt_${seq}`,
    envelopeId: 'env_1',
    organizationId: 'org_1',
    seq,
    actorType: 'sender',
    actorId: 'user_1',
    action,
    occurredAt: AT,
    prevHash: '',
    hash: '',
    digest: '',
    salt: null,
    payload: null,
    ipAddress: null,
    userAgent: null,
    ...change,
  };
}

function graph(
  status: WireGraph['envelope']['status'],
  statuses: WireGraph['participants'][number]['status'][],
): WireGraph {
  const participants = statuses.map((state, index) => ({
    id: `part_${index}`,
    name: ['Ada', 'Bob'][index] ?? 'Cy',
    status: state,
    orderIndex: index,
    signedAt: state === 'signed' ? AT : null,
    declinedAt: null,
    lastViewedAt: index === 1 ? AT : null,
  }));
  // Only what these functions read. The wire tests cover the whole graph.
  return {
    envelope: { status, senderUserId: 'user_1', senderName: 'Sam' },
    participants,
    fields: [],
  } as unknown as WireGraph;
}

describe('timelineOf', () => {
  it('says that a new version replaced the envelope, instead of the word that programs get', () => {
    const replaced = { reason: 'replaced', replacedBy: 'env_2' };
    const [entry] = buildTimeline([event(1, 'envelope.voided', { payload: replaced })], graph('voided', []));
    expect(entry?.detail).toBe('Replaced by a new version');
  });

  it('lists the latest first, with names, reasons and addresses', () => {
    const entries = buildTimeline(
      [
        event(1, 'envelope.created', {
          payload: { originalFilename: 'lease.pdf' },
          ipAddress: '203.0.113.7',
        }),
        event(2, 'participant.link_issued', {
          payload: { participantId: 'part_1', email: 'bob@example.com' },
        }),
        event(3, 'participant.declined', {
          actorType: 'signer',
          actorId: 'part_1',
          payload: { reason: 'Too dear' },
        }),
        event(4, 'envelope.sealed', {
          actorType: 'system',
          actorId: null,
          payload: { certificateSubject: 'O=Acme' },
        }),
      ],
      graph('declined', ['signed', 'declined']),
    );
    expect(entries.map(({ label, actor, detail }) => [label, actor, detail])).toEqual([
      ['Sealed', null, 'O=Acme'],
      ['Declined to sign', 'Bob', '“Too dear”'],
      ['Signing request sent', 'Sam', 'to Bob (bob@example.com)'],
      ['Created', 'Sam', 'lease.pdf'],
    ]);
    expect(entries.at(-1)?.ipAddress).toBe('203.0.113.7');
  });

  it('groups only draft updates by the same actor', () => {
    const updated = 'envelope.draft_updated';
    const events = [
      event(1, updated),
      event(2, updated),
      event(3, updated, { actorType: 'api_key', actorId: 'key_1' }),
      event(4, 'envelope.sent'),
      event(5, updated),
    ];
    expect(buildTimeline(events, graph('draft', [])).map(({ seq, detail }) => [seq, detail])).toEqual([
      [5, null],
      [4, null],
      [3, null],
      [2, '2 times'],
    ]);
  });

  it('stays readable after personal details were erased', () => {
    const erased = event(1, 'participant.signed', { actorType: 'signer', actorId: null });
    expect(buildTimeline([erased], graph('completed', ['signed']))).toMatchObject([
      { label: 'Signed', actor: 'a signer', detail: null },
    ]);
  });
});

describe('participantState', () => {
  function states(...input: Parameters<typeof graph>): string[] {
    const whole = graph(...input);
    return whole.participants.map((participant) => getParticipantState(whole, participant).label());
  }

  it('shows current and later signers and views', () => {
    expect(states('in_progress', ['pending', 'pending'])).toEqual(['Asked to sign', 'Not their turn yet']);
    expect(states('in_progress', ['signed', 'pending'])).toEqual(['Signed', 'Viewed']);
  });

  it('shows no current signer before sending and after the end', () => {
    expect(states('draft', ['pending'])).toEqual(['Not asked yet']);
    expect(states('voided', ['signed', 'pending'])).toEqual(['Signed', 'Didn’t sign']);
    expect(states('declined', ['declined', 'pending'])).toEqual(['Declined', 'Didn’t sign']);
  });
});
