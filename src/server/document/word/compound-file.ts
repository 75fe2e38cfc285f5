import type { DocumentRefusal } from './docx-preflight.ts';

const NOT_ACCEPTED = {
  reason: 'not_pdf_or_docx',
  message: "The document isn't a PDF, DOCX, PNG, JPEG or HEIC file.",
} as const;

const ENTRY_BYTES = 128;
const NAME_LENGTH_AT = 64;
const TYPE_AT = 66;
const STREAM = 2;

/**
 * Refusals by the stream that reveals the format: a package with a password (MS-OFFCRYPTO 2.3.4.4), and Word
 * 97 to 2003 (MS-DOC 2.1.1).
 */
const REFUSALS: readonly (DocumentRefusal & { readonly stream: string })[] = [
  {
    stream: 'EncryptedPackage',
    reason: 'encrypted',
    message: 'The document is password-protected. Remove the password in Word and upload it again.',
  },
  {
    stream: 'WordDocument',
    reason: 'legacy_word',
    message: 'The document is in the old Word format (.doc). Save it as DOCX or PDF and upload that.',
  },
];

/**
 * Returns why a compound file (MS-CFB) isn't accepted. It may be a password-protected document or one in the
 * old Word format.
 */
export function getCompoundRefusal(bytes: Buffer): DocumentRefusal {
  const { reason, message } = REFUSALS.find(({ stream }) => hasStream(bytes, stream)) ?? NOT_ACCEPTED;
  return { reason, message };
}

/**
 * Checks for a stream's directory entry (MS-CFB 2.6.1). Sectors are aligned, and so are the entries in them.
 */
function hasStream(bytes: Buffer, stream: string): boolean {
  const name = Buffer.from(`${stream}\0`, 'utf16le');
  for (let at = bytes.indexOf(name); at !== -1; at = bytes.indexOf(name, at + 1)) {
    if (at % ENTRY_BYTES !== 0 || at + ENTRY_BYTES > bytes.length) continue;
    if (bytes.readUInt16LE(at + NAME_LENGTH_AT) === name.length && bytes[at + TYPE_AT] === STREAM)
      return true;
  }
  return false;
}
