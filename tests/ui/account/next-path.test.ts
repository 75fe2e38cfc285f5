import { describe, expect, it } from 'vitest';
import { getNextPath } from '#ui/account/next-path.ts';

describe('getNextPath', () => {
  it.each(['/envelopes', '/envelopes/env_1/edit', '/envelopes?view=drafts&q=a%20b'])('goes to %s', (path) => {
    expect(getNextPath(path)).toBe(path);
  });

  it.each([
    null,
    '',
    'envelopes',
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example/',
    '/\t/evil.example/',
    '/.//evil.example/',
    'javascript:alert(1)',
  ])('refuses %j', (path) => {
    expect(getNextPath(path)).toBe('/envelopes');
  });

  it('leaves out what is too long for a header field', () => {
    expect(getNextPath(`/envelopes/env_1?q=${'%22'.repeat(400)}`)).toBe('/envelopes/env_1');
    expect(getNextPath(`/settings/${'a'.repeat(2000)}`)).toBe('/envelopes');
  });
});
