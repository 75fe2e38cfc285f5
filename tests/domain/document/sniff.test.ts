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
    ['a picture', '\u0089PNG\r\n', 'unknown'],
  ])('%s', (_what, text, format) => {
    expect(sniffFormat(bytes(text))).toBe(format);
  });
});
