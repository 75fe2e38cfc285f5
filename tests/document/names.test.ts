import { describe, expect, it } from 'vitest';
import { readAttachment } from '#server/document/attachment.ts';
import { formatContentDisposition, formatDocumentFilename } from '#server/document/serve.ts';

/** An emoji takes two UTF-16 units, so one of these lengths would cut it in half. */
const LENGTHS = [98, 99, 100, 148, 149, 150, 151];

describe('the file name of a document', () => {
  it.each(LENGTHS)('stays valid in a header, with an emoji at %i', (length) => {
    const filename = formatDocumentFilename(`${'a'.repeat(length)}😀 agreement`, 'sealed');
    expect(filename.isWellFormed()).toBe(true);
    const disposition = formatContentDisposition('attachment', filename);
    expect(decodeURIComponent(/filename\*=UTF-8''(.*)$/.exec(disposition)?.[1] ?? '')).toBe(filename);
  });

  it('has at most 150 characters of the envelope’s name', () => {
    expect(formatDocumentFilename('😀'.repeat(200), 'original')).toBe(`${'😀'.repeat(150)}.pdf`);
  });
});

describe('the name in a header field', () => {
  it.each(['契約書.pdf', '契'.repeat(251) + '.pdf', '😀'.repeat(126) + '.pdf', 'a'.repeat(255)])(
    'is one that can be saved, with its extension: %s',
    (name) => {
      const header = formatContentDisposition('attachment', name);
      const saved = decodeURIComponent(/filename\*=UTF-8''(.*)$/.exec(header)?.[1] ?? '');
      expect(Buffer.byteLength(saved)).toBeLessThanOrEqual(255);
      expect(Buffer.byteLength(saved)).toBeGreaterThan(Math.min(250, Buffer.byteLength(name) - 1));
      expect(saved.slice(-4)).toBe(name.slice(-4));
      expect(saved.isWellFormed()).toBe(true);
      expect(header.length).toBeLessThan(1_100);
    },
  );
});

describe('the file name of an attachment', () => {
  it.each(LENGTHS)('stays a text, with an emoji at %i', (length) => {
    const name = encodeURIComponent(`${'a'.repeat(length)}😀.pdf`);
    const bytes = Buffer.from('%PDF-1.7').toString('base64');
    const read = readAttachment(`data:application/pdf;name=${name};base64,${bytes}`);
    expect('filename' in read && read.filename.isWellFormed()).toBe(true);
  });
});
