import { NO_DETAILS } from '#domain/field/details.ts';
import { describe, expect, it } from 'vitest';
import {
  typedRecipients,
  recipientProblem,
  withRecipients,
  type Recipient,
} from '#ui/envelopes/new/recipients.ts';
import type { WireGraph } from '#wire/envelope-graph.ts';

const person = (name: string, email: string): Recipient => ({
  id: `r_${name}`,
  name,
  email,
  company: '',
  title: '',
});
const field = (id: string, partyIndex: number) => ({
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
/** A draft whose document names two parties, the second by address. */
const graph = {
  envelope: {
    displayName: 'Lease',
    copies: [],
    detectedParties: [party(0, null), party(1, 'ben@example.com')],
  },
  participants: [],
  fields: [field('f0', 0), field('f1', 1)],
} as unknown as WireGraph;

describe('problems of a recipient', () => {
  it.each([
    ['', '', null],
    ['Ada', 'ada@example.com', null],
    ['Ada', ' ', 'Enter an email address.'],
    ['Ada', 'ada', 'Enter a valid email address.'],
    ['', 'ada@example.com', 'Enter a name.'],
  ])('%j, %j: %j', (name, email, words) => {
    expect(recipientProblem(person(name, email))).toBe(words);
  });

  it('are not reported for empty rows', () => {
    expect(typedRecipients([person('', ' '), person('Ada', '')]).map(({ name }) => name)).toEqual(['Ada']);
  });
});

describe('a draft with recipients', () => {
  it('matches recipients to detected parties by address, then in order', () => {
    const { participants, fields } = withRecipients(graph, [
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
      { participantIndex: 1, partyIndex: 0, proposedAutoSource: 'signed_date' },
      { participantIndex: 0, partyIndex: 1, proposedAutoSource: 'signed_date' },
    ]);
  });

  it('keeps unmatched parties', () => {
    const { participants, fields } = withRecipients(graph, [person('Ada', 'ada@example.com')]);
    expect(participants).toMatchObject([{ name: 'Ada', detectedPartyIndex: 0 }]);
    expect(fields).toMatchObject([{ participantIndex: 0 }, { participantIndex: null, partyIndex: 1 }]);
  });
});
