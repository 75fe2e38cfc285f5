import { expect, it } from 'vitest';
import { detectDelimiter } from '#domain/bulk-send/delimiter.ts';

it.each([
  ['a plain list', 'name,email\nAda,ada@example.com', ','],
  ['semicolons', 'name;email\nAda;ada@example.com', ';'],
  ['tabs', 'name\temail\nAda\tada@example.com', '\t'],
  [
    'another delimiter within quotes in the header',
    '"Last, first, middle";email\n"Byron, Ada";ada@example.com',
    ';',
  ],
  [
    'a title with commas above',
    'People to sign, 2027, final\nname;email\nAda;a@example.com\nBen;b@example.com',
    ';',
  ],
  ['blank lines first', '\n\nname;email\nAda;ada@example.com', ';'],
  ['decimal commas', 'name;rate\nAda;1,5\nBen;2,5', ';'],
  ['inch marks', 'part;size;email\nPipe;3" wide, black;ada@example.com\nRod;5";ben@example.com', ';'],
  ['one column', 'email\nada@example.com', ','],
])('is found in a file with %s', (_name, csv, delimiter) => {
  expect(detectDelimiter(csv)).toBe(delimiter);
});
