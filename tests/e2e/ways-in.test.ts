import { expect as shows, type Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findViolations } from '../support/axe.ts';
import { findChromium } from '../support/chromium.ts';
import { openDashboardHarness, type DashboardHarness } from './dashboard-harness.ts';
import { fromPageMenu, signUp } from './dashboard-steps.ts';
import { ADA, apiKeyOf, BEN, makeEnvelope, read } from './envelope-steps.ts';
import { mailedCode } from './mailed-code.ts';

const TOUCH = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;

describe.skipIf(findChromium() === null)('ways to a document without an invitation', () => {
  let harness: DashboardHarness;
  beforeAll(async () => {
    harness = await openDashboardHarness();
  }, 180_000);
  afterAll(() => harness?.close());

  const hasNoViolations = async (page: Page) => expect(await findViolations(page)).toEqual([]);
  /** Signs the document's only field with the suggested name. */
  const sign = async (page: Page, { opened = false } = {}) => {
    const press = async (name: string) => await page.getByRole('button', { name, exact: true }).click();
    if (!opened) await press('Review document');
    await page.locator('canvas').first().waitFor();
    await press('Start');
    const dialog = page.getByRole('dialog', { name: 'Your signature' });
    await dialog.waitFor();
    await dialog.getByRole('textbox').press('Enter');
    await dialog.waitFor({ state: 'detached' });
    // On a phone, adopting the signature was the last step.
    if (page.viewportSize()?.width !== TOUCH.viewport.width) await press('Review');
    await press('Sign and finish');
    await page.getByRole('heading', { name: /signed/i }).waitFor();
  };

  it('a published template is filled in and signed by whoever has the link, on a phone', async () => {
    const { page, faults } = await harness.visit();
    await signUp(page);
    const id = await makeEnvelope(page, await apiKeyOf(page), 'Waiver', { send: false, people: [ADA] });
    await page.goto(`/envelopes/${id}`);
    await fromPageMenu(page, 'Save as template');
    await page.getByLabel('Template name').fill('Waiver');
    await page.getByLabel('Role for Ada Lovelace (ada@example.com)').fill('Guest');
    await page.getByRole('button', { name: 'Save template' }).click();
    await page.waitForURL('**/templates/tpl_*');
    const card = page.getByRole('region', { name: 'Public form' }).locator('summary');
    await card.getByText('Publish form').click();
    await page.getByLabel('Maximum uses').fill('1');
    await page.getByRole('button', { name: 'Publish form' }).click();
    const link = page.getByRole('link', { name: /\/forms\// });
    const url = (await link.getAttribute('href')) ?? '';

    const guest = await harness.visit(TOUCH);
    await guest.page.goto(url);
    await guest.page.getByRole('heading', { name: 'Waiver' }).waitFor();
    await hasNoViolations(guest.page);
    await guest.page.getByRole('link', { name: 'Start' }).tap();
    await guest.page.getByLabel('Name').fill('Greta Guest');
    await guest.page.getByLabel('Email').fill('greta@example.com');
    await guest.page.getByRole('button', { name: 'Email me a code' }).tap();
    const code = guest.page.getByLabel('Code', { exact: true });
    // The page's scripts run, which submit the form with the last digit.
    await shows(code).toBeFocused();
    await code.fill('000 000');
    await guest.page
      .getByText('That code is wrong or has expired. Check the email,', { exact: false })
      .waitFor();
    await hasNoViolations(guest.page);
    await shows(code).toBeFocused();
    await code.fill(await mailedCode(harness.database, 'greta@example.com'));
    await guest.page.waitForURL('**/sign**');
    await sign(guest.page, { opened: true });
    expect(guest.faults).toEqual([]);

    const late = await harness.visit(TOUCH);
    await late.page.goto(url);
    await late.page.getByRole('heading', { name: 'This form is full' }).waitFor();
    await hasNoViolations(late.page);
    await page.reload();
    await page.getByText('Used once', { exact: true }).waitFor();
    await page.goto('/envelopes');
    await page.getByText('Greta Guest').first().waitFor();
    await page.goBack();
    await card.getByText('Edit').click();
    await page.getByRole('button', { name: 'Turn off' }).click();
    await shows(card.getByText('Publish form')).toBeVisible();
    expect(faults).toEqual([]);
  }, 120_000);

  it('a sender whose turn it is signs from the list and from the envelope page', async () => {
    const { page, faults } = await harness.visit();
    const email = await signUp(page);
    const key = await apiKeyOf(page);
    const me = { name: 'Grace Hopper', email };
    const [listed, opened] = [
      await makeEnvelope(page, key, 'From the list', { people: [me, BEN] }),
      await makeEnvelope(page, key, 'From its page', { people: [me] }),
    ];
    await page.goto('/envelopes');
    const overview = page.getByRole('navigation', { name: 'Overview' });
    await overview.getByRole('link', { name: 'Your turn 2' }).click();
    await page.waitForURL('**/envelopes?view=waiting&turn=mine');
    const row = page
      .getByRole('list', { name: 'Envelopes' })
      .getByRole('listitem')
      .filter({ hasText: 'From the list' });
    await row.getByRole('button', { name: 'Sign now' }).click();
    // The envelope's page has a canvas, too.
    await page.waitForURL('**/sign**');
    await sign(page, { opened: true });
    // The next one that waits follows at once, until there is none.
    await page.getByRole('link', { name: 'Sign next' }).click();
    await page.waitForURL(({ pathname }) => pathname.startsWith('/sign'));
    // Back would lead on again from a page that only leads on.
    const steps = await page.evaluate(() => navigation.entries().map(({ url }) => url ?? ''));
    expect(steps.filter((url) => url.includes('sign-next'))).toEqual([]);
    await sign(page, { opened: true });
    await page.getByRole('link', { name: 'Back to the envelope' }).waitFor();
    expect(await page.getByRole('link', { name: 'Sign next' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Back to the envelope' }).click();
    await page.waitForURL(`**/envelopes/${opened}`);
    type Log = { items: { action: string; actorType: string; payload: Record<string, unknown> }[] };
    const { items } = await read<Log>(page, 'envelope.events', { id: listed });
    expect(items.map(({ action }) => action)).toContain('participant.signed');
    await page.goto(`/envelopes/${listed}`);
    await page.getByText('Waiting for Ben Bitdiddle').first().waitFor();
    expect(await page.getByRole('button', { name: 'Sign now' }).count()).toBe(0);
    expect(faults).toEqual([]);
  }, 120_000);
});
