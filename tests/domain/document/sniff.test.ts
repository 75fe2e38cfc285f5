import { describe, expect, it } from 'vitest';
import { sniffFormat } from '#domain/document/sniff.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

describe('telling a format by its first bytes', () => {
  it.each([
    ['a PDF', '%PDF-1.7\n', 'pdf'],
    ['a PDF behind other bytes', `${'x'.repeat(1019)}%PDF-1.4`, 'pdf'],
    ['a zip', 'PK\u0003\u0004rest', 'zip'],
    ['a zip that holds a PDF', 'PK\u0003\u0004 %PDF-1.4', 'zip'],
    ['a header that comes too late', `${'x'.repeat(1020)}%PDF-1.4`, 'unknown'],
    ['a header that is cut off', '%PDF', 'unknown'],
    ['nothing', '', 'unknown'],
    ['text', 'An agreement', 'unknown'],
  ])('%s', (_what, text, format) => {
    expect(sniffFormat(bytes(text))).toBe(format);
  });

  it.each([
    ['png', '89504e470d0a1a0a0000000d'],
    ['jpeg', 'ffd8ffe000104a464946'],
    ['heic', '0000001c6674797068656963'],
    ['unknown', '0000001c667479706d703432'],
    ['unknown', '89504e47'],
  ])('%s: %s', (format, hex) => {
    expect(sniffFormat(Buffer.from(hex, 'hex'))).toBe(format);
  });
});
