import { mkdir } from 'node:fs/promises';
import type { Browser, Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findViolations } from '../../support/axe.ts';
import { findChromium } from '../../support/chromium.ts';
import { launchChromium } from '../../support/launch-chromium.ts';
import { makeSamples } from '../../mail/samples.ts';

/** Where to save a picture of each email, for people to look at; nowhere if it's not set. */
const PICTURES = process.env['PICTURES'];
const PHONE = { width: 375, height: 667 };

describe.skipIf(findChromium() === null)('an email on a phone (skipped where there is no Chromium)', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  it.each([
    ['en', 'light'],
    ['de', 'dark'],
    ['ar', 'light'],
  ] as const)('of each kind fits the screen and can be read, in %s, %s', async (language, colorScheme) => {
    const context = await browser.newContext({ viewport: PHONE, colorScheme, deviceScaleFactor: 2 });
    const page = await context.newPage();
    const wrong: string[] = [];
    for (const [name, { html }] of Object.entries(makeSamples(language))) {
      await page.setContent(html);
      const found = [
        ...(await findViolations(page, ['wcag2a', 'wcag2aa'])),
        ...(await page.evaluate(measure)),
      ];
      wrong.push(...found.map((one) => `${name}: ${one}`));
      if (PICTURES !== undefined) await keep(page, `${PICTURES}/${language}-${colorScheme}`, name);
    }
    expect(wrong).toEqual([]);
    await context.close();
  });
});

async function keep(page: Page, folder: string, name: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

/** Runs in the page. Says what is wider than the screen, too small, or broken where it belongs together. */
function measure(): string[] {
  const wrong: string[] = [];
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) wrong.push(`${scrollWidth} px wide`);
  for (const button of document.querySelectorAll('.action a')) {
    const { width, height } = button.getBoundingClientRect();
    if (height < 44 || width < 200) wrong.push(`a button of ${width} by ${height} px`);
  }
  for (const text of document.querySelectorAll('p, th, td:not(:has(table)), h1, blockquote')) {
    const size = Number.parseFloat(getComputedStyle(text).fontSize);
    if (size > 0 && size < 13) wrong.push(`${size} px: ${text.textContent}`);
  }
  // A fact, such as a date or a number of pages, stays on one line.
  for (const fact of document.querySelectorAll('.row > td')) {
    const text = document.createRange();
    text.selectNodeContents(fact);
    const lines = new Set(Array.from(text.getClientRects(), ({ top }) => Math.round(top)));
    if (lines.size > 1) wrong.push(`broken: ${fact.textContent}`);
  }
  // Columns beside long labels stay wide enough for words.
  for (const value of document.querySelectorAll('tr:not(.row) > th + td'))
    if (value.getBoundingClientRect().width < 140) wrong.push(`narrow: ${value.textContent}`);
  return wrong;
}
