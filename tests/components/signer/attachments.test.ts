import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { SignerProblem, type ChosenFile } from '#ui/signer/signer-api.ts';
import { chooseFrom, give, makePdf, makePicture } from '../support/files.ts';
import { focus } from '../support/focus.ts';
import { holdPhone, tap } from '../support/phone.ts';
import { boxOf } from '../support/pointer.ts';
import { openDocument } from '../support/signer.ts';

const PASSPORT = { type: 'attachment', label: 'Passport', height: 0.04 } as const;
const button = (name: string) => page.getByRole('button', { name, exact: true });
const chooser = page.getBySelector('input[type=file]:not([capture])');
const sheet = page.getByRole('region', { name: 'Progress and next step' });
const attached = (name: string) =>
  sheet.getByRole('button', { name: `Passport, page 1, required: ${name}`, exact: true });

/** What the server keeps of a file. */
function keep({ fieldId, filename, content: { type, size } }: ChosenFile) {
  return { ...{ id: 'att_1', fieldId, filename, contentType: type, sizeBytes: size, sha256: '' } };
}

describe('a file that a signer attaches', () => {
  it('on a phone is chosen or photographed below the page, replaced and removed', async () => {
    await holdPhone(390, 700);
    await openDocument({ fields: [PASSPORT] });
    await tap(button('Start'));
    await expect.element(attached('Attach a file')).toBeVisible();
    const camera = attached('Take a photo');
    await expect.element(camera).toBeVisible();
    expect(boxOf(camera).height).toBeGreaterThanOrEqual(44);
    const picture = await makePicture('image.png', [300, 200]);
    const input = await chooseFrom(() => tap(camera), picture);
    expect(input.getAttribute('capture')).toBe('environment');
    await expect.element(attached('image.png')).toBeVisible();

    await give(chooser, makePdf('New.pdf'));
    await expect.element(attached('New.pdf')).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth);
    await tap(attached('Remove'));
    await expect.element(attached('Attach a file')).toBeVisible();
    expect(document.activeElement?.id).toMatch(/^dock-/);
  });

  it('is waited for when the review is asked for meanwhile', async () => {
    const held = Promise.withResolvers<void>();
    await holdPhone(390, 700);
    await openDocument({
      fields: [PASSPORT],
      operations: {
        attach: async (file) => {
          await held.promise;
          return keep(file);
        },
      },
    });
    await tap(button('Start'));
    await give(chooser, makePdf('Passport.pdf'));
    await tap(sheet.getByRole('button', { name: 'Next' }));
    await expect.element(page.getByText(/^Your files are still being uploaded\./)).toBeVisible();
    held.resolve();
    await expect.element(page.getByRole('heading', { name: 'Review before you sign' })).toBeVisible();
  });

  it('is refused in words, before and after it is sent', async () => {
    const sent: string[] = [];
    const answers = [new SignerProblem('document_unreadable'), new SignerProblem('network')];
    await openDocument({
      fields: [PASSPORT],
      operations: {
        attach: (file) => {
          sent.push(file.filename);
          const problem = answers.shift();
          return problem === undefined ? Promise.resolve(keep(file)) : Promise.reject(problem);
        },
      },
    });
    const says = (text: RegExp) => expect.element(page.getByRole('alert').getByText(text)).toBeVisible();
    await page.getByText('More', { exact: true }).click();
    await button('View as a list').click();
    await give(chooser, new File(['just words'], 'words.pdf'));
    await says(/^You can only attach PDF, PNG, JPEG and HEIC files\./);
    expect(sent).toEqual([]);
    await give(chooser, new File(['%PDF-1.7 and nothing else'], 'damaged.pdf'));
    await says(/^This file is damaged and can’t be read\./);
    await give(chooser, makePdf('notes.pdf'));
    await says(/^You seem to be offline\./);
    const attach = button('Passport, page 1, required: Attach a file');
    await chooseFrom(async () => {
      focus(attach);
      await userEvent.keyboard('{Enter}');
    }, makePdf('notes.pdf'));
    await expect.element(button('Passport, page 1, required: notes.pdf')).toBeVisible();
  });
});
