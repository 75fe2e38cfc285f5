import { expect, it } from 'vitest';
import { guessPersonName } from '#domain/account/guess-name.ts';

it.each([
  ['ada.lovelace@example.com', 'Ada Lovelace'],
  ['ada_king-noel+contracts@example.com', 'Ada King Noel'],
  ['you@example.com', null],
  ['a.lovelace@example.com', null],
  ['ada.lovelace2@example.com', null],
  ['@example.com', null],
])('reads %s as %s', (email, name) => {
  expect(guessPersonName(email)).toBe(name);
});
