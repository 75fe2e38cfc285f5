import { describe, expect, it } from 'vitest';
import { countBase64Bytes, readDataUrl } from '#domain/document/base64.ts';
import { IN_LINES } from '../../support/base64-lines.ts';

const bytes = (length: number) => Uint8Array.from({ length }, (_, index) => index * 7);

describe('countBase64Bytes', () => {
  it('counts what a decoder reads', () => {
    for (let length = 0; length < 200; length += 1) {
      const text = Buffer.from(bytes(length)).toString('base64');
      expect(countBase64Bytes(text)).toBe(length);
      for (const [, inLines] of IN_LINES) {
        expect(countBase64Bytes(inLines(bytes(length)))).toBe(length);
        expect(Buffer.from(inLines(bytes(length)), 'base64')).toEqual(Buffer.from(bytes(length)));
      }
    }
  });

  it.each(['QQ=\n=', 'QQ==\r\n\r\n', '\n', 'Q\nQ= \n=', 'QR=='])('takes %j', (text) => {
    expect(countBase64Bytes(text)).toBe(Buffer.from(text, 'base64').length);
  });

  it.each([
    ...['QQ', 'Q===', 'QQ=', 'QQQQ=', '=', '==', '====', 'QQ==QQ==', 'QQ==\nQQ=='],
    ...[
      ' QQ==',
      'QQ== ',
      'Q Q==',
      'Q\tQ==',
      'Q Q=\n=',
      'QQ-_',
      'QQ\v==',
      'QQ\u00a0\n==',
      'QQ\u2028==',
      'ŁŁŁŁ',
    ],
    ...['%%%%', 'QQ\0\0', '\u0141QQQ', '\uD83D\uDE00QQ'],
  ])('refuses %j', (text) => {
    expect(countBase64Bytes(text)).toBeNull();
  });

  it('takes as long for spaces without end as for text', () => {
    expect(countBase64Bytes(`QQ${' '.repeat(10_000_000)}==`)).toBeNull();
    expect(countBase64Bytes(`QQ${' '.repeat(10_000_000)}\n==`)).toBe(1);
    expect(countBase64Bytes(`QQ${' \n'.repeat(5_000_000)}==`)).toBe(1);
  });
});

describe('readDataUrl', () => {
  it('takes the type, its parameters and base64 in lines, with or without padding', () => {
    const read = readDataUrl('data:image/png;name=a b.png;base64,\nQUJD\nRA==\n');
    expect(read).toMatchObject({ type: 'image/png;name=a b.png', size: 4 });
    expect(Buffer.from(read?.base64 ?? '', 'base64').toString()).toBe('ABCD');
    expect(readDataUrl('data:image/png;base64,QUJDRA')).toMatchObject({ size: 4 });
  });

  it.each([
    ...['', 'QUJD', 'data:,QUJD', 'data:image/png,QUJD', 'http://a;base64,QUJD', ' data:;base64,QUJD'],
    ...['data:;base64,', 'data:;base64,\n', 'data:;base64,==', 'data:;base64,QU JD', 'data:;base64,QUJD%0A'],
  ])('refuses %j', (text) => {
    expect(readDataUrl(text)).toBeNull();
  });
});
