import { describe, expect, it } from 'vitest';
import { compareWords } from '#reading/compare/compare.ts';
import { listWords } from '#reading/compare/words.ts';
import { readPageTexts } from '#server/pdf/text/read-page-texts.ts';
import { toLogicalText } from '#server/pdf/text/visual-orders.ts';
import { typeset } from '../support/typeset.ts';

const CLAUSES = [
  'LEASE AGREEMENT',
  'This agreement is made on 1 March 2027 between Northwind Studio LLC, the landlord, and Brandt Analytical Ltd., the tenant.',
  '1. Premises. The landlord lets to the tenant the rooms on the second floor of 14 Harbour Street, Portland, with a surface of 84 square metres.',
  '2. Rent. The tenant pays a monthly rent of 1,200.00 euros, due on the third working day of each month, without any deduction.',
  '3. Deposit. On signing, the tenant pays a deposit of 3,600.00 euros, which the landlord keeps apart from the landlord’s own means.',
  '4. Term. The lease begins on 1 April 2027 and is for an unlimited time. Either party may end it with three months’ notice.',
  '5. Use. The rooms are for office work only. The tenant may disclose the plans to employees and advisers who need to know them.',
  '6. Repairs. The tenant bears the cost of small repairs up to 100 euros each, and the landlord bears that of all others.',
  '7. Subletting. The tenant may not sublet the rooms without the written consent of the landlord.',
  '8. Law. This agreement is governed by the laws of the State of Oregon, without regard to its conflict of laws rules.',
];
const HEADER = 'Northwind Studio LLC - Lease agreement';

type Edit = {
  readonly what: string;
  readonly edit: (clauses: readonly string[]) => readonly string[];
  readonly after?: { readonly header?: string; readonly width?: number; readonly linesPerPage?: number };
  /** What was there, and what is there now. */
  readonly changes: readonly (readonly [before: string, after: string])[];
};

const say = (from: string, to: string) => (clauses: readonly string[]) =>
  clauses.map((clause) => clause.replace(from, to));
const same = (clauses: readonly string[]) => clauses;
const drop = (at: number) => (clauses: readonly string[]) => clauses.filter((_, index) => index !== at);
const insert = (at: number, clause: string) => (clauses: readonly string[]) =>
  clauses.toSpliced(at, 0, clause);

const EDITS: readonly Edit[] = [
  { what: 'nothing', edit: same, changes: [] },
  { what: 'other line breaks', edit: same, after: { width: 64 }, changes: [] },
  { what: 'other page breaks', edit: same, after: { linesPerPage: 11 }, changes: [] },
  { what: 'a sum', edit: say('1,200.00', '1,150.00'), changes: [['1,200.00', '1,150.00']] },
  { what: 'a digit', edit: say('14 Harbour', '15 Harbour'), changes: [['14', '15']] },
  { what: 'a date', edit: say('1 April 2027', '1 May 2027'), changes: [['April', 'May']] },
  { what: 'a currency', edit: say('1,200.00 euros', '1,200.00 dollars'), changes: [['euros', 'dollars']] },
  { what: 'one “not”', edit: say('may not sublet', 'may sublet'), changes: [['not', '']] },
  { what: 'a comma', edit: say('Oregon, without', 'Oregon without'), changes: [[',', '']] },
  {
    what: 'words put in',
    edit: say('employees and advisers who', 'employees and advisers, including outside lawyers, who'),
    changes: [['', ', including outside lawyers,']],
  },
  { what: 'a clause that is gone', edit: drop(6), changes: [[CLAUSES[6] ?? '', '']] },
  {
    what: 'a new clause',
    edit: insert(9, 'Pets. The tenant may keep one small dog.'),
    changes: [['', 'Pets. The tenant may keep one small dog.']],
  },
  {
    what: 'a new last clause',
    edit: insert(10, 'Signed in two copies.'),
    changes: [['', 'Signed in two copies.']],
  },
  {
    what: 'the first line',
    edit: say('LEASE AGREEMENT', 'RENTAL AGREEMENT'),
    changes: [['LEASE', 'RENTAL']],
  },
  {
    what: 'two sums and a term',
    edit: (clauses) =>
      say('three months', 'six months')(say('3,600.00', '2,400.00')(say('1,200.00', '1,250.00')(clauses))),
    changes: [
      ['1,200.00', '1,250.00'],
      ['3,600.00', '2,400.00'],
      ['three', 'six'],
    ],
  },
  {
    what: 'a name',
    edit: say('Brandt Analytical Ltd.', 'Brandt Analytics Ltd.'),
    changes: [['Analytical', 'Analytics']],
  },
  {
    what: 'capitals',
    edit: say('the landlord, and', 'the Landlord, and'),
    changes: [['landlord', 'Landlord']],
  },
  {
    what: 'the header, which is on each page',
    edit: same,
    after: { header: `${HEADER}, second draft`, linesPerPage: 11 },
    changes: [['', ', second draft']],
  },
  {
    what: 'a sum, with other line and page breaks',
    edit: say('100 euros', '250 euros'),
    after: { width: 60, linesPerPage: 9 },
    changes: [['100', '250']],
  },
  {
    what: 'a sentence in other words',
    edit: say('without any deduction', 'by bank transfer'),
    changes: [['without any deduction', 'by bank transfer']],
  },
];

const readWords = async (bytes: Uint8Array) => listWords(await readPageTexts(bytes), toLogicalText);
const compare = async (before: Uint8Array, after: Uint8Array) =>
  compareWords(await readWords(before), await readWords(after));

describe('what changed between two versions of a lease', () => {
  it.each(EDITS)('$what', async ({ edit, after, changes }) => {
    const layout = { header: HEADER, linesPerPage: 14 };
    const compared = await compare(
      await typeset(CLAUSES, layout),
      await typeset(edit(CLAUSES), { ...layout, ...after }),
    );
    expect(compared.changes.map((change) => [change.before.text, change.after.text])).toEqual(changes);
    for (const { kind, before, after: now } of compared.changes) {
      expect(kind).toBe(before.text === '' ? 'added' : now.text === '' ? 'removed' : 'changed');
      expect(before.boxes.length > 0).toBe(before.text !== '');
      expect(now.boxes.length > 0).toBe(now.text !== '');
    }
  });

  it('says where the words are, and what is around them', async () => {
    const { changes } = await compare(
      await typeset(CLAUSES),
      await typeset(say('1,200.00', '1,150.00')(CLAUSES)),
    );
    const [change] = changes;
    expect(change).toMatchObject({
      leading: expect.stringContaining('pays a monthly rent of'),
      trailing: expect.stringContaining('euros, due on the third'),
    });
    const [box] = change?.after.boxes ?? [];
    expect(box).toMatchObject({ page: 1 });
    expect((box?.x ?? 0) * 595).toBeGreaterThan(72);
    expect(box?.height).toBeLessThan(0.02);
  });
});

describe('long documents', () => {
  /** Clauses that repeat each other's words, as contracts do. */
  const clauses = (count: number, from = 0) =>
    Array.from(
      { length: count },
      (_, at) =>
        `${at + from}. The party of part ${(at * 7919) % 1009} shall give notice ${(at * 104_729) % 7919} to the other party in writing, ` +
        'and the other party shall answer within thirty days, unless the parties have agreed otherwise in writing.',
    );

  it('of 300 and 301 pages are compared word by word', async () => {
    const long = clauses(3000);
    const longer = [...long.slice(0, 1500), ...clauses(10, 9000), ...long.slice(1500)].map((clause, at) =>
      at === 200 ? clause.replace('thirty', 'sixty') : clause,
    );
    const [before, after] = [await readWords(await typeset(long)), await readWords(await typeset(longer))];
    expect([before.at(-1)?.page, after.at(-1)?.page]).toEqual([300, 301]);
    const { changes, omitted } = compareWords(before, after);
    expect(omitted).toBe(0);
    expect(changes.map(({ kind }) => kind)).toEqual(['changed', 'added']);
    expect(changes[0]).toMatchObject({ before: { text: 'thirty' }, after: { text: 'sixty' } });
  });

  it('that have nothing in common differ as a whole, after a bounded number of steps', () => {
    const at = (text: string, page: number) => ({
      text,
      isSpaced: true,
      page,
      box: [0, 0, 0.1, 0.1] as const,
    });
    const words = (prefix: string) =>
      Array.from({ length: 150_000 }, (_, n) => at(`${prefix}${n % 5000}`, 1));
    const { changes } = compareWords(words('a'), words('b'));
    expect(changes.map(({ kind }) => kind)).toEqual(['changed']);
    expect(changes[0]?.before.text.length).toBe(2000);
  });
});
