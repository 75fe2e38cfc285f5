import { describe, expect, it } from 'vitest';
import { getErrorCode } from '#domain/error-code.ts';

describe('the code of an error', () => {
  it.each([
    [Object.assign(new Error('gone'), { code: 'ENOENT' }), 'ENOENT'],
    [Object.assign(new Error('closed'), { code: 1006 }), '1006'],
    [new Error('without one'), null],
    [{ code: 'ENOENT' }, null],
    ['ENOENT', null],
    [null, null],
  ])('of %j is %j', (error, code) => {
    expect(getErrorCode(error)).toBe(code);
  });
});
