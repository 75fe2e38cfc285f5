import { describe, expect, it } from 'vitest';
import { readAddressToken } from '#ui/signer/link-token.ts';

const SHORT = 'a-B_'.repeat(15);

describe('tokenInAddress', () => {
  it.each([
    ['#token=abc.DEF-_1', '', 'abc.DEF-_1'],
    ['#token=abc.DEF-_1&open', '', 'abc.DEF-_1'],
    ['', '?token=abc.def', 'abc.def'],
    ['#token=frag.ment', '?token=que.ry', 'frag.ment'],
    [`#token=${SHORT}&open`, '', SHORT],
    ['#other=1&token=a.b', '', 'a.b'],
    ['#signer-document', '', null],
    ['#token=', '', null],
    ['#token=only-a-half', '', null],
    ['#token=a.b.c', '', null],
    ['#token=<script>.x', '', null],
  ])('%s and %s give %s', (hash, search, token) => {
    expect(readAddressToken({ hash, search })).toBe(token);
  });
});
