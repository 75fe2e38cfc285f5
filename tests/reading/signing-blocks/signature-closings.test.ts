import { describe, expect, it } from 'vitest';
import { isClosing, isOffice, leadsToDate } from '#reading/signing-blocks/closing-words.ts';
import { detectSigningKind } from '#reading/labels/signing-labels.ts';
import { findSignatureBlocks } from '#reading/signing-blocks/signature-blocks.ts';
import { isRole } from '#reading/parties/party-roles.ts';
import { pageFacts, type Printed } from '../../support/page-facts.ts';

type Texts = NonNullable<Printed['texts']>;
const PREAMBLE: Texts = [
  ['This Agreement is made between Acme Widgets, Inc. (the "Seller")', 60, 60],
  ['and Muster GmbH (the "Buyer"). This Agreement is a contract of sale.', 60, 74],
];

/** Kinds and parties of a page's blanks below a preamble, from top to bottom. */
function found(texts: Texts, rules: Printed['rules'] = []): string[] | undefined {
  const blocks = findSignatureBlocks([pageFacts({ texts: [...PREAMBLE, ...texts], rules })]);
  return blocks?.fields.map(({ type, partyIndex }) => `${type} ${partyIndex ?? '-'}`);
}

describe('a label is read by its noun', () => {
  it.each([
    ['Name of director (print)', 'name'],
    ['Signature of director/company secretary', 'signature'],
    ['Name and title of authorized signatory', 'name'],
    ['Email address for notices:', 'email'],
    ['Anticipated start date:', 'date'],
    ['Signature / Unterschrift:', 'signature'],
    ['Customer (full legal entity name):', 'company'],
    ["Owner's Initials:", 'initials'],
    ['My commission expires:', 'date'],
    ['Federal Tax ID No.:', null],
    ['The parties agree to this schedule:', null],
    ['Date and time of the last of the deliveries to be made', null],
  ])('%s', (label, kind) => {
    expect(detectSigningKind(label)).toBe(kind);
  });
});

it('offices are no names, and places lead to dates', () => {
  expect(['Director', 'Secretary/Treasurer', 'Head of People', 'Legale rappresentante'].every(isOffice)).toBe(
    true,
  );
  expect(['Ann Director-Smith of Acme 2', 'Acme Widgets'].some(isOffice)).toBe(false);
  expect(['Magdeburg, den', 'St. Gallen,', 'Curitiba,', ', le'].every(leadsToDate)).toBe(true);
  expect(['Acme Inc., a Delaware', 'By', 'Tenant:'].some(leadsToDate)).toBe(false);
});

it('recognizes roles with articles, prepositions and genders, but no form words', () => {
  const roles = [
    'Pour le Prestataire',
    'Arbeitnehmerin',
    'A Primeira Outorgante,',
    'LA ARRENDATARIA',
    'For the Client:',
  ];
  expect(roles.filter((role) => !isRole(role))).toEqual([]);
  expect(['City', 'Plaintiff', 'Print Name', 'the Services'].some(isRole)).toBe(false);
});

it('recognizes closings in several languages', () => {
  expect(['THUS DONE AND SIGNED AT', 'EN FOI DE QUOI, les parties', 'Aldus opgemaakt'].every(isClosing)).toBe(
    true,
  );
  expect(isClosing('The Seller shall deliver the goods.')).toBe(false);
});

describe('a closing', () => {
  it('of a company under an execution clause that heads two columns', () => {
    expect(
      found([
        ['Executed by Muster GmbH in accordance with section 127 of the Corporations Act:', 60, 120],
        ['____________________', 60, 170],
        ['____________________', 320, 170],
        ['Signature of director', 60, 182],
        ['Signature of director/company secretary', 320, 182],
        ['____________________', 60, 216],
        ['____________________', 320, 216],
        ['Name of director (print)', 60, 228],
        ['Name of director/company secretary (print)', 320, 228],
      ]),
    ).toEqual(['signature 0', 'signature 0', 'name 0', 'name 0']);
  });

  it('with the signer’s name left open in the clause', () => {
    expect(
      found([
        ['SIGNED by ____________________', 60, 150],
        ['for and on behalf of', 60, 162],
        ['ACME WIDGETS, INC.', 60, 174],
        ['____________________', 340, 162],
      ]),
    ).toEqual(['name 0', 'signature 0']);
  });

  it('of lines behind the parties’ roles, with their dates', () => {
    expect(
      found([
        ['Buyer: ______________________', 60, 150],
        ['Date: ____________', 320, 150],
        ['Seller: ______________________', 60, 170],
        ['Date: ____________', 320, 170],
      ]),
    ).toEqual(['signature 1', 'date 1', 'signature 0', 'date 0']);
  });

  it('with numbered witness lines, which belong to nobody', () => {
    expect(
      found([
        ['ACME WIDGETS, INC.', 60, 130],
        ['By: ____________________', 60, 160],
        ['WITNESSES:', 60, 200],
        ['1. ____________________', 60, 224],
        ['2. ____________________', 60, 248],
      ]),
    ).toEqual(['signature 0', 'signature -', 'signature -']);
  });

  it('with places and dates before the signatures, as on the continent', () => {
    expect(
      found([
        ['Die Parteien unterzeichnen diesen Vertrag:', 60, 110],
        ['Ulm, den ________________', 60, 140],
        ['____________________', 60, 190],
        ['Muster GmbH', 60, 202],
      ]),
    ).toEqual(['date 0', 'signature 0']);
  });

  it('whose lines are named only by what follows under them', () => {
    expect(
      found(
        [
          ['Muster GmbH', 60, 120],
          ['Name:', 60, 186],
          ['Title:', 60, 200],
        ],
        [
          [60, 174, 260, 174],
          [92, 188, 252, 188],
          [92, 202, 252, 202],
        ],
      ),
    ).toEqual(['signature 0', 'name 0', 'title 0']);
  });

  it('asks for initials at the foot of a page without any signature', () => {
    expect(
      found(
        [
          ["Buyer's Initials: ________", 60, 740],
          ["Seller's Initials: ________", 320, 740],
        ].map(([text, x, y]) => [text, x, y] as Texts[number]),
      ),
    ).toEqual(['initials 1', 'initials 0']);
  });
});

it('ignores a table of contents', () => {
  const line = (title: string, page: number, y: number): Texts[number] => [
    `${title} ........................................ ${page}`,
    60,
    y,
  ];
  expect(found([line('Section 3.1 Signature', 12, 120), line('Section 3.2 Name and Date', 13, 134)])).toEqual(
    [],
  );
});
