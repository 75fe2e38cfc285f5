import { expect, it } from 'vitest';
import { formatEmailedLink, isEmailedLink, parseEmailedToken } from '#domain/account/emailed-link.ts';

it('puts the token where no server sees it', () => {
  const url = new URL(formatEmailedLink('reset', 'a-b_c'), 'https://sign.example.com');
  expect([url.pathname, url.search, url.hash]).toEqual(['/open/reset', '', '#a-b_c']);
});

it.each([
  ['a-b_c', 'a-b_c'],
  [' a.b \n', 'a.b'],
  ['https://sign.example.com/open/reset#a-b_c', 'a-b_c'],
  ['https://sign.example.com/reset?token=a-b_c', 'a-b_c'],
  ['https://sign.example.com/confirm?change=a-b_c', 'a-b_c'],
  ['https://sign.example.com/open/reset#', null],
  ['https://sign.example.com/open/reset', null],
  ['a;b', null],
  ['', null],
  ['a'.repeat(2001), null],
])('finds the token in %s', (pasted, token) => {
  expect(parseEmailedToken(pasted)).toBe(token);
});

it('knows its kinds', () => {
  expect(['reset', 'toString', ''].map(isEmailedLink)).toEqual([true, false, false]);
});
