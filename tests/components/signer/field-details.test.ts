import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { hasNoViolations } from '../support/axe.ts';
import { openDocument } from '../support/signer.ts';

const FEE = {
  format: { pattern: '1.234,56', decimals: 2, currency: 'EUR' },
  validation: { min: 100, max: null, minLength: null, maxLength: null, pattern: null, message: null },
} as const;

describe('the details of fields on the page', () => {
  const input = (label: string) => page.getByLabelText(`${label}, page 1, required`);

  it('say how a number is written and what it may be', async () => {
    const { signed } = await openDocument({
      fields: [{ ...FEE, type: 'number', label: 'Fee', align: 'right' }],
    });
    const fee = input('Fee');
    await fee.fill('99,5');
    await userEvent.tab();
    await expect.element(fee).toHaveValue('99,50\u00a0€');
    await fee.click();
    await expect.element(fee).toHaveValue('99,5');
    await expect.element(fee).toHaveAccessibleDescription(/Enter 100,00\s€ or more\./);
    await fee.fill('1.234,5');
    await userEvent.tab();
    await expect.element(fee).toHaveValue('1.234,50\u00a0€');
    await page.getByRole('button', { name: 'Review' }).click();
    await expect.element(page.getByText('1.234,50\u00a0€')).toBeVisible();
    await page.getByRole('button', { name: 'Sign and finish' }).click();
    await expect.poll(signed).toMatchObject({ values: [{ fieldId: 'fld_1', value: '1234.5' }] });
  });

  it('say when an answer will be small, and when there is no room for it', async () => {
    await openDocument({ fields: [{ label: 'Name', width: 0.3, height: 0.03 }] });
    const name = input('Name');
    const long = 'Maximiliane Alexandra von Hohenzollern-Sigmaringen';
    await name.fill(long);
    await userEvent.tab();
    await expect
      .poll(() => page.getBySelector('.written .line').element().textContent)
      .toBe('Maximiliane Alexandra von\nHohenzollern-Sigmaringen');
    await expect.element(name).toHaveAccessibleDescription('');
    await name.fill(`${long} und zu der Mark am Rhein, ${long}`);
    await expect.element(name).toHaveAccessibleDescription('This is long for its box; it will be small.');
    await name.fill(`${long} `.repeat(5));
    await userEvent.tab();
    await expect.element(name).toHaveAccessibleDescription(/^Use at most \d+ characters\.$/);
  });

  it('say how a text is written, what it is for and what it may be', async () => {
    const { signed } = await openDocument({
      fields: [
        { label: 'Tax ID', comb: 8, placeholder: '8 digits', hint: 'As printed on your card.' },
        {
          ...{ label: 'Code', y: 0.2 },
          validation: {
            ...{ min: null, max: null, minLength: null, maxLength: null, pattern: '[A-Z]{2}\\d{2}' },
            message: 'See <b>page 2</b> or www.example.com',
          },
        },
        { label: 'City', y: 0.25, defaultValue: 'Malmö' },
        { label: 'Notes', y: 0.3, height: 0.04, multiline: true, required: false },
      ],
    });
    const tax = input('Tax ID');
    await expect.element(tax).toHaveAttribute('placeholder', '8 digits');
    await expect.element(tax).toHaveAccessibleDescription('As printed on your card.');
    await tax.fill('123456789');
    await userEvent.tab();
    await expect.element(tax).toHaveAccessibleDescription('Use at most 8 characters.');
    await tax.fill('12345678');
    await userEvent.tab();
    const cells = page.getBySelector('.field-box.comb .cells > span');
    await expect.poll(() => cells.elements().map((cell) => cell.textContent)).toEqual([...'12345678']);

    const code = input('Code');
    await code.fill('ab12');
    await userEvent.tab();
    await expect.element(code).toHaveAccessibleDescription('See <b>page 2</b> or www.example.com');
    await code.fill('AB12');
    await expect.element(code).toHaveAccessibleDescription('');
    await expect.element(input('City')).toHaveValue('Malmö');
    await page.getByLabelText('Notes, page 1').fill('One\nTwo');
    await hasNoViolations();

    await page.getByRole('button', { name: 'Review' }).click();
    await page.getByRole('button', { name: 'Sign and finish' }).click();
    await expect
      .poll(() => signed()?.values)
      .toEqual([
        { fieldId: 'fld_1', value: '12345678' },
        { fieldId: 'fld_2', value: 'AB12' },
        { fieldId: 'fld_3', value: 'Malmö' },
        { fieldId: 'fld_4', value: 'One\nTwo' },
      ]);
  });

  it('begin at the side where the finished document begins, whatever the language of the page', async () => {
    await openDocument({
      fields: [
        { label: 'Name', defaultValue: 'שרה בת־אל' },
        { label: 'City', y: 0.2, defaultValue: 'Malmö' },
        { label: 'Side', y: 0.25, defaultValue: 'שרה', align: 'left' },
      ],
    });
    const readLayout = (label: string) => {
      const { direction, textAlign } = getComputedStyle(input(label).element());
      return [direction, textAlign];
    };
    await expect.element(input('Name')).toHaveValue('שרה בת־אל');
    expect(readLayout('Name')).toEqual(['rtl', 'right']);
    expect(readLayout('City')).toEqual(['ltr', 'left']);
    expect(readLayout('Side')).toEqual(['rtl', 'left']);
  });
});
