import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '#domain/limits.ts';
import { parseNamePattern } from '#domain/name-pattern/parse.ts';
import {
  cutName,
  resolveNamePattern,
  type NamedPerson,
  type NameSources,
} from '#domain/name-pattern/resolve.ts';
import { NAME_TOKENS } from '#domain/name-pattern/tokens.ts';
import { toPrintable } from '#domain/text.ts';

const alice = { name: 'Alice', email: 'alice@example.com', company: 'Ångström AB', title: 'Director' };
const bob = { name: 'Bob', email: 'bob@example.com', company: null, title: null };
const sources: NameSources = {
  templateName: 'NDA',
  organizationName: 'Acme GmbH',
  senderName: 'Olga',
  recipient: alice,
  sentOn: '2027-03-01',
  prefill: { contract_number: 'C-17', empty: '' },
  roles: new Map<string, NamedPerson>([
    ['client', alice],
    ['witness', bob],
  ]),
};

function resolve(pattern: string, changed: Partial<NameSources> = {}): string {
  const parsed = parseNamePattern(pattern);
  if (!parsed.ok) throw new Error(parsed.message);
  return resolveNamePattern(parsed.nodes, { ...sources, ...changed });
}

describe('resolving a name pattern', () => {
  it.each([
    ['{template_name}', 'NDA'],
    ['{recipient_name}', 'Alice'],
    ['{recipient_company}', 'Ångström AB'],
    ['{recipient_email}', 'alice@example.com'],
    ['{recipient_title}', 'Director'],
    ['{sender_org}', 'Acme GmbH'],
    ['{sender_name}', 'Olga'],
    ['{date}', '2027-03-01'],
    ['{date:YYYY-MM}', '2027-03'],
    ['{date:DD.MM.YYYY}', '01.03.2027'],
    ['{date:YYYYMMDD}', '20270301'],
    ['{prefill:contract_number}', 'C-17'],
    ['{role:client.name}', 'Alice'],
    ['{role:client.email}', 'alice@example.com'],
    ['{role:client.company}', 'Ångström AB'],
    ['{role:client.title}', 'Director'],
    ['{role:witness.name}', 'Bob'],
    ['{template_name} – {recipient_company} ({date:YYYY-MM})', 'NDA – Ångström AB (2027-03)'],
  ])('%s gives %s', (pattern, name) => {
    expect(resolve(pattern)).toBe(name);
  });

  it.each([
    ['{template_name} – {role:witness.company}', 'NDA'],
    ['{role:witness.company} – {template_name}', 'NDA'],
    ['{template_name} – {role:witness.company} – {date}', 'NDA – 2027-03-01'],
    ['{template_name} – {role:witness.company} / {prefill:none} – {date}', 'NDA – 2027-03-01'],
    ['{template_name} {role:witness.company} ({date})', 'NDA (2027-03-01)'],
    ['{template_name} ({role:witness.company})', 'NDA'],
    ['{template_name} [({prefill:none} {role:witness.title})], signed', 'NDA, signed'],
    ['{template_name}_{prefill:none}_{date:YYYY}', 'NDA_2027'],
    ['Agreement with {prefill:empty}', 'Agreement with'],
    ['No. {prefill:none}', 'No.'],
    ['{prefill:toString}{prefill:__proto__}{role:nobody.name}', ''],
    [' – {prefill:none} – ', ''],
  ])('tidies what the empty values of %s leave: %s', (pattern, name) => {
    expect(resolve(pattern)).toBe(name);
  });

  it('keeps the separators that belong to values and those beside no empty one', () => {
    expect(resolve('– {template_name} –')).toBe('– NDA –');
    expect(resolve('{template_name} {prefill:none}', { templateName: 'A - ' })).toBe('A -');
    expect(resolve('{prefill:none}{template_name}', { templateName: '- (' })).toBe('- (');
    expect(
      resolve('{template_name}{prefill:none}{sender_org}', { templateName: '(', organizationName: ')' }),
    ).toBe('()');
  });

  it('has no recipient where only the sender signs', () => {
    expect(resolve('{template_name} – {recipient_name}', { recipient: null })).toBe('NDA');
  });

  it('cleans values of controls and of what turns text around', () => {
    expect(resolve('{sender_name}|{date}', { senderName: 'a\u202Eb\u0000c\r\n\td' })).toBe(
      'abc d|2027-03-01',
    );
  });

  it('never parses a value, whatever it holds', () => {
    const token = fc.constantFrom(...Object.values(NAME_TOKENS).map(({ example }) => example));
    const value = fc
      .array(fc.oneof(token, fc.string({ maxLength: 10 })), { maxLength: 5 })
      .map((all) => all.join(''));
    fc.assert(
      fc.property(value, value, (senderName, organizationName) => {
        fc.pre(toPrintable(senderName) !== '' && toPrintable(organizationName) !== '');
        const expected = cutName(`${toPrintable(senderName)} # ${toPrintable(organizationName)}`);
        expect(resolve('{sender_name} # {sender_org}', { senderName, organizationName })).toBe(expected);
      }),
      { numRuns: 1000 },
    );
  });

  it('gives at most 200 characters on one line of well-formed text, whatever the values', () => {
    const value = fc.string({ unit: 'binary', maxLength: 400 });
    fc.assert(
      fc.property(value, value, value, (templateName, senderName, number) => {
        const name = resolve('{template_name} ({sender_name}) – {prefill:n}', {
          templateName,
          senderName,
          prefill: { n: number },
        });
        expect(name.length).toBeLessThanOrEqual(LIMITS.nameMaxChars);
        expect(name.isWellFormed()).toBe(true);
        expect(name).toBe(toPrintable(name));
      }),
      { numRuns: 1000 },
    );
  });
});

describe('cutting a name', () => {
  it.each([
    ['a text of 200', 'x'.repeat(200), 200],
    ['a longer one', 'x'.repeat(201), 200],
    ['one that ends with a pair of surrogates', `${'x'.repeat(199)}😀`, 199],
    ['one that ends with a combining mark', `${'x'.repeat(199)}q\u0323\u0307`, 199],
    ['one that ends with a family', `${'x'.repeat(195)}👨‍👩‍👧‍👦`, 195],
    ['one that ends with a flag', `${'x'.repeat(198)}🇸🇪`, 198],
    ['one whose last character would be a space', `${'x'.repeat(199)} y`, 199],
    ['one of a single character that is too long', `q${'\u0323'.repeat(300)}`, 0],
  ])('keeps whole characters of %s', (_what, name, length) => {
    expect(cutName(name)).toBe(name.slice(0, length));
  });

  it('keeps a prefix of whole graphemes', () => {
    const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 150, maxLength: 300 }), (text) => {
        const whole = toPrintable(text);
        const cut = cutName(text);
        const ends = [
          0,
          ...[...segmenter.segment(whole)].map(({ index, segment }) => index + segment.length),
        ];
        expect(whole.startsWith(cut)).toBe(true);
        expect(ends.some((end) => whole.slice(0, end).trimEnd() === cut)).toBe(true);
      }),
    );
  });
});
