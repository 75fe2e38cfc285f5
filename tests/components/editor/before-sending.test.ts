import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { hasNoViolations } from '../support/axe.ts';
import { addRecipient, dragOntoPage, openEditor, saved, sheet } from '../support/editor.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Chooses nothing, so that the panel is about the whole envelope. */
const leaveFields = () => sheet(1).click({ position: { x: 5, y: 5 } });

describe('before sending', () => {
  it('the choice of an expiry is kept when the day ends', async () => {
    const { reopen } = await openEditor();
    const terms = page.getByRole('region', { name: 'Terms' });
    const [expires, day] = [terms.getByLabelText('Expires'), terms.getByLabelText('At the end of')];
    await expires.selectOptions('30');
    await saved();
    const { value } = day.element() as HTMLInputElement;
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + DAY_MS });
    await reopen();
    await expect.element(expires).toHaveValue('30');
    await expect.element(day).toHaveValue(value);
    await expires.selectOptions('never');
    await expires.selectOptions('30');
    await expect.element(day).not.toHaveValue(value);
  });

  it('what is left to do is said, and led to', async () => {
    await openEditor({ people: [] });
    await addRecipient('Ada Lovelace', '');
    await leaveFields();
    const todo = page.getByRole('region', { name: 'Before you send' });
    await expect.element(todo.getByText(/There’s no signature field/)).toBeVisible();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Before you send' });
    await expect.element(dialog.getByText('Fix 1 problem to send.')).toBeVisible();
    await expect.element(dialog.getByRole('button', { name: 'Send now' })).toBeDisabled();
    await hasNoViolations();
    await dialog.getByRole('button', { name: /^Show, .*email/ }).click();
    await expect.element(page.getByRole('combobox', { name: 'Email' })).toHaveFocus();
    await userEvent.keyboard('ada@example.com');
    await dragOntoPage('Signature', { page: 1, x: 0.4, y: 0.3 });
    await userEvent.keyboard('{Escape}');
    await leaveFields();
    await expect.element(todo.getByRole('listitem')).toHaveLength(1);
    await expect
      .element(todo.getByRole('listitem'))
      .toMatchTextContent(/^\s*Every signer has a signature field\s*$/);
  });
});
