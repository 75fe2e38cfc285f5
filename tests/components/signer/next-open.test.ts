import { describe, expect, it } from 'vitest';
import { commands, page, userEvent, type Locator } from 'vitest/browser';
import { focus } from '../support/focus.ts';
import { holdPhone, tap } from '../support/phone.ts';
import { boxOf } from '../support/pointer.ts';
import { openDocument } from '../support/signer.ts';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = page.getByRole('dialog');
const sheet = page.getBySelector('#signer-actions');
const done = page.getByRole('heading', { name: 'You’ve signed' });
const hasFocus = (on: Locator) => expect.element(on).toHaveFocus();

describe('from field to field', () => {
  it('says on a desktop what is missing, goes on, and opens the signature', async () => {
    await page.viewport(1440, 900);
    await openDocument({
      fields: [
        { label: 'City', y: 0.2 },
        { type: 'checkbox', label: 'Terms', y: 0.26, width: 0.03 },
        { type: 'signature', y: 0.4 },
      ],
    });
    const city = page.getByRole('textbox', { name: /^City/ });
    const terms = page.getByRole('checkbox', { name: /^Terms/ });
    await expect.element(page.getByText('3 fields to fill in')).toBeVisible();
    await button('Start').click();
    await hasFocus(city);
    await expect.element(city).not.toHaveAttribute('aria-invalid', 'true');

    await button('Next').click();
    await hasFocus(terms);
    await expect.element(city).toHaveAttribute('aria-invalid', 'true');
    await expect
      .element(page.getBySelector('.field-problem').filter({ hasText: 'Fill in this field.' }))
      .toBeInTheDocument();

    const list = page.getByRole('navigation', { name: 'Your fields' });
    const isListed = (text: RegExp) => expect.element(list.getByRole('button', { name: text })).toBeVisible();
    await isListed(/^City Fill in this field\.$/);
    await isListed(/^Terms$/);

    // The dialog opens by itself, and adopting goes on to what is still open.
    await button('Next').click();
    await button('Adopt and sign').click();
    await hasFocus(city);
    await expect.element(page.getByText('1 of 3 done')).toBeVisible();
    await city.fill('Porto');
    await button('Next').click();
    await hasFocus(terms);
    await isListed(/City Porto$/);

    // The last open one.
    await button('Next').click();
    await expect.element(terms).toHaveAttribute('aria-invalid', 'true');
    await terms.click();
    await button('Review').click();
    await button('Sign and finish').click();
    await expect.element(done).toBeVisible();
  });

  it('takes five taps on a tablet, and draws the signature', async () => {
    await holdPhone(820, 1180);
    const { signed } = await openDocument({
      fields: [
        { type: 'signature', page: 2, y: 0.4 },
        { label: 'Title', page: 2, y: 0.5 },
      ],
    });
    await tap(button('Start'));
    const canvas = dialog.getBySelector('canvas');
    await expect.element(canvas).toBeVisible();
    const pad = boxOf(canvas);
    const [left, middle] = [pad.x + pad.width / 4, pad.y + pad.height / 2];
    const strokes = [1, 2, 3, 4, 5, 6].map((step) => ({
      to: { x: left + step * 30, y: middle + (step % 2 === 0 ? 30 : -30) },
    }));
    await commands.usePointer([
      { to: { x: left, y: middle } },
      { button: 'down' },
      ...strokes,
      { button: 'up' },
    ]);
    await tap(button('Adopt and sign'));
    await hasFocus(sheet.getBySelector('input'));
    await userEvent.keyboard('Head of Legal');
    await tap(button('Review'));
    await tap(button('Sign and finish'));
    await expect.element(done).toBeVisible();
    expect(signed()).toMatchObject({
      signature: { kind: 'drawn' },
      values: [{ fieldId: 'fld_2', value: 'Head of Legal' }],
    });
  });

  it('needs only Enter on a desktop', async () => {
    await page.viewport(1440, 900);
    await openDocument({
      fields: [
        { type: 'signature', y: 0.2 },
        { label: 'Title', y: 0.3 },
        { type: 'initials', y: 0.4 },
        { type: 'signature', y: 0.5 },
      ],
    });
    const press = () => userEvent.keyboard('{Enter}');
    await expect.element(button('Start')).toBeEnabled();
    focus(button('Start'));
    await press();
    await hasFocus(dialog.getByLabelText('Your name'));
    await press();
    await hasFocus(page.getByRole('textbox', { name: /^Title/ }));
    await userEvent.keyboard('Counsel');
    await press();
    await hasFocus(dialog.getByRole('textbox'));
    await press();
    await hasFocus(button('Use this signature'));
    await press();
    await hasFocus(button('Review'));
    await press();
    await hasFocus(page.getByRole('heading', { name: 'Review before you sign' }));
  });

  it('offers optional fields, skips them, and counts only what is required', async () => {
    await holdPhone(390, 844);
    const optional = ['Fax', 'Mobile', 'Assistant', 'Extension'].map((label, at) => ({
      ...{ label, y: 0.2 + at * 0.06, required: false },
    }));
    await openDocument({
      fields: [...optional, { type: 'signature', y: 0.5 }, { label: 'Title', y: 0.6 }],
    });
    const isAsked = (label: string) =>
      expect.element(sheet.getBySelector('label').filter({ hasText: label })).toBeVisible();
    await expect.element(page.getByText('2 fields to fill in')).toBeVisible();
    await tap(button('Start'));
    await isAsked('Fax');
    await tap(button('Skip'));
    await isAsked('Mobile');
    await sheet.getBySelector('input').fill('+351 900 000');
    await tap(button('Next'));
    await isAsked('Assistant');
    await tap(button('Skip all'));
    await tap(button('Adopt and sign'));
    await isAsked('Title');
    await expect.element(page.getByText('2 of 2', { exact: true })).toBeVisible();
    await sheet.getBySelector('input').fill('Counsel');
    await tap(button('Review'));
    await expect.element(page.getByText('+351 900 000')).toBeVisible();
  });

  it('has one count everywhere, of required questions, in which a group is one', async () => {
    await holdPhone(390, 844);
    const choice = { type: 'radio', group: 'Payment', width: 0.03, height: 0.02 } as const;
    await openDocument({
      fields: [
        { label: 'Fax', y: 0.15, required: false },
        { ...choice, label: 'Card', y: 0.2 },
        { ...choice, label: 'Transfer', y: 0.24 },
        { type: 'date', label: 'Signed on', autoSource: 'signed_date', y: 0.3 },
        { label: 'City', y: 0.4 },
        { type: 'signature', y: 0.5 },
      ],
    });
    const progress = page.getByRole('progressbar');
    await expect.element(page.getByText('3 fields to fill in')).toBeVisible();
    await expect.element(progress).toHaveAttribute('aria-valuemax', '3');
    await tap(button('Start'));
    await tap(button('Skip'));
    await expect.element(page.getByText('1 of 3', { exact: true })).toBeVisible();
    await tap(sheet.getByRole('radio', { name: /Transfer/ }));
    await tap(button('Next'));
    await expect.element(page.getByText('2 of 3', { exact: true })).toBeVisible();
    await expect.element(progress).toHaveAttribute('aria-valuenow', '1');
    await expect.element(progress).toHaveAttribute('aria-valuetext', '1 of 3 done');
  });

  it('counts what was filled in for her as done, in the list as in the foot', async () => {
    await page.viewport(1440, 900);
    await openDocument({
      fields: [
        { type: 'name', label: 'Name', y: 0.2, prefillValue: 'Ada Lovelace' },
        { type: 'date', label: 'Signed on', autoSource: 'signed_date', y: 0.25 },
        { label: 'City', y: 0.3 },
        { type: 'signature', y: 0.4 },
      ],
    });
    const list = page.getByRole('navigation', { name: 'Your fields' });
    const isCounted = async (done: number) => {
      await expect.element(page.getByText(`${done} of 3 done`)).toBeVisible();
      await expect.element(list.getByText('Done', { exact: true })).toHaveLength(done);
    };
    await isCounted(1);
    await button('Start').click();
    await hasFocus(page.getByRole('textbox', { name: /^City/ }));
    await userEvent.keyboard('Porto');
    await isCounted(2);
    await page.getByRole('textbox', { name: /^Name/ }).click();
    await isCounted(2);
    await userEvent.keyboard('{Enter}');
    await button('Adopt and sign').click();
    await hasFocus(button('Review'));
    await isCounted(3);
  });

  it('signs each field by itself on a wide screen, with the signature that was chosen last', async () => {
    const { signed } = await openDocument({
      fields: [
        { type: 'signature', y: 0.3, height: 0.06 },
        { type: 'signature', y: 0.5, height: 0.06 },
      ],
    });
    const open = button('Signature, page 1, required: Sign here');
    await expect.element(open).toHaveLength(2);
    focus(open.first());
    await userEvent.keyboard('{Enter}');
    await button('Adopt and sign').click();
    await expect.element(page.getByText('1 of 2 done')).toBeVisible();
    await expect.element(open).toHaveLength(1);
    focus(open);
    await userEvent.keyboard('{Enter}');
    const use = button('Use this signature');
    await hasFocus(use);
    await expect.element(open).toHaveLength(1);
    await button('Use a different signature').click();
    const named = page.getByRole('dialog', { name: 'Your signature' });
    await named.getByLabelText('Your name').fill('A. Lovelace');
    await named.getByRole('button', { name: 'Adopt and sign' }).click();
    await expect.element(named).not.toBeInTheDocument();
    await expect.element(page.getByText('2 of 2 done')).toBeVisible();
    await expect.element(use).not.toBeInTheDocument();
    await hasFocus(button('Review'));
    await userEvent.keyboard('{Enter}');
    await button('Sign and finish').click();
    await expect.element(done).toBeVisible();
    expect(signed()?.signature).toMatchObject({ kind: 'typed', text: 'A. Lovelace' });
  });
});
