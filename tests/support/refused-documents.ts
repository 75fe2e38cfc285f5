import { randomBytes } from 'node:crypto';
import { PDF } from '@libpdf/core';
import { dynamicForm } from './noticed-documents.ts';
import { manyPages, onePage, rawPdf } from './pdf.ts';

/** Documents that nobody can sign, with the reason given. Pages are limited to 5. */
export const REFUSED_DOCUMENTS: readonly (readonly [string, () => Promise<Uint8Array>, string])[] = [
  ['encrypted with a password to open it', encrypted, 'encrypted'],
  ['a form that only Adobe software shows', async () => dynamicForm(), 'dynamic_xfa'],
  ['signed already, by a signature that is broken', async () => signed(), 'signature_broken'],
  [
    'damaged beyond repair',
    async () => Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(2048)]),
    'malformed',
  ],
  ['no PDF at all', async () => Buffer.from('<!doctype html><p>An agreement</p>'), 'not_pdf_or_docx'],
  ['empty', async () => new Uint8Array(0), 'not_pdf_or_docx'],
  ['without a page', async () => manyPages(0), 'no_pages'],
  ['of too many pages', async () => manyPages(6), 'too_many_pages'],
];

async function encrypted(): Promise<Uint8Array> {
  const pdf = await PDF.load(onePage({ text: 'Confidential' }));
  pdf.setProtection({ userPassword: 'user', ownerPassword: 'owner' });
  return await pdf.save();
}

function signed(): Uint8Array {
  return rawPdf([
    '<</Type /Catalog /Pages 2 0 R /AcroForm <</Fields [4 0 R] /SigFlags 3>>>>',
    '<</Type /Pages /Kids [3 0 R] /Count 1>>',
    '<</Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Annots [4 0 R]>>',
    '<</Type /Annot /Subtype /Widget /FT /Sig /T (Signature1) /Rect [0 0 0 0] /P 3 0 R /V 5 0 R>>',
    '<</Type /Sig /Filter /Adobe.PPKLite /SubFilter /adbe.pkcs7.detached /ByteRange [0 10 20 30] /Contents <3000>>>',
  ]);
}
