import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { hasNoViolations } from '../support/axe.ts';
import { openDocument } from '../support/signer.ts';

describe('conditions and formulas', () => {
  const news = (text: string) => page.getBySelector('[aria-live="polite"]').getByText(text);
  const progress = page.getByRole('progressbar');
  const ships = page.getByRole('checkbox', { name: 'Ships, page 1' });
  const street = page.getByLabelText('Street, page 1, required');
  const price = page.getByLabelText('Price, page 1, required');
  const total = page.getByLabelText('Total, page 1, Calculated');

  it('follow the answers, and say so', async () => {
    const { signed } = await openDocument({
      fields: [
        { type: 'checkbox', label: 'Ships', required: false, width: 0.026, height: 0.02 },
        { label: 'Street', y: 0.15, condition: { all: [{ key: 'Ships', isChecked: true }] } },
        { type: 'number', label: 'Price', y: 0.2 },
        { type: 'number', label: 'Total', y: 0.25, formula: 'round(Price * 1.19, 2)' },
      ],
    });
    await expect.element(street).not.toBeInTheDocument();
    await expect.element(progress).toHaveAttribute('aria-valuemax', '1');
    await ships.click();
    await expect.element(street).toBeVisible();
    await expect.element(progress).toHaveAttribute('aria-valuemax', '2');
    await expect.element(news('Now shown: Street.')).toBeInTheDocument();
    await street.fill('Elm Street 1');
    await price.fill('0.1');
    await expect.element(total).toHaveValue('0.12');
    await price.fill('1,000');
    await userEvent.tab();
    await expect.element(total).toHaveValue('1190');
    await expect.element(total).toHaveAttribute('readonly');
    await expect.element(news('Total: 1190.')).toBeInTheDocument();
    await hasNoViolations();

    await ships.click();
    await expect.element(street).not.toBeInTheDocument();
    await expect.element(news('No longer needed: Street.')).toBeInTheDocument();
    await page.getByRole('button', { name: 'Review' }).click();
    await expect.element(page.getByRole('heading', { name: 'Review before you sign' })).toBeVisible();
    await expect.element(page.getByText('Elm Street 1')).not.toBeInTheDocument();
    await page.getByRole('button', { name: 'Sign and finish' }).click();
    await expect
      .poll(() => signed()?.values.map(({ fieldId, value }) => [fieldId, value]))
      .toEqual([
        ['fld_1', 'false'],
        ['fld_3', '1,000'],
        ['fld_4', '1190'],
      ]);
  });

  it('read what others answered before', async () => {
    await openDocument({
      fields: [
        { type: 'number', label: 'Half', formula: 'Total / 2' },
        { label: 'Receipt', y: 0.2, condition: { all: [{ key: 'Street', isFilled: true }] } },
      ],
      view: {
        inputs: [
          { key: 'Total', type: 'number', options: null, value: '1190' },
          { key: 'Street', type: 'text', options: null, value: null },
        ],
      },
    });
    await expect.element(page.getByLabelText('Half, page 1, Calculated')).toHaveValue('595');
    await expect.element(page.getByLabelText('Receipt, page 1, required')).not.toBeInTheDocument();
  });
});
