import { describe, expect, it } from 'vitest';
import { getCompoundRefusal } from '#server/document/word/compound-file.ts';
import { compoundFile } from '../support/docx.ts';

describe('a compound file', () => {
  it.each([
    ['encrypted', compoundFile('EncryptionInfo', 'EncryptedPackage')],
    ['legacy_word', compoundFile('WordDocument', '1Table')],
    ['legacy_word', compoundFile('WordDocument', 'EncryptedPackage and more')],
    ['not_pdf_or_docx', compoundFile('Workbook')],
    ['not_pdf_or_docx', Buffer.from('d0cf11e0a1b11ae1', 'hex')],
  ])('is refused by the streams in it: %s', (reason, bytes) => {
    expect(getCompoundRefusal(bytes)).toMatchObject({ reason });
  });

  it('is not encrypted because its text says so', () => {
    const bytes = Buffer.concat([compoundFile('WordDocument'), Buffer.from('EncryptedPackage', 'utf16le')]);
    expect(getCompoundRefusal(bytes)).toMatchObject({ reason: 'legacy_word' });
  });
});
