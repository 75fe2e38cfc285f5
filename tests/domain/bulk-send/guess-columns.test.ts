import { describe, expect, it } from 'vitest';
import { detectDayOrder, findOverfullMonth, readDay } from '#domain/bulk-send/days.ts';
import { guessColumns, type FileColumn } from '#domain/bulk-send/guess-columns.ts';
import { listBulkTargets } from '#domain/bulk-send/targets.ts';
import { suggestAddress } from '#domain/mail-address.ts';

const role = {
  id: 'r1',
  apiRoleName: 'client',
  name: 'Client',
  isSender: false,
  optional: false,
  recipient: null,
};
const field = {
  prefillKey: 'start',
  label: 'Start date',
  type: 'date',
  options: null,
  format: null,
  roleId: 'r1',
} as const;
const region = {
  ...field,
  prefillKey: 'region',
  label: 'Region',
  type: 'dropdown',
  options: ['Europe', 'Asia'],
} as const;
const TARGETS = listBulkTargets({
  roles: [
    role,
    { ...role, id: 'r2', apiRoleName: 'witness', name: 'Witness', optional: true },
    { ...role, id: 'r3', apiRoleName: 'us', name: 'Us', isSender: true },
  ],
  fields: [field, region],
  variables: [{ path: 'client.city', kind: 'text' }],
});
const column = (header: string, ...values: string[]): FileColumn => ({ header, values });
const guess = (...columns: FileColumn[]) => guessColumns(columns, TARGETS);

describe('guessing where columns go', () => {
  it('gives a bare name to the person who needs one, also where a field is called the same', () => {
    const targets = listBulkTargets({
      roles: [role],
      fields: [{ ...field, prefillKey: 'name', label: 'Name', type: 'name' }],
      variables: [],
    });
    expect(guessColumns([column('Name'), column('Email')], targets).map(({ target }) => target)).toEqual([
      'client_name',
      'client_email',
    ]);
  });

  it('asks for nobody whom the template names, and gives bare names to the others', () => {
    const recipient = { name: 'Ben', email: 'ben@example.com', company: null, title: null };
    const targets = listBulkTargets({
      roles: [{ ...role, id: 'r0', apiRoleName: 'legal', name: 'Legal', recipient }, role],
      fields: [],
      variables: [],
    });
    expect(targets.flatMap(({ name, required }) => (required ? [name] : []))).toEqual([
      'client_name',
      'client_email',
    ]);
    expect(guessColumns([column('Name'), column('Email')], targets).map(({ target }) => target)).toEqual([
      'client_name',
      'client_email',
    ]);
  });

  it('takes a column that is called like a role for the name, or for the email if it has addresses', () => {
    const targets = (...columns: FileColumn[]) => guess(...columns).map(({ target }) => target);
    expect(targets(column('Client', 'Mia'), column("Client's email", 'mia@example.com'))).toEqual([
      'client_name',
      'client_email',
    ]);
    expect(targets(column('Client', 'mia@example.com'), column('Client name', 'Mia'))).toEqual([
      'client_email',
      'client_name',
    ]);
    expect(targets(column('Witness', 'Noah'))).toEqual(['witness_name']);
  });

  it('knows the names of columns, labels, and common words in any case and with accents', () => {
    expect(
      guess(
        column('CLIENT_NAME'),
        column('E-Mail'),
        column('Witness name'),
        column('société'),
        column('start  date', '2027-01-14'),
        column('client.city'),
        column('internal id', '7'),
      ).map(({ target, guess }) => [target, guess]),
    ).toEqual([
      ['client_name', null],
      ['client_email', null],
      ['witness_name', null],
      ['client_company', null],
      ['prefill:start', null],
      ['variable:client.city', null],
      [null, null],
    ]);
  });

  it('guesses from values, and says so', () => {
    expect(
      guess(
        column('to', 'ada@example.com', 'no address', 'bo@example.com'),
        column('from', '14.01.2027', '31.02.2027', '01.02.2027'),
        column('where', 'Europe', 'EMEA', 'Asia'),
        column('', '', ''),
      ),
    ).toEqual([
      { target: 'client_email', dayOrder: null, guess: 'values' },
      { target: 'prefill:start', dayOrder: 'dmy', guess: 'days' },
      { target: 'prefill:region', dayOrder: null, guess: 'values' },
      { target: null, dayOrder: null, guess: null },
    ]);
  });

  it('gives no target twice', () => {
    expect(guess(column('name'), column('Full name')).map(({ target }) => target)).toEqual([
      'client_name',
      null,
    ]);
  });

  it('requires the name and email of every role that must be filled, but not of the sender', () => {
    expect(TARGETS.filter(({ required }) => required).map(({ name }) => name)).toEqual([
      'client_name',
      'client_email',
    ]);
  });
});

describe('reading dates', () => {
  it.each([
    [['2027-01-14'], 'ymd'],
    [['14.01.2027'], 'dmy'],
    [['01/02/2027', '01/14/2027'], 'mdy'],
    [['14/01/2027'], 'dmy'],
    [['01/02/2027'], 'mdy'],
    [['soon'], null],
    [[''], null],
  ])('finds the order of %j', (values, order) => expect(detectDayOrder(values)).toBe(order));

  it.each([
    ['1.2.2027', 'dmy', '2027-02-01'],
    ['1/2/2027', 'mdy', '2027-01-02'],
    ['31.02.2027', 'dmy', '31.02.2027'],
    ['14.01.27', 'dmy', '14.01.27'],
    ['soon', 'ymd', 'soon'],
  ] as const)('reads %s as %s', (text, order, day) => expect(readDay(text, order)).toBe(day));
});

it.each([
  ['elif@yilmaz,test', 'elif@yilmaz.test'],
  ['eve at example.com', 'eve@example.com'],
  ['ada@@example..com.', 'ada@example.com'],
  ['ada@example.com', null],
  ['nobody', null],
])('suggests for %s', (text, better) => expect(suggestAddress(text)).toBe(better));

describe('a day that its month does not have', () => {
  it.each([
    ['31.02.2027', 'dmy', { month: '2027-02', days: 28 }],
    ['2028-2-30', 'ymd', { month: '2028-02', days: 29 }],
    ['4/31/2027', 'mdy', { month: '2027-04', days: 30 }],
    ['28.02.2027', 'dmy', null],
    ['01.13.2027', 'dmy', null],
    ['soon', 'ymd', null],
  ] as const)('%s, read as %s', (text, order, expected) => {
    expect(findOverfullMonth(text, order)).toEqual(expected);
  });
});
