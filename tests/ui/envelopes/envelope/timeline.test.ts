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
    email: `${['ada', 'bob'][index] ?? 'cy'}@example.com`,
    status: state,
    orderIndex: index,
    signedAt: state === 'signed' ? AT : null,
    declinedAt: null,
    lastViewedAt: index === 1 ? AT : null,
    delegatedFrom: [] as { name: string; at: string }[],
  }));
  // Only what these functions read. The wire tests cover the whole graph.
  return {
    envelope: { status, senderUserId: 'user_1', senderName: 'Sam' },
    participants,
    fields: [],
  } as unknown as WireGraph;
}

const SAM = { user: { id: 'user_1', email: 'sam@example.com' }, keepsMail: false };

describe('buildTimeline', () => {
  it('says that a new version replaced the envelope, instead of the word that programs get', () => {
    const replaced = { reason: 'replaced', replacedBy: 'env_2' };
    const events = [
      event(1, 'envelope.replaced', { payload: { replacedBy: 'env_2' } }),
      event(2, 'envelope.voided', { payload: replaced }),
    ];
    const entries = buildTimeline(events, graph('voided', []), SAM);
    expect(entries.map(({ text, detail }) => [text, detail])).toEqual([
      ['You voided the envelope', null],
      ['You replaced it with a new version', null],
    ]);
  });

  it('names who had the turn then, not who took it over', () => {
    const handed = graph('in_progress', ['pending']);
    handed.participants[0]?.delegatedFrom.push({ name: 'Ben', at: '2026-11-21T09:05:00.000Z' });
    const by = (seq: number, action: EventAction, minute: number, change: Partial<WireEvent> = {}) =>
      event(seq, action, {
        ...{ actorType: 'signer', actorId: 'part_0', occurredAt: `2026-11-21T09:0${minute}:00.000Z` },
        ...change,
      });
    const entries = buildTimeline(
      [
        by(1, 'participant.consented', 1),
        by(2, 'participant.delegated', 5, { payload: { before: { name: 'Ben' }, after: { name: 'Ada' } } }),
        by(3, 'participant.consented', 7),
      ],
      handed,
      { ...SAM, user: { id: 'user_2', email: 'ada@example.com' } },
    );
    expect(entries.map(({ text }) => text)).toEqual([
      'You agreed to sign electronically',
      'Ben handed it over to Ada',
      'Ben agreed to sign electronically',
    ]);
  });

  it('says who did what, latest first, and what followed from it', () => {
    const signer = (index: number) => ({ actorType: 'signer', actorId: `part_${index}` }) as const;
    const entries = buildTimeline(
      [
        event(1, 'envelope.created', {
          payload: { originalFilename: 'lease.pdf' },
          ipAddress: '203.0.113.7',
        }),
        event(2, 'envelope.sent', { actorType: 'api_key', actorId: 'key_1' }),
        event(3, 'participant.link_issued', { payload: { participantId: 'part_0' } }),
        event(4, 'participant.link_issued', { payload: { participantId: 'part_1' } }),
        event(5, 'participant.reminder_sent', {
          actorType: 'system',
          actorId: null,
          payload: { participantId: 'part_1', automatic: true },
        }),
        event(6, 'participant.declined', { ...signer(1), payload: { reason: 'Too dear' } }),
        event(7, 'envelope.declined', { ...signer(1), payload: { participantId: 'part_1' } }),
        event(8, 'participant.reminder_sent', { payload: { participantId: 'part_0' } }),
        event(9, 'participant.signed', signer(2)),
      ],
      graph('declined', ['pending', 'declined', 'signed']),
      { ...SAM, user: { id: 'user_1', email: 'CY@example.com' } },
    );
    expect(entries.map(({ text, detail }) => [text, detail])).toEqual([
      ['You signed', null],
      ['You reminded Ada', null],
      ['Nobody can sign anymore', null],
      ['Bob declined to sign', '“Too dear”'],
      ['We reminded Bob', null],
      ['We emailed Ada and Bob. It’s their turn.', null],
      ['An API key sent the envelope', null],
      ['You created the envelope', 'lease.pdf'],
    ]);
  });

  it('promises no email on a server that sends none', () => {
    const events = [
      event(1, 'participant.link_issued', { payload: { participantId: 'part_0' } }),
      event(2, 'copy.sent', { payload: { copyId: 'copy_1', name: 'Elif', email: 'elif@example.com' } }),
    ];
    const read = (keepsMail: boolean) =>
      buildTimeline(events, graph('in_progress', ['pending']), { ...SAM, keepsMail }).map(({ text }) => text);
    expect(read(true)).toEqual(['A copy is ready for Elif', 'It’s Ada’s turn']);
    expect(read(false)).toEqual(['We emailed a copy to Elif', 'We emailed Ada. It’s their turn.']);
  });

  it('speaks to the reader about their own turn and link', () => {
    const about = { payload: { participantId: 'part_0' } };
    const events = [
      event(1, 'participant.link_issued', about),
      event(2, 'participant.link_copied', { ...about, actorType: 'sender', actorId: 'user_1' }),
      event(3, 'participant.link_copied', { ...about, actorType: 'sender', actorId: 'user_2' }),
    ];
    const shown = graph('in_progress', ['pending']);
    const [own] = shown.participants;
    const read = (keepsMail: boolean) =>
      buildTimeline(events, shown, { user: { ...SAM.user, email: own?.email ?? '' }, keepsMail }).map(
        ({ text }) => text,
      );
    expect(read(true).slice(1)).toEqual(['You got your own signing link', 'It’s your turn']);
    expect(read(false).at(-1)).toBe('We emailed you');
  });

  it('shows address and device only where the documents were opened, once for each', () => {
    const bob = { actorType: 'signer', actorId: 'part_1', ipAddress: '203.0.113.91' } as const;
    const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0';
    const events = [
      event(1, 'participant.viewed', { ...bob, userAgent: firefox }),
      event(2, 'participant.viewed', { ...bob, userAgent: firefox }),
      event(3, 'participant.viewed', { ...bob, ipAddress: '198.51.100.4' }),
      event(4, 'participant.signed', { ...bob, userAgent: firefox }),
    ];
    const entries = buildTimeline(events, graph('in_progress', ['pending', 'signed']), SAM);
    expect(entries.map(({ text, origin }) => [text, origin])).toEqual([
      ['Bob signed', null],
      ['Bob opened the documents', '198.51.100.4'],
      ['Bob opened the documents', '203.0.113.91 · Firefox on Windows'],
    ]);
  });

  it('has one entry for all edits that follow each other, by each who made them', () => {
    const updated = 'envelope.draft_updated';
    const events = [
      event(1, updated),
      event(2, updated),
      event(3, updated, { actorType: 'api_key', actorId: 'key_1' }),
      event(4, 'envelope.sent', { actorId: 'user_2' }),
      event(5, updated),
    ];
    expect(buildTimeline(events, graph('draft', []), SAM).map(({ seq, text }) => [seq, text])).toEqual([
      [5, 'You edited the draft'],
      [4, 'Another member sent the envelope'],
      [3, 'An API key edited the draft'],
      [2, 'You edited the draft'],
    ]);
  });

  it('stays readable after personal details were erased', () => {
    const events = [
      event(1, 'participant.link_issued', { actorId: null }),
      event(2, 'participant.signed', { actorType: 'signer', actorId: null }),
    ];
    expect(buildTimeline(events, graph('completed', ['signed']), SAM).map(({ text }) => text)).toEqual([
      'A signer signed',
      'Signing request sent',
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
