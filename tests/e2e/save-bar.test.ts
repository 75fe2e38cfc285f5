import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from '../support/chromium.ts';
import { patience } from '../support/patience.ts';
import { openDashboardHarness, type DashboardHarness } from './dashboard-harness.ts';
import { signUp } from './dashboard-steps.ts';

describe.skipIf(findChromium() === null)('unsaved settings (skipped where there is no Chromium)', () => {
  let harness: DashboardHarness;
  let page: Page;
  beforeAll(async () => {
    harness = await openDashboardHarness();
    ({ page } = await harness.visit({ reducedMotion: 'reduce' }));
    await signUp(page);
  }, patience(180_000));
  afterAll(() => harness?.close());

  const bar = () => page.getByRole('region', { name: 'Unsaved changes' });
  const name = () => page.getByLabel('Organization name');
  const domains = () => page.getByRole('textbox', { name: /domain/i });

  it('are shown with what was changed, until they are as they were', async () => {
    await page.goto('/settings/organization');
    expect(await bar().count()).toBe(0);
    await name().fill('Acme Law');
    await bar().getByText('Unsaved changes: Name').waitFor();
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id }) => id)).toEqual([]);
    await name().fill('Acme Legal GmbH');
    await expect.poll(() => bar().count()).toBe(0);
  });

  it('are all saved by one button, and by Enter', async () => {
    await name().fill('Acme Law');
    await domains().fill('acme.example');
    await bar().getByRole('button', { name: 'Save changes' }).click();
    await expect.poll(() => bar().count()).toBe(0);
    await page.reload();
    expect([await name().inputValue(), await domains().inputValue()]).toEqual(['Acme Law', 'acme.example']);

    await name().fill('Acme Lawyers');
    await bar().waitFor();
    await name().press('Enter');
    await expect.poll(() => bar().count()).toBe(0);
    await page.reload();
    expect(await name().inputValue()).toBe('Acme Lawyers');
  });

  it('stay where one is refused, and can be discarded', async () => {
    await domains().fill('not a domain');
    await bar().getByRole('button', { name: 'Save changes' }).click();
    await page.getByRole('alert').first().waitFor();
    expect(await bar().count()).toBe(1);
    // The input has the focus, and the bar doesn't cover its error.
    await expect.poll(() => domains().evaluate((input) => input === document.activeElement)).toBe(true);
    const about = page.getByText('Must be a domain such as example.com.');
    const isCovered = (about: Element) => {
      const { left, top, height } = about.getBoundingClientRect();
      return document.elementFromPoint(left + 1, top + height / 2) !== about;
    };
    expect(await about.evaluate(isCovered)).toBe(false);
    await bar().getByRole('button', { name: 'Discard' }).click();
    await expect.poll(() => bar().count()).toBe(0);
    expect(await domains().inputValue()).toBe('acme.example');
  });

  it('are asked about before the page is left', async () => {
    const dialog = page.getByRole('dialog', { name: 'Discard your changes?' });
    await name().fill('Something else');
    await bar().waitFor();
    await page.getByRole('link', { name: 'Templates' }).click();
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect(new URL(page.url()).pathname).toBe('/settings/organization');
    expect(await name().inputValue()).toBe('Something else');

    const asked: string[] = [];
    page.once('dialog', (native) => {
      asked.push(native.type());
      void native.dismiss();
    });
    await page.evaluate(() => location.reload());
    await expect.poll(() => asked).toEqual(['beforeunload']);
    expect(await name().inputValue()).toBe('Something else');

    await page.getByRole('link', { name: 'Templates' }).click();
    await dialog.getByRole('button', { name: 'Discard changes' }).click();
    await page.waitForURL('**/templates');
    await page.goto('/settings/organization');
    expect(await name().inputValue()).toBe('Acme Lawyers');
  });

  it('include inputs that a choice shows', async () => {
    await page.goto('/settings/defaults');
    await page.getByLabel('Automatic reminders', { exact: true }).check();
    await bar().waitFor();
    await bar().getByRole('button', { name: 'Discard' }).click();
    await expect.poll(() => bar().count()).toBe(0);
    expect(await page.getByLabel('Automatic reminders', { exact: true }).isChecked()).toBe(false);
  });
});
