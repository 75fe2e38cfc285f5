/**
 * Generates contracts with signature blocks of many layouts, with the exact places to fill in, for measuring
 * detection:
 *
 *     node scripts/detection/samples/make.ts DIRECTORY [PER-LAYOUT] [FIRST-SEED]
 *
 * Writes `forms/LAYOUT-N.pdf` and `truth/LAYOUT-N.json` in the format of the development set. Needs Chromium.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { findChromium } from '../../../tests/support/chromium.ts';
import { LAYOUTS, sampleDocument } from './document.ts';
import { type MeasuredPage, measurePages } from './measure.ts';

const [directory = '/tmp/contract-samples', perLayout = '12', firstSeed = '1'] = process.argv.slice(2);
const executablePath = findChromium();
if (executablePath === null) throw new Error('there is no Chromium');
for (const part of ['forms', 'truth']) mkdirSync(join(directory, part), { recursive: true });
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
try {
  await makeAll(browser);
} finally {
  await browser.close();
}

async function makeAll(opened: Browser): Promise<void> {
  const page = await opened.newPage({ viewport: { width: 816, height: 1056 } });
  await page.emulateMedia({ media: 'print' });
  for (const [order, layout] of Object.keys(LAYOUTS).entries())
    for (let number = 0; number < Number(perLayout); number += 1)
      await make(page, layout, Number(firstSeed) + order * 1000 + number);
}

async function make(page: Page, layout: string, seed: number): Promise<void> {
  const document = sampleDocument(seed, layout);
  await page.setContent(document.html);
  const measured: MeasuredPage[] = await page.evaluate(measurePages);
  const name = `${layout}-${document.language}-${seed}`;
  const pdf = await page.pdf({ width: '816px', height: '1056px', printBackground: true });
  writeFileSync(join(directory, 'forms', `${name}.pdf`), pdf);
  writeFileSync(
    join(directory, 'truth', `${name}.json`),
    JSON.stringify({
      document: name,
      genre: layout,
      pages: measured.length,
      pageSizes: measured.map(() => [612, 792]),
      fields: measured.flatMap(({ fields }, index) => fields.map((field) => ({ page: index + 1, ...field }))),
      parties: document.parties.map((party) => ({ name: party.name, role: party.role })),
    }),
  );
}
