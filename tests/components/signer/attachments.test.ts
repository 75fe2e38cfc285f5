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
const attached = (name: string | RegExp) =>
  typeof name === 'string'
    ? sheet.getByRole('button', { name: `Passport, page 1, required: ${name}`, exact: true })
    : sheet.getByRole('button', { name: new RegExp(`required: ${name.source.slice(1)}`) });

/** What the server keeps of a file. */
function keep({ fieldId, filename, content: { type, size } }: ChosenFile) {
  return { ...{ id: `att_${filename}`, fieldId, filename, contentType: type, sizeBytes: size, sha256: '' } };
}

describe('a file that a signer attaches', () => {
  it('on a phone is chosen or photographed below the page, one of several, and removed', async () => {
    await holdPhone(390, 700);
    const sent: [string, boolean][] = [];
    const { signed } = await openDocument({
      fields: [PASSPORT],
      operations: {
        attach: (file) => {
          sent.push([file.filename, file.add]);
          return Promise.resolve(keep(file));
        },
      },
    });
    await tap(button('Start'));
    await expect.element(attached('Attach a file')).toBeVisible();
    const camera = attached('Take a photo');
    await expect.element(camera).toBeVisible();
    expect(boxOf(camera).height).toBeGreaterThanOrEqual(44);
    const picture = await makePicture('image.png', [300, 200]);
    const input = await chooseFrom(() => tap(camera), picture);
    expect(input.getAttribute('capture')).toBe('environment');
    await expect.element(attached('Remove, image.png')).toBeVisible();
    await expect.element(attached('Attach another file')).toBeVisible();

    await give(
      chooser,
      makePdf('New.pdf'),
      makePdf('A name that is much longer than the screen is wide.pdf'),
    );
    await expect.element(attached(/^Remove, A name/)).toBeVisible();
    expect(boxOf(attached('Remove, New.pdf')).height).toBeGreaterThanOrEqual(44);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth);
    expect(sent.map(([, add]) => add)).toEqual([false, true, true]);
    await tap(attached('Remove, image.png'));
    await expect.element(attached('Remove, image.png')).not.toBeInTheDocument();
    expect(document.activeElement?.id).toMatch(/^dock-/);
    await tap(sheet.getByRole('button', { name: 'Review' }));
    await expect.element(page.getByText(/^New\.pdf, A name/).first()).toBeVisible();
    await tap(button('Sign and finish'));
    await expect.poll(() => signed()?.values[0]?.value).toMatch(/^att_New\.pdf,att_A name/);
  });

  it('is one of ten at most', async () => {
    await openDocument({ fields: [PASSPORT], operations: { attach: (file) => Promise.resolve(keep(file)) } });
    await page.getByText('More', { exact: true }).click();
    await button('View as a list').click();
    const eleven = Array.from({ length: 11 }, (_, index) => makePdf(`${index + 1}.pdf`));
    await give(chooser, ...eleven);
    await expect.element(page.getByRole('alert').getByText(/^A field takes up to 10 files\./)).toBeVisible();
    await expect.element(button('Passport, page 1, required: Remove, 10.pdf')).toBeVisible();
    await expect.element(button('Passport, page 1, required: Remove, 11.pdf')).not.toBeInTheDocument();
  });

  it('can be removed on the page itself, by keyboard', async () => {
    await openDocument({ fields: [PASSPORT], operations: { attach: (file) => Promise.resolve(keep(file)) } });
    await give(chooser, makePdf('One.pdf'), makePdf('Two.pdf'));
    const field = button('Passport, page 1, required: One.pdf, Two.pdf');
    await expect.element(field).toBeVisible();
    focus(field);
    await userEvent.keyboard('{Tab}{Enter}');
    await expect.element(button('Passport, page 1, required: Two.pdf')).toHaveFocus();
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
    await expect.element(button('Passport, page 1, required: Remove, notes.pdf')).toBeVisible();
  });
});
