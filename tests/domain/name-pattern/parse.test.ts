import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeFailure, parseNamePattern } from '#domain/name-pattern/parse.ts';
import { NAME_TOKENS } from '#domain/name-pattern/tokens.ts';

describe('parsing a name pattern', () => {
  it('takes text and every token apart', () => {
    const parsed = parseNamePattern(
      'A {template_name} – {date:DD.MM.YYYY}{prefill:no: 1}{role:client.company}!',
    );
    expect(parsed).toEqual({
      ok: true,
      nodes: [
        { kind: 'text', text: 'A ' },
        { kind: 'plain', token: 'template_name' },
        { kind: 'text', text: ' – ' },
        { kind: 'date', pieces: ['DD', { text: '.' }, 'MM', { text: '.' }, 'YYYY'] },
        { kind: 'prefill', key: 'no: 1', position: 37 },
        { kind: 'role', role: 'client', property: 'company', position: 52 },
        { kind: 'text', text: '!' },
      ],
    });
  });

  it.each(Object.values(NAME_TOKENS).map(({ example }) => example))(
    'knows the example %s of the table',
    (token) => {
      expect(parseNamePattern(token)).toMatchObject({ ok: true, nodes: [{}] });
    },
  );

  it.each([
    '{template_name}',
    '{recipient_name}',
    '{recipient_company}',
    '{recipient_email}',
    '{recipient_title}',
    '{sender_org}',
    '{sender_name}',
    '{date}',
    '{date:YYYY-MM}',
    '{date:YYYYMMDD}',
    '{date:YYYY年MM月DD日}',
    '{prefill:amount}',
    '{role:client.name}',
    '{role:client.email}',
    '{role:client.company}',
    '{role:client.title}',
    '{role:клиент_2.name}',
    'just a name',
    'x'.repeat(200),
  ])('accepts %s', (pattern) => {
    expect(parseNamePattern(pattern).ok).toBe(true);
  });

  it.each([
    ['', 0, 'empty'],
    ['x'.repeat(201), 200, '200'],
    ['Deal {recipient}', 5, 'unknown token {recipient}'],
    ['{}', 0, 'unknown token {}'],
    ['{ date }', 0, 'unknown token'],
    ['{Date}', 0, 'unknown token'],
    ['{constructor}', 0, 'unknown token'],
    ['{__proto__}', 0, 'unknown token'],
    ['Deal {date', 5, 'unclosed'],
    ['Deal date}', 9, 'without an opening'],
    ['Deal {{date}}', 6, 'nested braces'],
    ['{date{date}}', 5, 'nested braces'],
    ['{sender_org:x}', 11, 'takes none'],
    ['{prefill}', 0, 'prefill key'],
    ['a {prefill:}', 2, 'prefill key'],
    ['{role}', 0, 'role and a property'],
    ['{role:client}', 0, 'role and a property'],
    ['{role:.name}', 0, 'role and a property'],
    ['{role:client.phone}', 13, 'unknown role property “phone”'],
    ['{role:client.}', 13, 'unknown role property'],
    ['{date:}', 6, 'without YYYY, MM, DD'],
    ['{date:--}', 6, 'without YYYY, MM, DD'],
    ['{date:YYYY-mm}', 11, 'YYYY, MM, DD'],
    ['{date:YY}', 6, 'YYYY, MM, DD'],
    ['on {date:YYYY-MM-DDTHH}', 19, 'YYYY, MM, DD'],
  ])('says where %s is wrong', (pattern, position, message) => {
    const parsed = parseNamePattern(pattern);
    expect(parsed).toMatchObject({ ok: false, position, message: expect.stringContaining(message) });
    if (!parsed.ok) expect(describeFailure(parsed)).toContain(`(at character ${position + 1})`);
  });

  it('answers any text with a tree or a place within it, and never throws', () => {
    const pieces = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.constantFrom('{', '}', ':', '.', ...Object.values(NAME_TOKENS).map(({ example }) => example)),
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
        const pattern = parts.join('');
        const parsed = parseNamePattern(pattern);
        if (parsed.ok) expect(parsed.nodes.length).toBeGreaterThan(0);
        else {
          expect(parsed.position).toBeGreaterThanOrEqual(0);
          expect(parsed.position).toBeLessThanOrEqual(pattern.length);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('reads every text without braces as itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }), (text) => {
        fc.pre(!/[{}]/.test(text) && text.length <= 200);
        expect(parseNamePattern(text)).toEqual({ ok: true, nodes: [{ kind: 'text', text }] });
      }),
    );
  });
});
