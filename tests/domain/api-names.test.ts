import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toApiNames, toSnakeCase } from '#domain/api-names.ts';
import { parseNamePattern } from '#domain/name-pattern/parse.ts';

const named = (...names: string[]) => toApiNames(names.map((name) => ({ name, fallback: 'role' })));

describe('names for programs', () => {
  it.each([
    ['Client', 'client'],
    ['Managing Director', 'managing_director'],
    ['  Buyer (2nd) / Käufer ', 'buyer_2nd_kaufer'],
    ['Élève – père', 'eleve_pere'],
    ['Клиент йод', 'клиент_йод'],
    ['客户', '客户'],
    ['고객', '고객'],
    ['ＦＵＬＬ width', 'full_width'],
    ['a.b:c{d}', 'a_b_c_d'],
    ['__proto__', 'proto'],
    ['***', ''],
    ['x'.repeat(300), 'x'.repeat(60)],
  ])('%s becomes %s', (name, expected) => {
    expect(toSnakeCase(name)).toBe(expected);
  });

  it('numbers repeated names and never leaves one empty', () => {
    expect(named('Client', 'client', 'CLIENT', '?', '!')).toEqual([
      'client',
      'client_2',
      'client_3',
      'role',
      'role_2',
    ]);
    expect(named('A', 'A 2', 'A')).toEqual(['a', 'a_2', 'a_3']);
    expect(named('A 2', 'A', 'A')).toEqual(['a_2', 'a', 'a_3']);
  });

  it('gives every list different names that tokens can use', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 8 }), { maxLength: 20 }), (names) => {
        const given = named(...names);
        expect(new Set(given).size).toBe(names.length);
        for (const name of given) {
          expect(name).not.toBe('');
          expect(parseNamePattern(`{role:${name}.name}`)).toMatchObject({
            ok: true,
            nodes: [{ role: name }],
          });
          expect(parseNamePattern(`{prefill:${name}}`)).toMatchObject({ ok: true, nodes: [{ key: name }] });
        }
      }),
    );
  });
});
