import { describe, expect, it } from 'vitest';
import { commands, page } from 'vitest/browser';
import { hasNoViolations } from '../support/axe.ts';
import { openEditor, palette, placed, saved, sheet } from '../support/editor.ts';
import { holdPhone, tap } from '../support/phone.ts';
import { boxOf } from '../support/pointer.ts';

const dock = page.getByRole('navigation', { name: 'Panels' });
const inDock = (name: string) => dock.getByRole('button', { name });
const label = page.getByLabelText('Label', { exact: true });

/** Touches the page at a share of its height. */
async function touchPage(share: number): Promise<void> {
  const { x, y, width, height } = boxOf(sheet(1));
  await commands.touch([{ x: x + width / 2, y: y + height * share }, 'end']);
}

describe('the editor on a phone', () => {
  it.each([390, 320])('places and changes fields with a thumb at %i px', async (width) => {
    await holdPhone(width, 844);
    await openEditor({ people: [] });
    const words = () =>
      dock
        .getBySelector('button span')
        .elements()
        .filter((span) => span.checkVisibility());
    await expect.element(inDock('Date')).toBeVisible();
    expect(words().length).toBeGreaterThan(4);
    expect(words().filter((span) => span.scrollWidth > span.clientWidth)).toEqual([]);
    await tap(inDock('Date'));
    await expect.element(dock.getByText('Tap where Recipient 1 fills it in')).toBeVisible();
    await touchPage(1 / 3);
    await expect.element(placed(/^Date for Recipient 1/)).toBeVisible();
    await expect.element(dock.getByText(/Recipient 1/).first()).toBeVisible();
    await hasNoViolations();
    await tap(inDock('Edit'));
    await label.fill('Start date');
    await hasNoViolations();
    await tap(inDock('Done'));
    await expect.poll(() => label.query()?.checkVisibility() ?? false).toBe(false);
    await expect.element(dock.getByText('Start date')).toBeVisible();
    await tap(inDock('Duplicate'));
    await expect.element(placed(/^Date/)).toHaveLength(2);
    await tap(inDock('Remove'));
    await expect.element(placed(/^Date/)).toHaveLength(1);
    await tap(page.getByRole('button', { name: /Recipient 1/ }).first());
    await tap(page.getByRole('button', { name: 'Edit Recipient 1' }));
    await page.getByRole('combobox', { name: 'Email' }).fill('ada@example.com');
    await tap(inDock('Done'));
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  });

  it('has all types behind a button, and places them by tapping', async () => {
    await holdPhone(390, 844);
    await openEditor({ people: [] });
    await tap(inDock('All'));
    await tap(palette('Signature'));
    await touchPage(1 / 2);
    await expect.element(placed(/^Signature for Recipient 1/)).toBeVisible();
    await saved();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  });
});
