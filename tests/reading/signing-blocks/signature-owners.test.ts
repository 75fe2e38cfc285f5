import { describe, expect, it } from 'vitest';
import { findSignatureBlocks } from '#reading/signing-blocks/signature-blocks.ts';
import { detectSigningKind } from '#reading/labels/signing-labels.ts';
import { pageFacts, type Printed } from '../../support/page-facts.ts';

type Texts = NonNullable<Printed['texts']>;
const PREAMBLE: Texts = [
  ['This Agreement is made between Acme Widgets, Inc. (the "Seller")', 60, 60],
  ['and Muster GmbH (the "Buyer"). This Agreement is a contract of sale.', 60, 74],
];

/** Kinds and parties of the blanks of a contract's only page, from top to bottom. */
function found(texts: Texts): string[] | undefined {
  const blocks = findSignatureBlocks([pageFacts({ texts })]);
  return blocks?.fields.map(({ type, partyIndex }) => `${type} ${partyIndex ?? '-'}`);
}

describe('words under a line belong to it', () => {
  it('so that neither a capacity nor the company’s name heads the blanks that follow', () => {
    expect(
      found([
        ...PREAMBLE,
        ['____________________', 60, 130],
        ['Muster GmbH', 60, 142],
        ['Name: ____________________', 60, 156],
        ['Title: ____________________', 60, 170],
        ['____________________', 60, 230],
        ['Ann Example, as Trustee of the', 60, 242],
        ['Example Family Trust', 60, 254],
        ['Date: ____________________', 60, 274],
      ]),
    ).toEqual(['signature 0', 'name 0', 'title 0', 'signature 1', 'date 1']);
  });

  it('and counsel is no party', () => {
    expect(
      found([
        ...PREAMBLE,
        ['ACME WIDGETS, INC.', 60, 120],
        ['By: ____________________', 60, 150],
        ['MARLOWE & TATE LLP', 60, 220],
        ['By: ____________________', 60, 250],
        ['Rosalind Marlowe', 60, 262],
        ['Attorneys for Seller', 60, 274],
      ]),
    ).toEqual(['signature 0', 'signature -']);
  });
});

describe('who is defined without being listed is a party of their own', () => {
  it.each([
    ['the undersigned subscriber (the "Subscriber"). This Agreement is a contract.', 'SUBSCRIBER:'],
    ['the member signing below (the "Member"). This Agreement is a contract.', 'MEMBER:'],
    ['Muster GmbH (the "Buyer"). Sums due are guaranteed by Dr. Noel Pardee ("Guarantor").', 'GUARANTOR:'],
  ])('%s', (second, heading) => {
    const blocks = findSignatureBlocks([
      pageFacts({
        texts: [
          ['This Agreement is made between Acme Widgets, Inc. (the "Seller") and', 60, 60],
          [second, 60, 74],
          ['SELLER:', 60, 130],
          ['By: ____________________', 60, 160],
          [heading, 60, 220],
          ['Signature: ____________________', 60, 250],
        ],
      }),
    ]);
    expect(blocks?.fields.map(({ partyIndex }) => partyIndex)).toEqual([0, 1]);
    expect(blocks?.parties[1]?.name).toBeNull();
  });
});

describe('a block', () => {
  it('continues on the next page with the last signer', () => {
    const blocks = findSignatureBlocks([
      pageFacts({
        texts: [...PREAMBLE, ['ACME WIDGETS, INC.', 60, 700], ['By: ____________________', 60, 730]],
      }),
      pageFacts({
        texts: [
          ['Title: ____________________', 60, 60],
          ['Date: ____________________', 60, 76],
          ['MUSTER GMBH', 60, 120],
          ['By: ____________________', 60, 150],
        ],
      }),
    ]);
    expect(blocks?.fields.map(({ type, partyIndex }) => `${type} ${partyIndex ?? '-'}`)).toEqual([
      'signature 0',
      'title 0',
      'date 0',
      'signature 1',
    ]);
  });

  it('is headed by a name that its lines are set in from, and not by the next column’s', () => {
    const first: Texts = [
      ['MUSTER GMBH', 60, 120],
      ['By: ____________________', 150, 150],
    ];
    expect(found([...PREAMBLE, ...first])).toEqual(['signature 0']);
    expect(
      found([
        ...PREAMBLE,
        ['SELLER', 60, 120],
        ['BUYER:', 330, 120],
        ['Muster GmbH', 330, 132],
        ['Signature: ____________________', 60, 150],
        ['Signature: ____________________', 330, 164],
      ]),
    ).toEqual(['signature 0', 'signature 1']);
  });

  it('has its dates above the signature lines if the first one is', () => {
    expect(
      found([
        ...PREAMBLE,
        ['Ulm, den ____________________', 60, 120],
        ['____________________', 60, 150],
        ['Acme Widgets, Inc.', 60, 162],
        ['Bonn, den ____________________', 60, 190],
        ['____________________', 60, 220],
        ['Muster GmbH', 60, 232],
      ]),
    ).toEqual(['date 0', 'signature 0', 'date 1', 'signature 1']);
  });

  it('asks below the line to sign who it was that signed', () => {
    expect(
      found([
        ...PREAMBLE,
        ['En prueba de conformidad firman las partes:', 60, 100],
        ['EL VENDEDOR', 60, 120],
        ['____________________', 60, 150],
        ['Fdo.: ____________________', 60, 166],
      ]),
    ).toEqual(['signature 0', 'name 0']);
  });
});

describe('blanks outside blocks', () => {
  it('of a day and a month between "de" are dates', () => {
    expect(
      found([
        ...PREAMBLE,
        ['Lisboa, ________ de ________________ de 2025', 60, 130],
        ['O Comprador,', 60, 180],
        ['____________________', 60, 210],
        ['O Vendedor,', 60, 250],
        ['____________________', 60, 280],
      ]),
    ).toEqual(['date -', 'date -', 'signature 0', 'signature 1']);
  });

  it('of dots at the end of a sentence are dates only where it leads to one', () => {
    const closing: Texts = [
      ['ACME WIDGETS, INC.', 60, 180],
      ['By: ____________________', 60, 210],
    ];
    expect(
      found([
        ...PREAMBLE,
        ['Aldus overeengekomen en ondertekend op ....................', 60, 130],
        ...closing,
      ]),
    ).toEqual(['date -', 'signature 0']);
    expect(
      found([
        ...PREAMBLE,
        ['Materials as they are listed in the annex ....................', 60, 130],
        ...closing,
      ]),
    ).toEqual(['signature 0']);
  });

  it('of what a witness does for a living are text', () => {
    expect(detectSigningKind('Occupation:')).toBe('other');
  });
});
