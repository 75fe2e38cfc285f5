import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { hasNoViolations } from '../support/axe.ts';
import { dragOntoPage, openEditor, placed, saved } from '../support/editor.ts';
import { boxOf, drag } from '../support/pointer.ts';

describe('the panel of a field', () => {
  const rows = page.getByRole('textbox', { name: /^Option \d/ });
  const options = () => rows.elements().map((row) => (row as HTMLInputElement).value);
  const list = page.getByRole('textbox', { name: 'Options' });
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  it('takes options in rows: typed, pasted, moved and removed, all by keyboard', async () => {
    const { reopen } = await openEditor();
    await dragOntoPage('Dropdown', { page: 1, x: 0.4, y: 0.3 });
    await page.getByLabelText('Label').fill('Region');
    expect(options()).toHaveLength(2);
    await rows.first().fill('Europe');
    await userEvent.keyboard('{Enter}Asia');
    await button('Remove option 3').click();
    await button('Add an option').click();
    await expect.element(rows.nth(2)).toHaveFocus();
    const data = new DataTransfer();
    data.setData('text', 'Africa\r\n\r\n  Oceania \nAsia Pacific');
    const paste = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(paste);
    await expect.poll(options).toEqual(['Europe', 'Asia', 'Africa', 'Oceania', 'Asia Pacific']);
    (button('Move option 5').element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowUp}');
    await expect.element(page.getByText('Moved to position 4 of 5.')).toBeInTheDocument();
    await expect.element(button('Move option 4')).toHaveFocus();
    await button('Remove option 2').click();
    await expect.element(rows.first()).toHaveFocus();
    expect(options()).toEqual(['Europe', 'Africa', 'Asia Pacific', 'Oceania']);
    await hasNoViolations();

    await button('Paste a list').click();
    await expect.element(list).toHaveValue('Europe\nAfrica\nAsia Pacific\nOceania');
    await list.fill(Array.from({ length: 101 }, (_, index) => `Country ${index}`).join('\n'));
    const cut = page.getByText('A field has up to 100 options. The others were left out.');
    await expect.element(cut).toBeVisible();
    await expect.element(list).toHaveValue(expect.stringMatching(/Country 100$/));
    await button('Done').click();
    await expect.element(rows).toHaveLength(100);
    await button('Paste a list').click();
    await list.fill('North\n\nSouth\n');
    await expect.element(cut).not.toBeInTheDocument();
    await button('Done').click();
    expect(options()).toEqual(['North', 'South']);
    await saved();
    await reopen();
    await placed(/^Dropdown “Region”/).click();
    await expect.poll(options).toEqual(['North', 'South']);
  });

  it('moves an option where its handle is dragged', async () => {
    await openEditor();
    await dragOntoPage('Radio', { page: 1, x: 0.4, y: 0.3 });
    await button('Paste a list').click();
    await list.fill('One\nTwo\nThree');
    await button('Done').click();
    const from = boxOf(button('Move option 1'));
    const to = boxOf(rows.last());
    await drag(
      { x: from.x + from.width / 2, y: from.y + from.height / 2 },
      { x: from.x, y: to.y + to.height - 2 },
    );
    await expect.poll(options).toEqual(['Two', 'Three', 'One']);
  });

  it('offers an amount of money as what it is, which a number can become and stop being', async () => {
    const { reopen } = await openEditor();
    await dragOntoPage('Currency amount', { page: 1, x: 0.4, y: 0.3 });
    const currency = page.getByRole('combobox', { name: 'Currency' });
    const decimals = page.getByRole('combobox', { name: 'Decimals' });
    await expect.element(page.getByText('Looks like $1,234.56')).toBeVisible();
    await currency.selectOptions('Japanese Yen (JPY)');
    await expect.element(decimals).toHaveValue('0');
    await expect.element(page.getByText('Looks like ¥1,235')).toBeVisible();
    // The next one is in the same currency.
    await dragOntoPage('Currency amount', { page: 1, x: 0.4, y: 0.5 });
    await expect.element(currency).toHaveValue('JPY');
    const type = page.getByRole('combobox', { name: 'Type' });
    await type.selectOptions('Number');
    await expect.element(currency).toHaveValue('');
    await decimals.selectOptions('3');
    await expect.element(page.getByText('Looks like 1,234.560')).toBeVisible();
    await saved();
    await reopen();
    await expect.element(placed(/^Currency amount for/)).toBeVisible();
    await expect.element(placed(/^Number for/)).toBeVisible();
  });

  it('shows how numbers and dates will look, and sets place and size', async () => {
    const { reopen } = await openEditor();
    await dragOntoPage('Number', { page: 1, x: 0.4, y: 0.3 });
    await page.getByLabelText('Label').fill('Deposit');
    await page.getByRole('switch', { name: 'Required' }).click();
    await page.getByRole('combobox', { name: 'Format' }).selectOptions('1,234.56');
    await page.getByRole('combobox', { name: 'Currency' }).selectOptions('US Dollar (USD)');
    await page.getByRole('combobox', { name: 'Decimals' }).selectOptions('0');
    await expect.element(page.getByText('Looks like $1,235')).toBeVisible();
    await page.getByText('Position and size').click();
    const left = page.getByLabelText('Left (%)');
    const width = page.getByLabelText('Width (%)');
    await left.fill('90');
    await width.fill('25');
    await userEvent.keyboard('{Tab}');
    await expect.element(left).toHaveValue(75);
    await expect.element(width).toHaveValue(25);
    await expect
      .element(page.getBySelector('summary').filter({ hasText: 'API name' }))
      .toMatchTextContent(/deposit/);
    await hasNoViolations();
    await dragOntoPage('Date', { page: 1, x: 0.4, y: 0.5 });
    await page.getByRole('combobox', { name: 'Format' }).selectOptions('MMMM D, YYYY');
    await expect.element(page.getByRole('combobox', { name: 'Format' })).toMatchTextContent(/December 31, /);
    await saved();
    await reopen();
    await placed(/^Currency amount “Deposit”/).click();
    await expect.element(page.getByRole('switch', { name: 'Required' })).not.toBeChecked();
    await expect.element(page.getByText('Looks like $1,235')).toBeVisible();
  });
});
