import { describe, expect, it } from 'vitest';
import { readContract } from '#reading/contract/read-contract.ts';

const PREAMBLE =
  'This Supply Agreement (the "Agreement") is made this 1st day of June, 2019 (the "Effective Date") by and between Acme Widgets, Inc., a Delaware corporation having its principal place of business at 1 Main Street, Dover ("Supplier"), and Muster GmbH, a company organized under the laws of Germany ("Buyer").';
const RECITALS = ' WHEREAS, Supplier makes widgets; NOW, THEREFORE, the parties agree as follows: ';
const read = (...clauses: string[]) => readContract([PREAMBLE + RECITALS, clauses.join(' ')]);
const names = (preamble: string) =>
  readContract([preamble]).parties.map(({ name, aliases }) => [name, ...aliases]);

describe('the parties of a preamble', () => {
  it('are returned with defined terms, passages and confidence', () => {
    const { parties } = read();
    expect(parties.map(({ name, aliases, page }) => ({ name, aliases, page }))).toEqual([
      { name: 'Acme Widgets, Inc.', aliases: ['Supplier'], page: 1 },
      { name: 'Muster GmbH', aliases: ['Buyer'], page: 1 },
    ]);
    expect(parties.every(({ text, name, confidence }) => text.startsWith(name) && confidence > 0.8)).toBe(
      true,
    );
  });

  it.each([
    [
      'an enumeration without "between"',
      'THIS AGREEMENT IS MADE ON 19 MAY 2010 PARTIES (1) SHIRE (HONG KONG) LTD, a company incorporated in Hong Kong ("SHL"); and (2) WASTE GROUP PLC, a company incorporated in England ("WG"). BACKGROUND',
      [
        ['SHIRE (HONG KONG) LTD', 'SHL'],
        ['WASTE GROUP PLC', 'WG'],
      ],
    ],
    [
      'a list under one term',
      'This Agreement is entered into by and between e.l.f. Beauty, Inc., a Delaware corporation (the "Company"), and Hat Partners LP, a Delaware limited partnership, Hat GP LLC, a Delaware limited liability company, and Mario Rossi (collectively, the "Hat Parties"). RECITALS',
      [
        ['e.l.f. Beauty, Inc.', 'Company'],
        ['Hat Partners LP'],
        ['Hat GP LLC'],
        ['Mario Rossi', 'Hat Parties'],
      ],
    ],
    [
      'a firm whose name has an "and"',
      'This Agreement is made between Johnson and Johnson, a New Jersey corporation ("J&J"), and Ann Example, an individual ("Consultant"). WHEREAS',
      [
        ['Johnson and Johnson', 'J&J'],
        ['Ann Example', 'Consultant'],
      ],
    ],
    [
      'names that sound like streets',
      'Dieser Vertrag wird am 3. März 2026 zwischen Quarry Lane Partners ("Auftraggeber") und Lumen Street Studio LLC ("Auftragnehmer") geschlossen.',
      [
        ['Quarry Lane Partners', 'Auftraggeber'],
        ['Lumen Street Studio LLC', 'Auftragnehmer'],
      ],
    ],
    [
      'German',
      'Vertrag zwischen Muster GmbH, Hauptstr. 1, 10115 Berlin (nachfolgend "Auftraggeber") und Max Mustermann, Nebenweg 3, 20095 Hamburg (nachfolgend "Auftragnehmer"). Präambel',
      [
        ['Muster GmbH', 'Auftraggeber'],
        ['Max Mustermann', 'Auftragnehmer'],
      ],
    ],
  ])('%s', (_, preamble, expected) => {
    expect(names(preamble)).toEqual(expected);
  });

  it('are not made up from blanks and role words', () => {
    expect(
      names(
        'This Agreement is made between Staar AG, a Swiss corporation ("Staar"), and _______________, a corporation ("Distributor"). WHEREAS',
      ).map(([name]) => name),
    ).toEqual(['Staar AG']);
    expect(names('The relation between the Distributor and the Supplier is that of contractors.')).toEqual(
      [],
    );
  });
});

describe('the dates of a contract', () => {
  it('are read from the preamble', () => {
    const { agreementDate, effectiveDate, expirationDate } = read();
    expect([agreementDate?.value, effectiveDate?.value, expirationDate]).toEqual([
      '2019-06-01',
      '2019-06-01',
      null,
    ]);
  });

  it('are missing if the preamble leaves them blank', () => {
    const open = readContract([
      'This Agreement is made this ___ day of ______, 2019 between A Corp. and B Corp. WHEREAS The term of this Agreement is two years from the date hereof.',
    ]);
    expect([open.agreementDate, open.effectiveDate, open.expirationDate]).toEqual([null, null, null]);
  });

  it('differ if the text says so', () => {
    const { agreementDate, effectiveDate } = readContract([
      'This Agreement is entered into on October 1, 2019 and is made effective as of November 1, 2019 (the "Effective Date"), by and between A Corp. and B Corp. WHEREAS',
    ]);
    expect([agreementDate?.value, effectiveDate?.value]).toEqual(['2019-10-01', '2019-11-01']);
  });

  it('have no effective day where nothing says that it takes effect when made', () => {
    const { effectiveDate } = readContract([
      'This Agreement is dated October 1, 2019 between A Corp. and B Corp. WHEREAS',
    ]);
    expect(effectiveDate).toBeNull();
  });

  it.each([
    [
      'The term of this Agreement shall commence on the Effective Date and continue for a period of five (5) years.',
      '2024-06-01',
    ],
    [
      'This Agreement shall remain in force for eighteen months from the Effective Date, unless earlier terminated.',
      '2020-12-01',
    ],
    [
      'This Agreement will terminate on the third anniversary of the Effective Date (the "Term").',
      '2022-06-01',
    ],
    ['The "Term" shall begin on the date hereof and shall expire December 31, 2023.', '2023-12-31'],
    [
      'The term of this Agreement begins on the Effective Date and continues until terminated by either party.',
      'perpetual',
    ],
    ['Termination Date: December 31, 2023.', '2023-12-31'],
    ['Der Vertrag beginnt mit Unterzeichnung und läuft zwölf Monate.', '2020-06-01'],
    ['Le contrat prend effet à la signature pour une durée de douze mois.', '2020-06-01'],
  ])('end as the term says: %s', (clause, expected) => {
    expect(read(clause).expirationDate).toMatchObject({ value: expected, page: 2 });
  });

  it.each([
    'The term of this Agreement shall commence on the Effective Date and continue until acceptance of all deliverables.',
    'The confidentiality obligations of this Agreement shall continue for three years after termination.',
    'This Agreement may be renewed for an additional period of two years.',
  ])('have no end if the text states none: %s', (clause) => {
    expect(read(clause).expirationDate).toBeNull();
  });
});

describe('the governing law', () => {
  it.each([
    [
      'This Agreement shall be governed by and construed in accordance with the laws of the State of New York.',
      'New York',
    ],
    [
      'THIS AGREEMENT IS GOVERNED BY THE INTERNAL LAWS, AND NOT THE LAWS OF CONFLICTS, OF THE STATE OF TEXAS.',
      'Texas',
    ],
    ['This Agreement is governed by English law.', 'England'],
    ['The laws of California shall govern the construction of this Agreement.', 'California'],
    ['This contract is governed by the laws of the United States and the State of Florida.', 'Florida'],
    ['Es gilt deutsches Recht; es gilt das Recht der Bundesrepublik Deutschland.', 'Germany'],
    ['Le présent contrat est régi par le droit français.', 'France'],
  ])('%s', (clause, expected) => {
    expect(read(clause).governingLaw).toMatchObject({ value: expected, page: 2 });
  });

  it('ignores the law under which a party was formed', () => {
    expect(
      read('Buyer is a company duly organized and existing under the laws of Ohio.').governingLaw,
    ).toBeNull();
  });
});

it('ends on hostile text', () => {
  for (const text of ['between Aa ("B") and ', '/s/ 1/1/2001 ', '1.1.', '(((', 'twenty-', '_ ']) {
    expect(readContract([text.repeat(20_000 / text.length)]).governingLaw).toBeNull();
  }
});
