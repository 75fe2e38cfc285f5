import { describe, expect, it } from 'vitest';
import { proposeFields } from '#reading/propose-fields.ts';
import { namesWitness, detectSigningKind } from '#reading/labels/signing-labels.ts';
import { findSignatureBlocks } from '#reading/signing-blocks/signature-blocks.ts';
import { pageFacts, type Printed } from '../../support/page-facts.ts';

type Texts = NonNullable<Printed['texts']>;
const PREAMBLE: Texts = [
  ['This Agreement is made between Acme Widgets, Inc. ("Seller")', 60, 60],
  ['and Muster GmbH ("Buyer"). The parties to this Agreement agree:', 60, 74],
  ['1. This Agreement is a contract for the sale of widgets.', 60, 88],
];
const CLOSING: Texts = [['IN WITNESS WHEREOF, the parties have executed this Agreement.', 60, 110]];

function blocksOf(texts: Texts, rules: Printed['rules'] = []) {
  const found = findSignatureBlocks([pageFacts({ texts: [...PREAMBLE, ...CLOSING, ...texts], rules })]);
  return {
    parties: found?.parties.map(({ name, roleLabel, fieldCount }) => [name, roleLabel, fieldCount]),
    fields: found?.fields.map(({ type, partyIndex }) => `${type} ${partyIndex ?? '-'}`),
    full: found?.fields ?? [],
  };
}

describe('a label of a signature block', () => {
  it.each([
    ['By:', 'signature'],
    ['Authorized Signature', 'signature'],
    ['Unterschrift:', 'signature'],
    ['Print Name:', 'name'],
    ['Nom et prénom', 'name'],
    ['Its:', 'title'],
    ['Funktion:', 'title'],
    ['Dated:', 'date'],
    ['Ort, Datum', 'date'],
    ['Fecha de firma:', 'date'],
    ['E-mail', 'email'],
    ['Kürzel:', 'initials'],
    ['Company Name:', 'company'],
    ['Imię i nazwisko:', 'name'],
    ['Podpis', 'signature'],
    ['Stanowisko:', 'title'],
    ['Luogo e data', 'date'],
    ['Miejscowość, data', 'date'],
    ['Unterschrift Mieter', 'signature'],
    ['Landlord’s signature:', 'signature'],
  ])('%s asks for %s', (label, kind) => {
    expect(detectSigningKind(label)).toBe(kind);
  });

  it.each(['ACME INC.', 'LICENSOR:', 'Signatures:', 'the parties', ''])('%s asks for nothing', (label) => {
    expect(detectSigningKind(label)).toBeNull();
  });

  it('may be a witness’s, which the closing formula is not', () => {
    expect(['Witness:', 'ATTEST', 'Témoin', 'Zeuge'].every(namesWitness)).toBe(true);
    expect(namesWitness('IN WITNESS WHEREOF')).toBe(false);
  });
});

describe('signature blocks', () => {
  it('side by side belong to the parties of the preamble, by name', () => {
    const { parties, fields, full } = blocksOf([
      ['MUSTER GMBH', 60, 150],
      ['ACME WIDGETS, INC.', 320, 150],
      ['By: ____________________', 60, 180],
      ['By: ____________________', 320, 180],
      ['Name: __________________', 60, 200],
      ['Name: __________________', 320, 200],
      ['Title: _________________', 60, 220],
      ['Date: __________________', 320, 220],
    ]);
    expect(parties).toEqual([
      ['Acme Widgets, Inc.', 'Seller', 3],
      ['Muster GmbH', 'Buyer', 3],
    ]);
    expect(fields).toEqual(['signature 1', 'signature 0', 'name 1', 'name 0', 'title 1', 'date 0']);
    expect(full.map(({ proposedAutoSource }) => proposedAutoSource)).toEqual([
      null,
      null,
      'signer_name',
      'signer_name',
      'signer_title',
      'signed_date',
    ]);
    expect(full.filter(({ required }) => required).map(({ type }) => type)).toEqual([
      'signature',
      'signature',
    ]);
  });

  it('under each other belong to the role of their heading, on drawn lines', () => {
    const { parties, fields, full } = blocksOf(
      [
        ['SELLER:', 60, 150],
        ['By:', 60, 180],
        ['Name:', 60, 200],
        ['BUYER:', 60, 240],
        ['By:', 60, 270],
        ['Name: Ann Example', 60, 290],
      ],
      [
        [100, 182, 300, 182],
        [100, 202, 300, 202],
        [100, 272, 300, 272],
      ],
    );
    expect(parties).toEqual([
      ['Acme Widgets, Inc.', 'Seller', 2],
      ['Muster GmbH', 'Buyer', 1],
    ]);
    expect(fields).toEqual(['signature 0', 'name 0', 'signature 1']);
    // "By:" says less to a reader than the type's own name.
    expect(full.map(({ label }) => label)).toEqual(['', 'Name', '']);
    const line = full[0]?.box;
    expect((line?.x ?? 0) * 612).toBeCloseTo(100, 0);
    expect(((line?.y ?? 0) + (line?.height ?? 0)) * 792).toBeCloseTo(183, 0);
    expect((line?.height ?? 0) * 792).toBeGreaterThan(10);
  });

  it('assign witnesses to no party', () => {
    const { fields } = blocksOf([
      ['SELLER:', 320, 150],
      ['By: ____________________', 320, 180],
      ['Witness: _______________', 60, 220],
    ]);
    expect(fields).toEqual(['signature 0', 'signature -']);
  });

  it('are named by the words under the line as well', () => {
    const { fields, parties } = blocksOf([
      ['____________________', 60, 180],
      ['Acme Widgets, Inc., Seller', 60, 192],
      ['____________________', 60, 240],
      ['Muster GmbH, Buyer', 60, 252],
    ]);
    expect(fields).toEqual(['signature 0', 'signature 1']);
    expect(parties?.map(([name]) => name)).toEqual(['Acme Widgets, Inc.', 'Muster GmbH']);
  });

  it('count unlined labels if one line of the block is drawn', () => {
    const { fields } = blocksOf([
      ['SELLER:', 60, 150],
      ['By: ____________________', 60, 180],
      ['Name:', 60, 196],
      ['Title: Chairman', 60, 212],
    ]);
    expect(fields).toEqual(['signature 0', 'name 0']);
  });

  it('take rows of dashes for lines, and initials for one party each', () => {
    const { fields } = blocksOf([
      ['SELLER:', 60, 150],
      ['By:', 60, 180],
      ['--------------------', 85, 184],
      ['BUYER:', 320, 150],
      ['By:', 320, 180],
      ['--------------------', 345, 184],
      ['Initials: ______  ______', 60, 230],
    ]);
    expect(fields).toEqual(['signature 0', 'signature 1', 'initials 0', 'initials 1']);
  });
});

describe('signature blocks of other layouts', () => {
  it('have their labels over the lines', () => {
    const { fields } = blocksOf(
      [
        ['Seller', 60, 140],
        ['Signature', 60, 160],
        ['Name', 60, 195],
        ['Buyer', 320, 140],
        ['Signature', 320, 160],
        ['Name', 320, 195],
      ],
      [60, 320].flatMap((x) => [[x, 180, x + 200, 180] as const, [x, 215, x + 200, 215] as const]),
    );
    expect(fields?.toSorted()).toEqual(['name 0', 'name 1', 'signature 0', 'signature 1']);
  });

  it('have their labels behind the lines', () => {
    const { fields } = blocksOf([
      ['Acme Widgets, Inc.', 60, 140],
      ['____________________ (Seal)', 60, 170],
      ['____________________ (Date)', 60, 190],
      ['Muster GmbH', 60, 230],
      ['____________________ (Signature)', 60, 260],
    ]);
    expect(fields?.toSorted()).toEqual(['date 0', 'signature 0', 'signature 1']);
  });

  it('include those of deeds, with words on the left', () => {
    const { fields } = blocksOf([
      ['SIGNED by Ann Example', 60, 150],
      ['for and on behalf of', 60, 164],
      ['ACME WIDGETS, INC.', 60, 178],
      [')', 300, 150],
      [')', 300, 164],
      [') ____________________', 300, 178],
      ['SIGNED by Jo Muster', 60, 220],
      ['for and on behalf of', 60, 234],
      ['MUSTER GMBH', 60, 248],
      [') ____________________', 300, 248],
    ]);
    expect(fields).toEqual(['signature 0', 'signature 1']);
  });

  it('are named by words at the line before the heading above', () => {
    const { fields } = blocksOf([
      ['____________________', 60, 150],
      ['Signature of Buyer', 60, 164],
      ['____________________', 60, 210],
      ['Signature of Seller', 60, 224],
    ]);
    expect(fields).toEqual(['signature 1', 'signature 0']);
  });

  it('have two people sign for one party', () => {
    const { fields } = blocksOf([
      ['ACME WIDGETS, INC.', 60, 140],
      ['By: ____________________', 60, 170],
      ['By: ____________________', 320, 170],
      ['MUSTER GMBH', 60, 210],
      ['By: ____________________', 60, 240],
      ['By: ____________________', 320, 240],
    ]);
    expect(fields).toEqual(['signature 0', 'signature 0', 'signature 1', 'signature 1']);
  });

  it('do not take the words under another column’s line for their label', () => {
    const { fields } = blocksOf([
      ['Acme Widgets, Inc.', 60, 140],
      ['Muster GmbH', 230, 140],
      ['____________________', 60, 170],
      ['____________________', 230, 181],
      ['Signature', 60, 183],
      ['Signature', 230, 194],
    ]);
    expect(fields).toEqual(['signature 0', 'signature 1']);
  });
});

describe('blanks in the text of a contract', () => {
  it('are dates or party names, as the words say', () => {
    const { fields, parties } = blocksOf([
      ['This Agreement is made as of ________________ between the', 60, 150],
      ['____________________ ("Guarantor") and others.', 60, 164],
      ['GUARANTOR:', 60, 200],
      ['By: ____________________', 60, 230],
    ]);
    expect(fields).toEqual(['date -', 'company 0', 'signature 0']);
    expect(parties).toEqual([[null, 'Guarantor', 2]]);
  });
});

describe('a form', () => {
  it('has no signature blocks, though a place to sign', () => {
    const page = pageFacts({
      texts: [
        ['Application for a parking permit', 60, 60],
        ['Signature: ____________________', 60, 180],
        ['Date: ____________________', 320, 180],
      ],
    });
    expect(findSignatureBlocks([page])).toBeNull();
    expect(proposeFields([page]).parties).toEqual([]);
  });
});
