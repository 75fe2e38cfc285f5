import { expect, it } from 'vitest';
import { suggestLikelyAddress } from '#ui/composing/likely-address.ts';

const suggest = (typed: string) => suggestLikelyAddress(typed, 'mara@northwind.example');

it.each([
  ['ben@gmial.com', 'ben@gmail.com'],
  ['ben@gmail.con', 'ben@gmail.com'],
  ['ben@gmal.com', 'ben@gmail.com'],
  ['ben@hottmail.com', 'ben@hotmail.com'],
  ['Ben@Outlok.com', 'Ben@outlook.com'],
  ['ben@nortwind.example', 'ben@northwind.example'],
  ['ben(at)gmail.com', 'ben@gmail.com'],
])('%s was probably meant to be %s', (typed, meant) => {
  expect(suggest(typed)).toBe(meant);
});

it.each([
  '',
  'ben',
  'ben@gmail.com',
  'ben@mail.com',
  'ben@northwind.example',
  'ben@yahoo.ca',
  'ben@hotmail.de',
  'ben@brandt.example',
])('%j is left alone', (typed) => {
  expect(suggest(typed)).toBeNull();
});
