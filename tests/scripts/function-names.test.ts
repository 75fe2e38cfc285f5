import { expect, it } from 'vitest';
import { findNameProblem } from '../../scripts/lint/function-names.mjs';

it.each([
  'readGraph',
  'isSent',
  'startsWith',
  'carries',
  'toWire',
  'withLock',
  'decideSignIn',
  'GET',
  'load',
])('takes the name %s', (name) => {
  expect(findNameProblem(name)).toBeNull();
});

it.each(['hashOf', 'readRowsIn', 'written', 'documentHash', 'named', 'isOver9000Of'])(
  'refuses the name %s',
  (name) => {
    expect(findNameProblem(name)).toMatch(/preposition|verb/);
  },
);
