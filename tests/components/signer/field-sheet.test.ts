import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { hasNoViolations } from '../support/axe.ts';
import { holdPhone, pull, tap } from '../support/phone.ts';
import { boxOf } from '../support/pointer.ts';
import { openDocument } from '../support/signer.ts';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const sheet = page.getBySelector('#signer-actions');
const input = sheet.getBySelector('input');
const review = page.getByRole('heading', { name: 'Review before you sign' });
const dialog = page.getByRole('dialog');
/** Waits until the sheet asks for a field. */
const isAsked = (label: string) =>
  expect.element(sheet.getBySelector('label').filter({ hasText: label })).toBeVisible();

describe('the sheet of a field', () => {
  beforeEach(() => holdPhone(390, 844));

  it('leads to a review that begins with the first answer', async () => {
    const lines = Array.from({ length: 12 }, (_, at) => ({
      ...{ y: 0.1 + at * 0.05, label: `Line ${at + 1}`, required: false },
    }));
    await openDocument({ fields: [...lines, { type: 'signature', y: 0.85 }] });
    await tap(button('Start'));
    await tap(button('Skip all'));
    await tap(button('Adopt and sign'));
    await expect.element(review).toBeVisible();
    await expect.element(page.getByText(/^Line 1(?: |$)/).first()).toBeVisible();
    expect(document.documentElement.scrollHeight).toBeGreaterThan(innerHeight);
    expect(scrollY).toBe(0);
  });

  it('is left empty for the next field, but not when it is the last one', async () => {
    await openDocument({
      fields: [
        { label: 'Street', y: 0.2 },
        { label: 'City', y: 0.3 },
      ],
    });
    await tap(button('Start'));
    await isAsked('Street');
    await tap(button('Next'));
    await isAsked('City');
    await input.fill('Turin');
    await tap(button('Next'));
    await isAsked('Street');
    await tap(button('Next'));
    await expect.element(sheet.getBySelector('.text-danger')).toBeVisible();
    await input.fill('Via Po 1');
    await tap(sheet.getByRole('button', { name: 'Review' }));
    await expect.element(review).toBeVisible();
  });

  it('leaves the field to sign in view, even at the end of the document', async () => {
    await page.viewport(390, 760);
    await openDocument({ fields: [{ type: 'signature', page: 2, x: 0.6, y: 0.93, height: 0.05 }] });
    await tap(button('Start'));
    const find = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
    await expect
      .poll(() => {
        const [field, header, shown] = [find('[id^=page-f]'), find('header'), find('[role=dialog]')];
        if (field === undefined || header === undefined || shown === undefined) return false;
        const isAcross = field.left >= 0 && field.right <= innerWidth;
        return isAcross && field.top >= header.bottom && field.bottom <= shown.top;
      })
      .toBe(true);
  });

  it('closes when it is pulled down, and keeps what was typed; others’ fields are faint', async () => {
    await openDocument({
      fields: [
        { label: 'City', y: 0.2 },
        { type: 'signature', y: 0.5 },
      ],
      others: ['Ben Okafor'],
      view: { openFields: [{ page: 1, x: 0.5, y: 0.5, width: 0.3, height: 0.03, person: 1 }] },
    });
    await expect.element(page.getBySelector('[data-open-field]').filter({ hasText: 'BO' })).toBeVisible();
    await tap(button('Start'));
    await input.fill('Turin');
    await pull(button('Close'), 20);
    await expect.element(input).toHaveValue('Turin');
    await pull(button('Close'), 160);
    await expect.element(input).not.toBeInTheDocument();
    await expect.element(page.getBySelector('[data-docks]').filter({ hasText: 'Turin' })).toBeVisible();
    await expect.element(page.getByText('1 of 2 done')).toBeVisible();

    await tap(button('Next'));
    await pull(dialog.getByRole('heading'), 200);
    await expect.element(dialog).not.toBeInTheDocument();
  });

  it('closes by its handle, and keeps what was typed, also on the way back to the invitation', async () => {
    const fields = [
      { label: 'Title', y: 0.3 },
      { type: 'signature' as const, y: 0.5 },
    ];
    await openDocument({ fields });
    await expect.element(page.getByText('2 fields to fill in')).toBeVisible();
    await tap(button('Start'));
    await isAsked('Title');
    await input.fill('Chief Analyst');
    await tap(button('Close'));
    await expect.element(page.getByText('1 of 2 done')).toBeVisible();
    const filled = button('Title, page 1, required: Chief Analyst');
    await expect.element(filled).toBeVisible();
    await expect.element(input).not.toBeInTheDocument();

    expect(boxOf(button('Back')).height).toBeGreaterThanOrEqual(44);
    await tap(button('Back'));
    await expect.element(page.getByText(/Grace Hopper has asked you to sign/).first()).toBeVisible();
    await tap(button('Review document'));
    await expect.element(filled).toBeVisible();
  });

  it('says how a text is written, and shows it on the page', async () => {
    await openDocument({
      fields: [
        {
          ...{ type: 'number', label: 'Fee', align: 'right' },
          format: { pattern: '1.234,56', decimals: 2, currency: 'EUR' },
        },
        { label: 'Tax ID', y: 0.15, comb: 8, placeholder: '8 digits', hint: 'As printed on your card.' },
      ],
    });
    await tap(page.getBySelector('[data-docks]').first());
    await isAsked('Fee');
    await input.fill('1234');
    await userEvent.keyboard('{Enter}');
    await isAsked('Tax ID');
    await expect.element(input).toHaveAttribute('placeholder', '8 digits');
    await expect.element(page.getByText('As printed on your card.').first()).toBeVisible();
    await input.fill('1234');
    const cells = page.getBySelector('.field-box.comb .cells > span');
    await expect.poll(() => cells.elements().map((cell) => cell.textContent)).toEqual([...'1234']);
    await expect.element(page.getBySelector('.field-box').getByText('1.234,00\u00a0€')).toBeVisible();
    await hasNoViolations();
  });
});
