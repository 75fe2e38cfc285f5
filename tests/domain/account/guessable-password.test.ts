import { dictionary } from '@zxcvbn-ts/language-common';
import { describe, expect, it } from 'vitest';
import { isGuessable } from '#domain/account/guessable-password.ts';

const common = new Set(dictionary['passwords-common']);
const OWN = ['Mara Lindqvist', 'mara.lindqvist@northwind.example', 'Northwind Studio'];
const guessable = (password: string) => isGuessable(password, (text) => common.has(text), OWN);

describe('a password that attackers try first', () => {
  it.each([
    ['a common one', '1234567890'],
    ['in capitals', 'QWERTYUIOP'],
    ['a common one with a year', 'Football2024'],
    ['with signs around it', '!!superman1!'],
    ['in full-width letters', 'ｑｗｅｒｔｙｕｉｏｐ'],
    ['one character', 'zzzzzzzzzzzz'],
    ['the own name', 'Mara Lindqvist'],
    ['the own name turned around', 'lindqvistmara'],
    ['the own last name with digits', 'Lindqvist1!'],
    ['the address', 'mara.lindqvist@northwind.example'],
    ['the organization', 'NorthwindStudio'],
    ['the product with a digit', 'Countersign1'],
    ['the product in a longer one', 'my-C0untersign-password-4711'],
    ['the domain of the address', 'northwind.example.1'],
    ['that domain in a longer one', 'violet sky over northwind.example'],
  ])('is %s', (_what, password) => {
    expect(guessable(password)).toBe(true);
  });

  it('is not one of signs for a person with short names', () => {
    expect(isGuessable('!@#$%^&*()_+-=~', () => false, ['Bo Li'])).toBe(false);
  });

  it.each([
    'correct horse battery',
    'football under a violet sky',
    'lamp7391846205',
    'Gräser & Kräuter 12',
    'the north wind sings an example',
    'パスワード以外の長い言葉',
  ])('is not %j', (password) => {
    expect(guessable(password)).toBe(false);
  });
});
