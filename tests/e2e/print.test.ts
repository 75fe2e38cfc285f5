import { expect as shows, type Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findViolations } from '../support/axe.ts';
import { findChromium } from '../support/chromium.ts';
import { signUp } from './dashboard-steps.ts';
import { openDashboardHarness, type DashboardHarness } from './dashboard-harness.ts';
import { apiKeyOf, makeEnvelope } from './envelope-steps.ts';
import { openSignerHarness, type SignerHarness } from './signer-harness.ts';

const ADA = { name: 'Ada Lovelace', email: 'ada@example.com' };
/** Width and height in points. */
const A4 = [595, 842];
const FIELD = { type: 'signature', page: 1, x: 0.1, y: 0.6, width: 0.3, height: 0.06, participantIndex: 0 };

/** Prints, and expects black on white without any buttons. */
async function printed(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print' });
  expect(
    await page.evaluate(() => {
      const { color, backgroundColor } = getComputedStyle(document.documentElement);
      return { color, backgroundColor, wide: document.documentElement.scrollWidth > innerWidth };
    }),
  ).toEqual({ color: 'rgb(0, 0, 0)', backgroundColor: 'rgb(255, 255, 255)', wide: false });
  await shows(
    page.locator(
      'button:visible, select:visible, input[type="search"]:visible, dialog:visible, [role="dialog"]:visible',
    ),
  ).toHaveCount(0);
  await shows(page.locator('nav:visible')).toHaveCount(0);
}

describe.skipIf(findChromium() === null)('pages on paper (skipped where there is no Chromium)', () => {
  let harness: DashboardHarness;
  let signers: SignerHarness;
  beforeAll(async () => {
    harness = await openDashboardHarness();
    signers = await openSignerHarness();
  }, 180_000);
  afterAll(async () => {
    await signers?.close();
    await harness?.close();
  });

  it('shows lists, envelopes and reports without what surrounds them', async () => {
    const { page } = await harness.visit({ colorScheme: 'dark' });
    await signUp(page);
    const id = await makeEnvelope(page, await apiKeyOf(page), 'Lease');
    for (const [address, text] of [
      ['/envelopes', 'Lease'],
      [`/envelopes/${id}`, 'Ben Bitdiddle'],
      ['/reports', 'Reports'],
    ] as const) {
      await page.emulateMedia({ media: 'screen' });
      await page.goto(address);
      await page.setViewportSize({ width: 794, height: 1123 });
      await printed(page);
      await shows(page.getByRole('main').getByText(text, { exact: true }).first()).toBeVisible();
      await shows(page.getByRole('banner')).toHaveCount(0);
    }
  });

  it('leaves an open dialog out', async () => {
    const { page } = await harness.visit();
    await signUp(page);
    await makeEnvelope(page, await apiKeyOf(page), 'Lease');
    await page.goto('/envelopes');
    await page.getByLabel('Select Lease').click();
    await page.getByRole('button', { name: 'Labels' }).click();
    await page.getByRole('dialog').waitFor();
    await printed(page);
    await shows(page.getByText('Lease', { exact: true }).first()).toBeVisible();
  });

  it('shows invitations and copies, and says how to print a document', async () => {
    const copies = [{ name: 'Dora', email: 'dora@example.com', when: 'sent' }];
    await signers.send({ participants: [ADA], fields: [FIELD], copies });
    const { page } = await signers.visit({ colorScheme: 'dark' });
    await page.goto(await signers.linkFor(ADA.email));
    const open = page.getByRole('button', { name: 'Review document' });
    await open.waitFor();
    await printed(page);
    await shows(page.getByText('Service agreement').first()).toBeVisible();
    await page.emulateMedia({ media: 'screen' });
    await open.click();
    await page.locator('canvas').first().waitFor();
    await printed(page);
    await shows(page.getByText('To print this document, download it first.')).toBeVisible();
    await shows(page.locator('canvas:visible')).toHaveCount(0);
    await page.emulateMedia({ media: 'screen' });
    await page.evaluate(() => {
      const { toBlob } = HTMLCanvasElement.prototype;
      HTMLCanvasElement.prototype.toBlob = function (callback) {
        HTMLCanvasElement.prototype.toBlob = toBlob;
        callback(null);
      };
    });
    await page.getByText('More', { exact: true }).click();
    await page.getByRole('button', { name: 'Print', exact: true }).click();
    await page.getByText('Download it and print it from there.').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.evaluate(() => {
      window.print = () => void (document.body.dataset.printed = 'true');
    });
    await page.getByText('More', { exact: true }).click();
    await page.getByRole('button', { name: 'Print', exact: true }).click();
    await page.locator('body[data-printed]').waitFor();
    await shows(page.getByText('Download it and print it from there.')).toHaveCount(0);
    await printed(page);
    await shows(page.getByText('To print this document, download it first.')).toBeHidden();
    await shows(page.locator('.printed-pages img:visible')).toHaveCount(2);
    const paper = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    const boxes = [...paper.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)/g)];
    const sizes = boxes.map(([, ...size]) => size.map((side) => Math.round(Number(side))));
    expect(sizes).toEqual([A4, A4]);
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await shows(page.locator('.printed-pages')).toHaveCount(0);
    await page.emulateMedia({ media: 'screen' });
    await page.getByText('More', { exact: true }).click();
    await page.getByRole('button', { name: 'What happens to my data' }).click();
    await page.getByRole('dialog').getByText('we record the time').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Close' }).last().click();

    const { text } = await signers.mailTo('dora@example.com', '');
    await page.emulateMedia({ media: 'screen' });
    await page.goto(/https?:\S+\/copy#token=\S+/.exec(text)?.[0] ?? '');
    await page.getByRole('heading', { name: /has shared a copy with you/ }).waitFor();
    await printed(page);
    await shows(page.getByText('Ada Lovelace')).toBeVisible();
  });
});
