import { expect, it } from 'vitest';
import { findMisspelledSettings } from '#server/runtime/config/misspelled.ts';
import { environment } from '#server/runtime/config/variables.ts';

const SETTINGS = Object.keys(environment.shape);
const find = (...names: string[]) =>
  findMisspelledSettings(Object.fromEntries(names.map((name) => [name, 'x'])), SETTINGS);

it.each([
  ['SINGUP', 'SIGNUP'],
  ['SIGNUPS', 'SIGNUP'],
  ['SMTPURL', 'SMTP_URL'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['Trusted_Proxies', 'TRUSTED_PROXIES'],
  ['TRUSTED_PROXY', undefined],
])('%s is meant as %s', (name, meant) => {
  expect(find(name)).toEqual(meant === undefined ? [] : [{ name, meant }]);
});

it('leaves alone what is set, what is short, and what others use', () => {
  expect(find(...SETTINGS)).toEqual([]);
  expect(find('SMTP_URL', 'SMTP_URLS')).toEqual([]);
  expect(
    find(
      'PATH',
      'HOME',
      'HOSTS',
      'TMPDIR',
      'LANG',
      'NODE_ENV',
      'HOSTNAME',
      'LOGNAME',
      'MAIL',
      'USER',
      'SHELL',
      'PWD',
    ),
  ).toEqual([]);
});
