import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findViolations } from '../support/axe.ts';
import { useApi } from '../support/api.ts';
import { findChromium } from '../support/chromium.ts';
import { launchChromium } from '../support/launch-chromium.ts';
import { createDraft } from '../support/envelopes.ts';
import { useListening } from '../support/listening.ts';

const api = useApi();
const server = useListening(api);

/** One of each kind. */
const PAGES = ['', '/agents', '/reference', '/reference/envelopeSend'];

describe.skipIf(findChromium() === null)('the portal in a browser (skipped where there is none)', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser.close();
  });

  /** Opens a page. The test fails if the browser complains, or if the page contacts another server. */
  const visit = async (
    options: BrowserContextOptions,
    test: (page: Page, open: (path: string) => Promise<unknown>) => Promise<void>,
  ) => {
    const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('console', (message) => {
      // The test provokes the form's refused request.
      if (['error', 'warning'].includes(message.type()) && !/status of 4\d\d/.test(message.text()))
        faults.push(message.text());
    });
    page.on('pageerror', (error) => faults.push(String(error)));
    page.on('request', (request) => {
      if (!request.url().startsWith(`${server.origin}/`)) faults.push(`asks ${request.url()}`);
    });
    await test(page, (path) => page.goto(`${server.origin}/api/docs${path}`));
    expect(faults).toEqual([]);
    await context.close();
  };

  it.each([
    ['a desktop', { viewport: { width: 1440, height: 900 } }],
    ['a desktop in the dark', { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' }],
    ['a tablet', { viewport: { width: 1024, height: 768 } }],
    ['a phone', { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true }],
    ['a phone in the dark', { viewport: { width: 390, height: 844 }, hasTouch: true, colorScheme: 'dark' }],
  ] as const)('is accessible and never scrolls sideways on %s', async (_name, options) => {
    await visit(options, async (page, open) => {
      for (const path of PAGES) {
        await open(path);
        const found = await findViolations(page);
        expect({ path, found }).toEqual({ path, found: [] });
        const wide = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect({ path, wide }).toEqual({ path, wide: 0 });
      }
    });
  });

  it('finds pages by keyboard, also without a network once it was opened', async () => {
    await visit({ viewport: { width: 1280, height: 800 } }, async (page, open) => {
      await open('');
      await page.keyboard.press('/');
      const box = page.getByRole('combobox', { name: 'Search' });
      await page.getByText('Type to search').waitFor();
      await page.keyboard.press('Escape');
      await box.waitFor({ state: 'hidden' });
      await page.context().setOffline(true);
      await page.getByRole('button', { name: 'Search' }).click();
      await box.fill('version conf');
      await page.getByRole('option', { name: /^version_conflict/ }).waitFor();
      await box.fill('send later');
      await page.getByRole('option', { name: /^Send an envelope/ }).waitFor();
      await box.fill('send an env');
      expect(await findViolations(page)).toEqual([]);
      await page.context().setOffline(false);
      await page.getByRole('option', { name: /^Send an envelope/ }).waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Send an envelope' }).waitFor();
      await box.waitFor({ state: 'hidden' });
      await page.keyboard.press('/');
      await box.fill('nothing of the kind');
      await page.getByText('Nothing found.').waitFor();
    });
  });

  it('remembers the language of samples, and the color scheme', async () => {
    await visit({ viewport: { width: 1280, height: 800 } }, async (page, open) => {
      await open('/reference/envelopeSend');
      await page.getByRole('tab', { name: 'curl' }).focus();
      await page.keyboard.press('ArrowRight');
      await page
        .getByRole('tabpanel', { name: 'TypeScript' })
        .getByText('countersign.envelopes.send')
        .waitFor();
      await page.getByRole('button', { name: 'Dark' }).click();
      await open('/templates');
      expect(await page.getByRole('tab', { name: 'TypeScript', selected: true }).count()).toBe(2);
      expect(await page.getByRole('button', { name: 'Dark', pressed: true }).count()).toBe(1);
      expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
        'rgb(19, 19, 22)',
      );
    });
  });

  it('has its navigation behind a button on phones', async () => {
    await visit({ viewport: { width: 390, height: 844 }, hasTouch: true }, async (page, open) => {
      await open('');
      const link = page.getByRole('link', { name: 'Receive webhooks', exact: true });
      expect(await link.isVisible()).toBe(false);
      await page.getByRole('button', { name: 'Menu' }).tap();
      await page.keyboard.press('Escape');
      expect(await link.isVisible()).toBe(false);
      await page.getByRole('button', { name: 'Menu' }).tap();
      await link.tap();
      await page.getByRole('heading', { level: 1, name: 'Receive webhooks' }).waitFor();
    });
  });

  it('sends a request with a key that it forgets', async () => {
    const { apiKey } = await api.tenant();
    const { envelope } = (await createDraft(api, apiKey)).json as {
      envelope: { id: string; version: number };
    };
    await visit({ viewport: { width: 1280, height: 1000 } }, async (page, open) => {
      await open('/reference/envelopeSend');
      const form = page.getByRole('region', { name: 'Try it' });
      await form.getByLabel('Key').fill(apiKey);
      await form.getByLabel('id', { exact: true }).fill(envelope.id);
      const body = form.getByLabel('body');
      await body.fill('{ "expectedVersion": }');
      await form.getByRole('button', { name: 'Send request' }).click();
      expect(await body.evaluate((field: HTMLTextAreaElement) => field.validationMessage)).toBe(
        'This is not valid JSON.',
      );
      await body.fill('{ "expectedVersion": 99 }');
      await form.getByRole('button', { name: 'Send request' }).click();
      await form.getByText('version_conflict').waitFor();
      await form.getByText('Read it again, then decide.').waitFor();
      await body.fill(`{ "expectedVersion": ${envelope.version} }`);
      await form.getByRole('button', { name: 'Send request' }).click();
      await form.getByText('"status": "in_progress"').waitFor();
      await form.getByText('200').first().waitFor();
      const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
      expect(kept).not.toContain(apiKey);
      await page.reload();
      expect(await form.getByLabel('Key').inputValue()).toBe('');
    });
  });
});
