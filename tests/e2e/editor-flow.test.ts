import { expect as shows, type Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findViolations } from '../support/axe.ts';
import { findChromium } from '../support/chromium.ts';
import {
  addParticipant,
  dragOntoPage,
  editorReady,
  fromPageMenu,
  palette,
  placed,
  saved,
  signUp,
  upload,
} from './dashboard-steps.ts';
import { openDashboardHarness, type DashboardHarness } from './dashboard-harness.ts';

async function axe(page: Page): Promise<void> {
  // The email preview doesn't run scripts, so axe can't look inside.
  await page.locator('iframe[sandbox=""]').evaluateAll((frames) => frames.forEach((frame) => frame.remove()));
  expect(await findViolations(page)).toEqual([]);
}

describe.skipIf(findChromium() === null)('from draft to sending (skipped where there is no Chromium)', () => {
  let harness: DashboardHarness;
  beforeAll(async () => {
    harness = await openDashboardHarness();
  }, 180_000);
  afterAll(() => harness?.close());

  it('previews the whole signing process, and records nothing', async () => {
    const { page, faults } = await harness.visit();
    await signUp(page);
    await upload(page, 'Lease.pdf');
    await addParticipant(page, 'Ada Lovelace', 'ada@example.com');
    await dragOntoPage(page, 'Signature', { page: 1, x: 0.4, y: 0.3 });
    await dragOntoPage(page, 'Text', { page: 1, x: 0.4, y: 0.5 });
    await placed(page, /^Text for Ada/).click();
    await page.getByText('Value and hint').click();
    await page.getByLabel('Prefilled value').fill('Bergen');
    await dragOntoPage(page, 'Company', { page: 1, x: 0.4, y: 0.6 });
    await placed(page, /^Company for Ada/).click();
    await page.getByText('Value and hint').click();
    await page.getByLabel('Value comes from').selectOption('sender_name');
    await addParticipant(page, 'Bob', 'bob@example.com');
    await page.getByRole('button', { name: 'Ada Lovelace' }).first().click();

    await page.getByRole('button', { name: 'Preview' }).click();
    const dialog = page.getByRole('dialog', { name: 'Preview' });
    const frame = page.frameLocator('iframe');
    await frame.getByText('Grace Hopper').first().waitFor();
    await axe(page);
    await dialog.getByRole('button', { name: 'Phone' }).click();
    expect(await frame.locator('body').evaluate(() => window.innerWidth)).toBeLessThanOrEqual(390);
    await dialog.getByRole('button', { name: 'Desktop' }).click();
    await frame.getByRole('button', { name: 'Review document' }).click();
    await shows(frame.getByRole('textbox', { name: /^Text, page 1/ })).toHaveValue('Bergen');
    await shows(frame.getByRole('textbox', { name: /^Company, page 1/ })).toHaveValue('Grace Hopper');
    await frame.locator('#signer-proceed').click();
    await frame.getByRole('tab', { name: 'Type' }).click();
    await frame.getByRole('dialog').getByRole('textbox').first().fill('Ada Lovelace');
    await frame.getByRole('button', { name: 'Adopt and sign' }).click();
    await frame.getByRole('button', { name: 'Review' }).click();
    await frame.getByRole('button', { name: 'Sign and finish' }).click();
    await frame.getByRole('heading', { name: /signed/ }).waitFor();
    await dialog.getByLabel('View as').selectOption({ label: '2. Bob' });
    await frame.getByRole('button', { name: 'Review document' }).click();
    await frame
      .getByText('Nothing to fill in')
      .or(frame.getByRole('button', { name: 'Review' }))
      .first()
      .waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await saved(page);

    const address = page.url().replace(/\/edit$/, '');
    await page.goto(address);
    await page.getByRole('link', { name: 'Continue editing' }).waitFor();
    await shows(page.getByText('Viewed')).toHaveCount(0);
    await shows(page.getByText('Signed', { exact: true })).toHaveCount(0);
    expect(faults).toEqual([]);
  }, 90_000);

  it('sets the terms, shows warnings, schedules sending, and changes or cancels it', async () => {
    const { page, faults } = await harness.visit({ timezoneId: 'Europe/Berlin' });
    await signUp(page);
    await upload(page, 'Terms.pdf');
    await addParticipant(page, 'Ada Lovelace', 'ada@example.com');
    await dragOntoPage(page, 'Text', { page: 1, x: 0.4, y: 0.3 });
    await page.keyboard.press('Escape');
    await page.locator('[data-page="1"]').click({ position: { x: 5, y: 5 } });
    const terms = page.getByRole('region', { name: 'Terms' });
    await terms.getByLabel('Legal framework').selectOption('eidas_ses');
    await terms.getByText('Organization default: United States').waitFor();
    await terms.getByLabel('Expires').selectOption('30');
    await terms.getByLabel('Send automatic reminders').check();
    await terms.getByLabel('First after (days)').fill('5');
    await terms.getByLabel('At most').fill('21');
    await terms.getByLabel('At most').blur();
    await shows(terms.getByLabel('At most')).toHaveValue('9');
    await saved(page);
    await page.reload();
    await editorReady(page);
    await shows(terms.getByLabel('Expires')).toHaveValue('30');
    await shows(terms.getByLabel('First after (days)')).toHaveValue('5');
    await axe(page);

    await page.getByRole('button', { name: 'Send', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Send this envelope?' });
    await dialog.getByText('There’s no signature field').waitFor();
    await dialog.getByText('First after 5 days · then every 3 days · at most 9 times').waitFor();
    const mail = dialog.frameLocator('iframe[title="Email preview"]');
    await mail.getByRole('heading', { name: 'Grace Hopper has asked you to sign' }).waitFor();
    await dialog.getByRole('button', { name: /^Show/ }).first().click();
    await shows(palette(page, 'Signature')).toBeFocused();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await dialog.getByRole('button', { name: 'Change, Expires' }).click();
    await shows(terms.getByLabel('Expires')).toBeFocused();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await dialog.getByRole('button', { name: 'Edit message' }).click();
    await shows(page.getByLabel('Email subject')).toBeFocused();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await dialog.getByRole('button', { name: 'Send later' }).click();
    await dialog.getByText(/Your time zone: Europe\/Berlin/).waitFor();
    await dialog.getByLabel('Date and time').fill('2026-01-01T09:00');
    await dialog.getByRole('button', { name: 'Schedule' }).click();
    await dialog.getByText('Choose a time in the future.').waitFor();
    await axe(page);
    const tomorrow = new Date(Date.now() + 24 * 3_600_000).toISOString().slice(0, 10);
    await dialog.getByLabel('Date and time').fill(`${tomorrow}T09:30`);
    await dialog.getByRole('button', { name: 'Schedule' }).click();
    await page.getByText('Scheduled for').waitFor();

    await fromPageMenu(page, 'Change send time');
    const change = page.getByRole('dialog', { name: 'Change send time' });
    await shows(change.getByLabel('Date and time')).toHaveValue(`${tomorrow}T09:30`);
    await axe(page);
    await change.getByLabel('Date and time').fill(`${tomorrow}T10:45`);
    await change.getByRole('button', { name: 'Change send time' }).click();
    await page.getByText('Send time changed.').waitFor();
    await fromPageMenu(page, 'Change send time');
    await change.getByRole('button', { name: 'Cancel scheduled send' }).click();
    await page.getByText('Scheduled send canceled.').waitFor();
    await shows(page.getByText('Change send time')).toHaveCount(0);
    await page.getByText('You canceled the scheduled send').first().waitFor();

    await page.getByRole('link', { name: 'Continue editing' }).click();
    await editorReady(page);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await dialog.getByRole('button', { name: 'Send now' }).click();
    await page.getByText('Asked to sign').waitFor();

    // A second envelope suggests the first one's recipients.
    await upload(page, 'Second.pdf');
    await page.getByRole('button', { name: 'Add recipient' }).click();
    await page.keyboard.type('lovel');
    await page.getByRole('option', { name: /Ada Lovelace/ }).click();
    await shows(page.getByRole('combobox', { name: 'Email' })).toHaveValue('ada@example.com');
    expect(faults).toEqual([]);
  }, 90_000);
});
