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

  it('whose labels only say that people consent, beside lines but not as headings', () => {
    expect(
      found([
        ['ACME WIDGETS, INC.', 60, 120],
        ['Authorized: ____________________', 60, 150],
        ['MUSTER GMBH', 60, 190],
        ['Einverstanden: ____________________', 60, 220],
      ]),
    ).toEqual(['signature 0', 'signature 1']);
    expect(
      found([
        ['Agreed:', 60, 120],
        ['ACME WIDGETS, INC.', 60, 140],
        ['By: ____________________', 60, 170],
        ['MUSTER GMBH', 60, 210],
        ['By: ____________________', 60, 240],
      ]),
    ).toEqual(['signature 0', 'signature 1']);
  });

  it('with dots under the words that say for whom they are signed', () => {
    expect(
      found([
        ['Signed for and on behalf of ACME WIDGETS, INC. by:', 60, 140],
        ['........................................', 60, 158],
        ['Name: ........................................', 60, 176],
        ['Signed for and on behalf of MUSTER GMBH by:', 60, 210],
        ['........................................', 60, 228],
        ['Name: ........................................', 60, 246],
      ]),
    ).toEqual(['signature 0', 'name 0', 'signature 1', 'name 1']);
  });

  it('on a page that has nothing but two companies whose people sign with their titles', () => {
    const column = (x: number, name: string): Texts => [
      [name, x, 120],
      ['By: ____________________', x, 150],
      ['Name: ____________________', x, 175],
      ['Title: ____________________', x, 200],
    ];
    const texts = [...column(60, 'HALVORSEN BIOLOGICS'), ...column(330, 'KESTREL PHARMA')];
    const blocks = findSignatureBlocks([pageFacts({ texts, rules: [] })]);
    expect(blocks?.parties.map(({ name }) => name)).toEqual(['HALVORSEN BIOLOGICS', 'KESTREL PHARMA']);
    expect(blocks?.fields.map(({ type, partyIndex }) => `${type} ${partyIndex}`).sort()).toEqual(
      ['name', 'signature', 'title'].flatMap((type) => [`${type} 0`, `${type} 1`]),
    );
    const form: Texts = [
      ['Applicant signature: ____________________', 60, 120],
      ['Title: ____________________', 60, 150],
      ['Supervisor signature: ____________________', 60, 190],
      ['Title: ____________________', 60, 220],
    ];
    expect(findSignatureBlocks([pageFacts({ texts: form, rules: [] })])).toBeNull();
  });

  it('with a line over “By:”, which then asks for the name of the person who signs', () => {
    const block = (y: number, name: string): Texts => [
      [name, 60, y],
      ['________________________', 60, y + 26],
      ['By:', 60, y + 42],
      ['Its:', 60, y + 58],
    ];
    expect(found([...block(120, 'ACME WIDGETS, INC.'), ...block(220, 'MUSTER GMBH')])).toEqual(
      [0, 1].flatMap((party) => [`signature ${party}`, `name ${party}`, `title ${party}`]),
    );
  });

  it('of a public body, which is a party of its own', () => {
    const preamble: Texts = [
      ['This Agreement is entered into between Acme Widgets, Inc. ("Acme")', 60, 60],
      ['and the City of Larkfield ("City"). This Agreement is a contract.', 60, 74],
    ];
    const block = (y: number, name: string): Texts => [
      [name, 60, y],
      ['By: ____________________', 60, y + 20],
      ['Name: ____________________', 60, y + 40],
    ];
    const texts = [...preamble, ...block(120, 'ACME WIDGETS, INC.'), ...block(190, 'CITY OF LARKFIELD')];
    const blocks = findSignatureBlocks([pageFacts({ texts, rules: [] })]);
    expect(blocks?.parties.map(({ name }) => name)).toEqual(['Acme Widgets, Inc.', 'City of Larkfield']);
    expect(blocks?.fields.map(({ partyIndex }) => partyIndex)).toEqual([0, 0, 1, 1]);
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
