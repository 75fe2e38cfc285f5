import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDF, PdfDict, PdfName, PdfString } from '@libpdf/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openIntake, type Intake, type ReadOptions } from '#server/pdf/intake/intake.ts';
import { scratchDirectory, writtenTo } from '../../support/pdf.ts';
import { TESTER } from '../../support/tester.ts';
import { sealableDocument } from '../support/sealable-document.ts';
import { formDocument, signedBefore, type SigningOptions } from '../support/signed-document.ts';
import { onePage } from '../../support/pdf.ts';

let scratch: ReturnType<typeof scratchDirectory>;
let intake: Intake;
beforeAll(() => {
  scratch = scratchDirectory();
  intake = openIntake({ onFault: (fault) => faults.push(fault) });
});
afterAll(async () => {
  await intake.close();
  scratch.remove();
});

const faults: string[] = [];
let count = 0;
async function read(bytes: Uint8Array, options: ReadOptions = { keepsSignatures: true }) {
  count += 1;
  const sourcePath = writtenTo(scratch.path, `${count}.pdf`, bytes);
  const targetPath = join(scratch.path, `${count}-target.pdf`);
  return { result: await intake.read(TESTER, sourcePath, targetPath, options), targetPath };
}

describe('a signed document', () => {
  test('is accepted as it is, byte for byte', async () => {
    const signed = await signedBefore(await sealableDocument([{}, { rotate: 90 }]));
    const both = await signedBefore(signed, { name: 'Signature2' });
    const { result, targetPath } = await read(both);
    expect(result).toMatchObject({
      ok: true,
      notices: [{ code: 'signatures_kept', count: 2 }],
      pages: [
        { width: 595.28, height: 841.89 },
        { width: 841.89, height: 595.28 },
      ],
    });
    expect(Buffer.compare(readFileSync(targetPath), both)).toBe(0);
  });

  test.each([2, 3] as const)('with P=%i lists the form fields that can be filled in', async (certify) => {
    const form = await formDocument(
      [
        { name: 'Theirs', type: 'Sig', box: [60, 600, 260, 650] },
        { name: 'Name', type: 'Tx', box: [60, 500, 260, 520], page: 2 },
      ],
      [{}, { rotate: 90 }],
    );
    const { result } = await read(await signedBefore(form, { certify }));
    expect(result).toMatchObject({
      ok: true,
      notices: [
        { code: 'signatures_kept', count: 1 },
        {
          code: 'form_fields_only',
          count: 2,
          items: [
            {
              text: 'Theirs',
              page: 1,
              reason: 'signature',
              place: { y: expect.closeTo(1 - 650 / 841.89, 3) },
            },
            { text: 'Name', page: 2, reason: 'text', place: { x: expect.closeTo(500 / 841.89, 3) } },
          ],
        },
      ],
      formFields: [{ name: 'Theirs' }, { name: 'Name' }],
    });
  });

  test.each<[string, SigningOptions, string]>([
    ['P=1', { certify: 1 }, 'permits no changes'],
    ['a lock of all fields', { lock: { action: 'All' } }, 'locks all form fields'],
  ])('with %s is refused', async (_, options, message) => {
    const { result } = await read(await signedBefore(await sealableDocument([{}]), options));
    expect(result).toMatchObject({
      ok: false,
      reason: 'signature_forbids',
      message: expect.stringContaining(message),
    });
  });

  test('that locks another field is accepted', async () => {
    const lock = { action: 'Include', fields: ['Name'] } as const;
    const { result } = await read(await signedBefore(await sealableDocument([{}]), { lock }));
    expect(result).toMatchObject({ ok: true, notices: [{ code: 'signatures_kept', count: 1 }] });
  });

  test.each<[string, (pdf: PDF) => void, string]>([
    [
      'scripts',
      (pdf) =>
        pdf
          .getCatalog()
          .set('OpenAction', PdfDict.of({ S: PdfName.of('JavaScript'), JS: PdfString.fromString('1') })),
      'javascript, actions',
    ],
    [
      'an attachment',
      (pdf) => pdf.addAttachment('a.txt', Buffer.from('a'), { mimeType: 'text/plain' }),
      'embedded files',
    ],
  ])('with %s is refused by name', async (_, change, named) => {
    const pdf = await PDF.load(await sealableDocument([{}], { objectStreams: false }));
    change(pdf);
    const { result } = await read(await signedBefore(await pdf.save()));
    expect(result).toMatchObject({
      ok: false,
      reason: 'signed_active',
      message: `The PDF is signed and has contents that can't be removed without breaking the signature: ${named}. Upload the version from before it was signed.`,
    });
  });

  test('that nobody could ever seal is refused at once', async () => {
    // Our verifier refuses dictionaries with repeated keys, because readers disagree about them.
    const name = 'Signature1--------';
    const reshape = (increment: string) => increment.replace(`(${name})`, '(Signature1) /F 132');
    const signed = await signedBefore(await sealableDocument([{}]), { name, reshape });
    const { result, targetPath } = await read(signed);
    expect(result).toEqual({
      ok: false,
      reason: 'cannot_be_sealed',
      message:
        "The PDF is signed, and a trial showed that it can't be sealed in a way that everyone can verify. Upload the version from before it was signed.",
    });
    expect(existsSync(targetPath)).toBe(false);
    expect(faults.at(-1)).toContain('the seal does not verify');
  });

  test('that was changed afterwards is refused', async () => {
    const pdf = await PDF.load(await signedBefore(await sealableDocument([{}])));
    pdf.getPage(0)?.drawText('More', { x: 90, y: 90, size: 12 });
    const { result } = await read(await pdf.save({ incremental: true }));
    expect(result).toMatchObject({ ok: false, reason: 'signature_broken' });
  });

  test('is refused as one of several files', async () => {
    const { result } = await read(await signedBefore(await sealableDocument([{}])), {});
    expect(result).toMatchObject({ ok: false, reason: 'already_signed' });
  });

  test('is refused with text tags that would have to be taken out, and accepted without any', async () => {
    const options = { keepsSignatures: true, textTags: true };
    const tagged = await signedBefore(onePage({ text: '{{Buyer;type=signature}}' }));
    expect((await read(tagged, options)).result).toMatchObject({ ok: false, reason: 'already_signed' });
    const plain = await signedBefore(onePage({ text: 'Agreement' }));
    expect((await read(plain, options)).result).toMatchObject({ ok: true, tags: [] });
  });
});
