import { describe, expect, it } from 'vitest';
import { draft as decideDraft } from '#domain/envelope/draft.ts';
import { patchGraph } from '#domain/envelope/patch-graph.ts';
import { toWireGraph } from '#wire/envelope-graph.ts';
import * as changes from '#ui/editor/draft/changes.ts';
import type { Draft, DraftParticipant } from '#ui/editor/draft/draft.ts';
import { mergeDrafts } from '#ui/editor/merge/merge.ts';
import { describeCollision } from '#ui/editor/merge/words.ts';
import { readDraft } from '#ui/editor/draft/read-draft.ts';
import { writeDraft } from '#ui/editor/draft/write-draft.ts';
import { NOW, draftGraph, factsAt } from '../../support/graphs.ts';

const SENDER = { name: 'Olga', email: 'olga@acme.example' };

/** What the server returns for a saved draft, with its own ids. */
function served(draft: Draft): Draft {
  const graph = draftGraph();
  const { participants, ...body } = writeDraft(draft);
  const people = participants.map(({ authentication: _given, ...person }) => person);
  const decision = decideDraft(graph, { ...body, participants: people }, SENDER, factsAt());
  if (decision.kind === 'refuse') throw new Error(JSON.stringify(decision));
  return readDraft(toWireGraph(patchGraph(graph, decision.patch, decision.events, NOW)));
}

const BASE: Draft = [
  ['alice', 'signature', 0.1],
  ['alice', 'text', 0.2],
  ['bob', 'signature', 0.3],
  ['bob', 'date', 0.4],
].reduce<Draft>(
  (draft, [participantKey, type, y], index) =>
    changes.withField(
      draft,
      changes.createField({
        key: `field ${index}`,
        type: type as 'signature' | 'text' | 'date',
        page: 1,
        place: { x: 0.1, y: Number(y), width: 0.2, height: 0.05 },
        participantKey: String(participantKey),
      }),
    ),
  {
    displayName: 'Lease',
    message: { subject: '', body: '' },
    copies: [],
    participants: ['alice', 'bob', 'carol'].map((key): DraftParticipant => ({
      ...changes.createParticipant(key),
      name: key,
      email: `${key}@example.com`,
      canDelegate: true,
    })),
    fields: [],
    policy: {
      legalFramework: 'esign_ueta',
      consumerDisclosure: false,
      expiresAt: null,
      reminderPolicy: null,
    },
  },
);

const moved = (draft: Draft, key: string, y: number) => changes.withFieldChanged(draft, key, { y });
const merge = (mine: Draft, theirs: Draft, base = BASE) =>
  mergeDrafts({ base, mine, theirs: served(theirs) });
const told = (merged: ReturnType<typeof mergeDrafts>) =>
  merged.collisions.map((collision) => Object.values(describeCollision(collision)).join(' | '));

describe('merging two versions of a draft', () => {
  it('matches everything under new identifiers, and changes nothing without changes', () => {
    const merged = merge(BASE, BASE);
    expect(merged.draft).toEqual(BASE);
    expect(writeDraft(merged.theirs)).toEqual(writeDraft(BASE));
    expect(merged.theirs.fields.map(({ key }) => key)).toEqual(BASE.fields.map(({ key }) => key));
  });

  it('keeps changes of both sides that do not conflict', () => {
    let mine = moved(BASE, 'field 0', 0.15);
    mine = changes.withFieldChanged(mine, 'field 1', { label: 'Place' });
    mine = changes.withParticipantChanged(mine, 'alice', { title: 'Director' });
    mine = changes.withPolicy(mine, { expiresAt: '2027-09-01T00:00:00.000Z' });
    const added = { ...BASE.fields[0], key: 'my own', y: 0.8 } as Draft['fields'][number];
    mine = changes.withField(mine, added);
    let theirs = moved(BASE, 'field 1', 0.25);
    theirs = changes.withoutFields(theirs, new Set(['field 3']));
    theirs = changes.withParticipantChanged(theirs, 'alice', { email: 'ada@example.com' });
    theirs = changes.moveParticipant(theirs, 'bob', 0);
    theirs = changes.withPolicy(theirs, { legalFramework: 'eidas_ses' });
    theirs = changes.withField(theirs, { ...added, key: 'their own', type: 'phone', y: 0.7 });

    const { draft, collisions } = merge(mine, { ...theirs, displayName: 'Lease of the mill' });
    expect(collisions).toEqual([]);
    expect(draft.displayName).toBe('Lease of the mill');
    expect(draft.participants.map(({ key, email, title }) => [key, email, title])).toEqual([
      ['bob', 'bob@example.com', ''],
      ['alice', 'ada@example.com', 'Director'],
      ['carol', 'carol@example.com', ''],
    ]);
    const fields = draft.fields.map(({ type, y, label, participantKey }) => [type, y, label, participantKey]);
    expect(fields).toEqual([
      ['signature', 0.15, '', 'alice'],
      ['text', 0.25, 'Place', 'alice'],
      ['signature', 0.3, '', 'bob'],
      ['signature', 0.8, '', 'alice'],
      ['phone', 0.7, '', 'alice'],
    ]);
    expect(draft.policy).toMatchObject({
      legalFramework: 'eidas_ses',
      expiresAt: '2027-09-01T00:00:00.000Z',
    });
  });

  it('asks about each conflict, and takes the chosen side', () => {
    let mine = moved(BASE, 'field 0', 0.15);
    mine = changes.withParticipantChanged(mine, 'bob', { name: 'Robert' });
    let theirs = moved(BASE, 'field 0', 0.5);
    theirs = changes.withParticipantChanged(theirs, 'bob', { name: 'Bobby' });
    const read = served(theirs);
    const merged = mergeDrafts({ base: BASE, mine, theirs: read });
    expect(told(merged)).toEqual([
      'Robert: Name | Robert | Bobby',
      expect.stringMatching(/^Signature for alice: Position \| page 1, .*15% .* \| page 1, .*50%/),
    ]);
    const chosen = mergeDrafts({ base: BASE, mine, theirs: read }, ({ property }) =>
      property === 'name' ? 'theirs' : 'mine',
    );
    expect(chosen.draft.participants[1]?.name).toBe('Bobby');
    expect(chosen.draft.fields[0]?.y).toBe(0.15);
    const theirsAll = mergeDrafts({ base: BASE, mine, theirs: read }, () => 'theirs');
    expect(writeDraft(theirsAll.draft)).toEqual(writeDraft(theirs));
  });

  it('asks before removing a participant whose fields the other side changed', () => {
    const mine = changes.withField(BASE, {
      ...BASE.fields[2],
      key: 'mine',
      y: 0.9,
    } as Draft['fields'][number]);
    const read = served(changes.withoutParticipant(BASE, 'bob'));
    const merged = mergeDrafts({ base: BASE, mine, theirs: read });
    expect(told(merged)).toEqual(['bob | Kept, with 3 fields | Removed']);
    expect(writeDraft(merged.draft)).toEqual(writeDraft(mine));
    const gone = mergeDrafts({ base: BASE, mine, theirs: read }, () => 'theirs');
    expect(gone.draft.participants.map(({ key }) => key)).toEqual(['alice', 'carol']);
    expect(gone.draft.fields.map(({ key }) => key)).toEqual(['field 0', 'field 1']);
    // They're unchanged on this side, so they're removed without asking.
    expect(merge(BASE, changes.withoutParticipant(BASE, 'bob')).draft.fields).toHaveLength(2);
  });

  it('asks about different orders, and about a field removed by one and changed by the other', () => {
    const mine = changes.withoutFields(changes.moveParticipant(BASE, 'carol', 0), new Set(['field 1']));
    const theirs = changes.withFieldChanged(changes.moveParticipant(BASE, 'bob', 0), 'field 1', {
      label: 'City',
    });
    const merged = merge(mine, theirs);
    expect(told(merged)).toEqual([
      'City for alice | Removed | Kept',
      'Signing order | carol, alice, bob | bob, alice, carol',
    ]);
  });

  it('treats the same change on both sides as one, as after a lost response', () => {
    const sent = changes.withField(moved(BASE, 'field 2', 0.6), {
      ...BASE.fields[1],
      key: 'just placed',
      y: 0.7,
    } as Draft['fields'][number]);
    const mine = changes.withFieldChanged(sent, 'just placed', { label: 'Since then' });
    const { draft, collisions } = merge(mine, sent);
    expect(collisions).toEqual([]);
    expect(writeDraft(draft)).toEqual(writeDraft(mine));
  });

  it('keeps what the server cannot know yet: participants without an address', () => {
    const nobody = { ...changes.createParticipant('slot'), name: 'Dan', email: 'dan@' };
    const base = changes.withField(changes.withParticipant(BASE, nobody), {
      ...BASE.fields[0],
      key: 'of dan',
      participantKey: 'slot',
      y: 0.9,
    } as Draft['fields'][number]);
    const mine = changes.withParticipantChanged(base, 'slot', { email: 'dan@example' });
    const theirs = { ...base, displayName: 'Other' };
    const { draft, collisions } = merge(mine, theirs, base);
    expect(collisions).toEqual([]);
    expect(draft.participants.at(-1)).toEqual({ ...nobody, email: 'dan@example' });
    expect(draft.fields.at(-1)?.participantKey).toBe('slot');
    const completed = changes.withParticipantChanged(base, 'slot', { email: 'dan@example.com' });
    expect(merge(base, completed, base).draft.participants.at(-1)?.email).toBe('dan@example.com');
  });
});
