import { expect, it } from 'vitest';
import { readCode, formatRecoveryCode } from '#domain/account/second-factor.ts';

it.each([
  ['123 456', { kind: 'totp', digits: '123456' }],
  ['123-456', { kind: 'totp', digits: '123456' }],
  ['ABCD-EFGH-JKMN-PQRS', { kind: 'recovery', code: 'abcdefghjkmnpqrs' }],
  // Letters that Crockford's base32 lacks, in place of the digits they resemble.
  ['Oil0-0000-0000-0000', { kind: 'recovery', code: '0110000000000000' }],
  ['12345', null],
  ['１２３４５６', null],
  ['uuuu-0000-0000-0000', null],
  ['', null],
])('reads %j', (text, code) => {
  expect(readCode(text)).toEqual(code);
});

it('shows a recovery code so that it is read back', () => {
  const code = '0123456789abcdef';
  expect(formatRecoveryCode(code)).toBe('0123-4567-89ab-cdef');
  expect(readCode(formatRecoveryCode(code))).toEqual({ kind: 'recovery', code });
});
