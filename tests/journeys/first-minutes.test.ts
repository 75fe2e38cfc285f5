import { mkdir, readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDashboardHarness, type DashboardHarness } from '../e2e/dashboard-harness.ts';
import { PASSWORD } from '../e2e/dashboard-steps.ts';
import { findChromium } from '../support/chromium.ts';
import { patience } from '../support/patience.ts';

const CONTRACT = new URL('../../static/sample-nda.pdf', import.meta.url);
/** Where to save a picture of each step, for people to look at; nowhere if it's not set. */
const PICTURES = process.env['PICTURES'];

/** Somebody at a screen, whose clicks are counted. Typing and keys don't count. */
class Newcomer {
  clicks = 0;
  #steps = 0;
  readonly page: Page;
  readonly #walk: string;

  constructor(page: Page, walk: string) {
    page.setDefaultTimeout(patience(20_000));
    this.page = page;
    this.#walk = walk;
  }

  async click(onto: Locator | string): Promise<void> {
    await this.look();
    const place =
      typeof onto === 'string' ? this.page.getByRole('button', { name: onto, exact: true }) : onto;
    await place.click();
    this.clicks += 1;
  }

  /** Chooses a file, which takes a click on what asks for it and one in the system's dialog. */
  async chooseFile(name: string): Promise<void> {
    const chooser = this.page.waitForEvent('filechooser');
    await this.click('choose files');
    await (await chooser).setFiles({ name, mimeType: 'application/pdf', buffer: await readFile(CONTRACT) });
    this.clicks += 1;
  }

  async look(): Promise<void> {
    if (PICTURES === undefined) return;
    await mkdir(PICTURES, { recursive: true });
    const step = String((this.#steps += 1)).padStart(2, '0');
    await this.page.screenshot({ path: `${PICTURES}/${this.#walk}-${step}.png` });
  }
}

describe.skipIf(findChromium() === null)(
  'the first minutes on a server without email (skipped where there is no Chromium)',
  () => {
    let harness: DashboardHarness;
    beforeAll(async () => {
      harness = await openDashboardHarness();
    }, patience(180_000));
    afterAll(() => harness?.close());

    /** Signs what the page shows: the sample, or what somebody was asked to sign. */
    async function sign(person: Newcomer): Promise<void> {
      const { page } = person;
      await page.locator('canvas').first().waitFor();
      await person.click('Start');
      await person.click('Adopt and sign');
      // A date that was found beside the signature is filled in.
      await person.click('Review');
      await person.click('Sign and finish');
      await page.getByRole('heading', { name: 'Everyone has signed' }).waitFor();
      await person.look();
    }

    /** Takes the link of whoever is asked from the envelope's page, and signs with it in another browser. */
    async function passOn(sender: Newcomer): Promise<void> {
      const { page } = sender;
      await page.getByText('This server doesn’t send email.').waitFor();
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.evaluate(() => navigator.clipboard.writeText(''));
      await sender.click(page.getByRole('button', { name: /^Copy link/ }).first());
      const read = () => page.evaluate(() => navigator.clipboard.readText());
      await expect.poll(read, { timeout: patience(10_000) }).toContain('#token=');
      const other = await harness.visit();
      const ben = new Newcomer(other.page, 'link');
      await ben.page.goto(await read());
      await ben.click('Review document');
      await sign(ben);
      expect(other.faults).toEqual([]);
      await page.getByText('Completed').first().waitFor();
      await sender.look();
    }

    it(
      'lead a new owner from sign-up to a signed sample, an own contract and one from a template',
      async () => {
        const { page, faults } = await harness.visit({ viewport: { width: 1280, height: 800 } });
        const owner = new Newcomer(page, 'sample');
        await page.goto('/signup');
        await page.getByLabel('Organization name').fill('Northwind Studio');
        await page.getByLabel('Your name').fill('Mara Whitcombe');
        await page.getByLabel('Email').fill('mara@northwind.example');
        await owner.click('Use a password instead');
        await page.getByLabel('Password').fill(PASSWORD);
        await owner.click('Create organization');
        await page.getByRole('heading', { name: 'Welcome, Mara Whitcombe' }).waitFor();
        expect(await page.getByText(/^Confirm /).count()).toBe(0);
        await owner.click('Sign the sample');
        await page.waitForURL('**/sign**');
        await sign(owner);
        await owner.click(page.getByRole('link', { name: 'Back to the envelope' }));
        await page.waitForURL(/\/envelopes\/env_\w+$/);
        await page.getByText('Completed').first().waitFor();
        await owner.look();
        expect(owner.clicks).toBeLessThanOrEqual(8);

        const sender = new Newcomer(page, 'contract');
        await sender.click(page.getByRole('link', { name: 'Envelopes', exact: true }).first());
        await sender.click(page.getByRole('link', { name: /^New envelope/ }));
        await page.locator('[data-ready="true"]').waitFor();
        await sender.chooseFile('Services agreement.pdf');
        await sender.click('Add recipient');
        await page.keyboard.type('Ben Brandt');
        await page.keyboard.press('Tab');
        await page.keyboard.type('ben@brandt.example');
        await page.getByText(/fields? found/).waitFor();
        await sender.click('Send');
        const dialog = page.getByRole('dialog', { name: 'Send this envelope?' });
        await dialog.getByText('This server doesn’t send email', { exact: false }).waitFor();
        await sender.click(dialog.getByRole('button', { name: 'Send now' }));
        await page.waitForURL(/\/envelopes\/env_\w+$/);
        await passOn(sender);
        expect(sender.clicks).toBeLessThanOrEqual(8);

        const repeater = new Newcomer(page, 'template');
        await repeater.click(page.getByRole('link', { name: 'Templates', exact: true }).first());
        await repeater.click(page.getByRole('link', { name: 'New template' }).first());
        await page.locator('[data-ready="true"]').waitFor();
        await repeater.chooseFile('Photo release.pdf');
        await page.getByLabel('Role 1', { exact: true }).fill('Client');
        await repeater.click('Place fields');
        await page.waitForURL('**/templates/tpl_*/edit');
        await page.locator('[data-page="1"] canvas').waitFor();
        await repeater.click('Done');
        await page.waitForURL(/\/templates\/tpl_[^/]*$/);
        await repeater.click(page.getByRole('link', { name: 'Use template', exact: true }));
        const client = page.getByRole('group', { name: 'Client' });
        await client.getByLabel('Name').fill('Ben Brandt');
        await client.getByLabel('Email', { exact: true }).fill('ben@brandt.example');
        // Whatever happens to the page, what was typed is there again.
        await page.reload();
        await expect
          .poll(() => client.getByLabel('Email', { exact: true }).inputValue())
          .toBe('ben@brandt.example');
        await repeater.click('Send');
        await repeater.click('Send now');
        await page.waitForURL(/\/envelopes\/env_\w+$/);
        await passOn(repeater);
        expect(repeater.clicks).toBeLessThanOrEqual(10);
        // A page that is being left may still read what it derived.
        expect(faults.filter((fault) => !fault.includes('derived_inert'))).toEqual([]);
      },
      patience(300_000),
    );
  },
);
