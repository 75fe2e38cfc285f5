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

  it('are kept once they are saved, and asked about before the page is left', async () => {
    await page.goto('/settings/organization');
    await name().fill('Acme Law');
    await domains().fill('acme.example');
    await bar().getByRole('button', { name: 'Save changes' }).click();
    await expect.poll(() => bar().count()).toBe(0);
    await page.reload();
    expect([await name().inputValue(), await domains().inputValue()]).toEqual(['Acme Law', 'acme.example']);

    await name().fill('Something else');
    await bar().waitFor();
    const asked: string[] = [];
    page.once('dialog', (native) => {
      asked.push(native.type());
      void native.dismiss();
    });
    await page.evaluate(() => location.reload());
    await expect.poll(() => asked).toEqual(['beforeunload']);
    expect(await name().inputValue()).toBe('Something else');

    await page.getByRole('link', { name: 'Templates' }).click();
    const dialog = page.getByRole('dialog', { name: 'Discard your changes?' });
    await dialog.getByRole('button', { name: 'Discard changes' }).click();
    await page.waitForURL('**/templates');
    await page.goto('/settings/organization');
    expect(await name().inputValue()).toBe('Acme Law');
  });
});
