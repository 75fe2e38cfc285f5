import { NO_DETAILS } from '#domain/field/details.ts';
import { describe, expect, it } from 'vitest';
import { createParticipant } from '#ui/editor/draft/changes.ts';
import type { DraftParticipant } from '#ui/editor/draft/draft.ts';
import { writeDraft } from '#ui/editor/draft/write-draft.ts';
import { listTypedRecipients, findRecipientProblem, withRecipients } from '#ui/composing/recipients.ts';
import { groupPeople, insertPerson } from '#ui/composing/people-order.ts';
import type { WireGraph } from '#wire/envelope-graph.ts';

const person = (name: string, email: string, others: Partial<DraftParticipant> = {}): DraftParticipant => ({
  ...createParticipant(`r_${name}`),
  name,
  email,
  ...others,
});
const field = (id: string, partyIndex: number | null) => ({
  id,
  participantId: null,
  type: 'signature',
  page: 1,
  x: 0.1,
  y: 0.1,
  width: 0.2,
  height: 0.05,
  label: null,
  required: true,
  options: null,
  group: null,
  prefillValue: null,
  locked: false,
  autoSource: null,
  proposedAutoSource: 'signed_date',
  partyIndex,
  ...NO_DETAILS,
  key: 'date',
  syntheticRoleId: null,
  syntheticRoleName: null,
});
const party = (index: number, email: string | null) => ({
  index,
  name: null,
  email,
  roleLabel: `Party ${index}`,
  fieldCount: 1,
});
/** A draft whose document names two parties, the second one by address. */
const graph = {
  envelope: {
    displayName: 'Lease',
    copies: [],
    detectedParties: [party(0, null), party(1, 'ben@example.com')],
  },
  participants: [],
  fields: [field('f0', 0), field('f1', 1)],
} as unknown as WireGraph;

const saved = (people: DraftParticipant[]) =>
  writeDraft({ ...withRecipients(graph, people), displayName: 'Lease', copies: [] });

describe('problems of a recipient', () => {
  it.each([
    ['', '', null],
    ['Ada', 'ada@example.com', null],
    ['Ada', ' ', 'Enter an email address.'],
    ['Ada', 'ada', 'Enter a valid email address.'],
    ['', 'ada@example.com', 'Enter a name.'],
  ])('%j, %j: %j', (name, email, words) => {
    expect(findRecipientProblem(person(name, email))?.message ?? null).toBe(words);
  });

  it('are reported for an access code that is too short', () => {
    const ada = person('Ada', 'ada@example.com', { authentication: 'access_code', accessCode: '123' });
    expect(findRecipientProblem(ada)?.property).toBe('accessCode');
    expect(findRecipientProblem({ ...ada, accessCode: '123456' })).toBeNull();
  });

  it('are not reported for empty rows', () => {
    expect(listTypedRecipients([person('', ' '), person('Ada', '')]).map(({ name }) => name)).toEqual([
      'Ada',
    ]);
  });

  it('leave the others in their groups', () => {
    const people = [
      person('Ada', 'ada@example.com'),
      person('', ''),
      person('Ben', 'ben@example.com', { withPrevious: true }),
    ];
    expect(listTypedRecipients(people).map(({ withPrevious }) => withPrevious)).toEqual([false, false]);
  });
});

describe('a draft with recipients', () => {
  it('matches recipients to detected parties by address, then in order', () => {
    const { participants, fields } = saved([
      person('Ben', 'BEN@example.com'),
      person('Ada', ' ada@example.com '),
      person('Cem', 'cem@example.com'),
    ]);
    expect(participants).toMatchObject([
      { name: 'Ben', email: 'BEN@example.com', detectedPartyIndex: 1 },
      { name: 'Ada', email: 'ada@example.com', detectedPartyIndex: 0 },
      { name: 'Cem', email: 'cem@example.com', detectedPartyIndex: null },
    ]);
    expect(fields).toMatchObject([
      { participantIndex: 1, partyIndex: 0, autoSource: 'signed_date', proposedAutoSource: null },
      { participantIndex: 0, partyIndex: 1, autoSource: 'signed_date', proposedAutoSource: null },
    ]);
  });

  it('keeps unmatched parties', () => {
    const { participants, fields } = saved([person('Ada', 'ada@example.com')]);
    expect(participants).toMatchObject([{ name: 'Ada', detectedPartyIndex: 0 }]);
    expect(fields).toMatchObject([
      { participantIndex: 0, autoSource: 'signed_date' },
      { participantIndex: null, partyIndex: 1, autoSource: null, proposedAutoSource: 'signed_date' },
    ]);
  });
});

describe('the order of people', () => {
  const three = [
    person('Ada', 'ada@example.com'),
    person('Ben', 'ben@example.com'),
    person('Cem', 'cem@example.com', { withPrevious: true }),
  ];
  const names = (people: DraftParticipant[]) =>
    groupPeople(people).map((group) => group.map(({ name }) => name));

  it.each([
    ['r_Ada', { kind: 'with', group: 1 }, [['Ben', 'Cem', 'Ada']]],
    ['r_Ada', { kind: 'before', group: 2 }, [['Ben', 'Cem'], ['Ada']]],
    ['r_Ben', { kind: 'before', group: 1 }, [['Ada'], ['Ben'], ['Cem']]],
    ['r_Ben', { kind: 'before', group: 0 }, [['Ben'], ['Ada'], ['Cem']]],
    ['r_Cem', { kind: 'with', group: 0 }, [['Ada', 'Cem'], ['Ben']]],
    ['r_Ada', { kind: 'with', group: 0 }, [['Ada'], ['Ben', 'Cem']]],
    ['r_nobody', { kind: 'with', group: 0 }, [['Ada'], ['Ben', 'Cem']]],
  ] as const)('%s, %j', (key, place, expected) => {
    expect(names(insertPerson(three, key, place))).toEqual(expected);
  });
});

describe('found fields that name nobody', () => {
  const unnamed = {
    envelope: { displayName: 'Release', copies: [], detectedParties: [] },
    participants: [],
    fields: [field('f0', null), field('f1', null)],
  } as unknown as WireGraph;
  const ada = person('Ada', 'ada@example.com');
  const ben = person('Ben', 'ben@example.com');
  const owners = (people: DraftParticipant[]) =>
    withRecipients(unnamed, people).fields.map(({ participantKey }) => participantKey);

  it('are the only signer’s', () => {
    expect(owners([ada])).toEqual([ada.key, ada.key]);
    expect(owners([{ ...ben, role: 'approver' }, ada])).toEqual([ada.key, ada.key]);
  });

  it('stay nobody’s where several sign, or nobody does', () => {
    expect(owners([ada, ben])).toEqual(['', '']);
    expect(owners([{ ...ben, role: 'approver' }])).toEqual(['', '']);
    expect(owners([])).toEqual(['', '']);
  });
});
