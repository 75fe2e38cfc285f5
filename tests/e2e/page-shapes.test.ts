import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from '../support/chromium.ts';
import { describePage } from '../support/page-shape.ts';
import { LOOKS, makeShown, openShown, PAGES, type Shown, waitForLook } from './all-pages.ts';
import { openDashboardHarness, type DashboardHarness, type Visit } from './dashboard-harness.ts';
import { signUp } from './dashboard-steps.ts';

/** The pages that show the frame around all others: the header, and what the settings consist of. */
const WITH_FRAME = ['/(app)/(pages)/envelopes', '/(app)/(pages)/settings/profile'];
const FOLDER = fileURLToPath(new URL('./page-shapes/', import.meta.url));
/** Writes the files anew. Read what has changed in them before you commit it. */
const UPDATES = process.env['UPDATE_SHAPES'] !== undefined;

describe.skipIf(findChromium() === null)('what every page shows (skipped where there is no Chromium)', () => {
  let harness: DashboardHarness;
  let owner: Visit;
  let visitor: Visit;
  let shown: Shown;

  beforeAll(async () => {
    // A program of its own, because the first account administers the instance.
    harness = await openDashboardHarness({ env: {} });
    owner = await harness.visit();
    visitor = await harness.visit();
    await signUp(owner.page);
    shown = await makeShown(harness.origin, owner.page);
    mkdirSync(FOLDER, { recursive: true });
  }, 400_000);
  afterAll(async () => {
    await harness?.close();
  });

  it.each(Object.entries(PAGES))('%s', async (route, row) => {
    const { page } = row.who === 'owner' ? owner : visitor;
    await openShown(page, row, shown);
    await page.waitForLoadState('networkidle');
    const shapes: string[] = [];
    for (const { colorScheme, viewport } of LOOKS) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(viewport);
      await waitForLook(page);
      shapes.push(
        `${colorScheme}, ${viewport.width} pixels wide\n${await describePage(page, WITH_FRAME.includes(route) ? ':not(*)' : 'header, nav')}`,
      );
    }
    const path = `${FOLDER}${toFilename(route)}`;
    if (UPDATES) writeFileSync(path, shapes.join('\n'));
    expect(shapes.join('\n')).toBe(readFileSync(path, 'utf8'));
  });
});

/** Returns the name of a route's file: its folders without groups, joined by dashes. */
function toFilename(route: string): string {
  const folders = route.split('/').filter((folder) => folder !== '' && !folder.startsWith('('));
  return `${folders.map((folder) => folder.replace(/[[\]]/g, '')).join('-')}.txt`;
}
