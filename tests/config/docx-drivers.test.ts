import { describe, expect, it } from 'vitest';
import { listDocxDrivers } from '#server/runtime/config/docx-drivers.ts';

const kinds = (...args: Parameters<typeof listDocxDrivers>) =>
  listDocxDrivers(...args).map(({ kind }) => kind);

describe('Word converters', () => {
  it.each([
    ['the bundled LibreOffice', null, true, ['wasm']],
    ['Gotenberg first where there is one', 'http://gotenberg', true, ['gotenberg', 'wasm']],
    ['Gotenberg alone in a slim installation', 'http://gotenberg', false, ['gotenberg']],
    ['none in a slim installation', null, false, []],
  ] as const)('are %s', (_name, url, isBundled, expected) => {
    expect(kinds('auto', url, '', isBundled)).toEqual(expected);
  });

  it('are only the selected one', () => {
    expect(kinds('wasm', 'http://gotenberg', '', true)).toEqual(['wasm']);
    expect(kinds('gotenberg', 'http://gotenberg', '', true)).toEqual(['gotenberg']);
    expect(kinds('off', 'http://gotenberg', '', true)).toEqual([]);
  });

  it('are empty if the selected one is missing', () => {
    expect(kinds('wasm', null, '', false)).toEqual([]);
    expect(kinds('gotenberg', null, '', true)).toEqual([]);
    expect(kinds('soffice', null, '', true)).toEqual([]);
  });
});
