/**
 * Renders the closings of this directory as PDF, with the exact places to fill in, for measuring detection:
 *
 *     node scripts/detection/closings/make.ts DIRECTORY [development|sealed|later|fourth|fifth|sixth]
 *
 * Writes `forms/NAME.pdf` and `truth/NAME.json` in the format of the development set. `node
 * bench/signature-blocks.ts DIRECTORY` scores them. The grammar was developed with the development half until
 * the sealed half had been measured, then with both until `later.txt` had been measured, then until
 * `fourth.txt` had been. It wasn't developed with `fifth.txt`, but then with `sixth.txt`, which asks for what it
 * lacked. Needs Chromium.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { findChromium } from '../../../tests/support/chromium.ts';
import { type MeasuredPage, measurePages } from '../samples/measure.ts';
import { type Closing, parseClosings } from './closing.ts';

const [directory = '/tmp/closings', half = 'development'] = process.argv.slice(2);
const executablePath = findChromium();
if (executablePath === null) throw new Error('there is no Chromium');
for (const part of ['forms', 'truth']) mkdirSync(join(directory, part), { recursive: true });
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
try {
  const page = await browser.newPage({ viewport: { width: 816, height: 1056 } });
  await page.emulateMedia({ media: 'print' });
  const sources = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.txt'));
  for (const file of sources.sort()) {
    for (const closing of parseClosings(readFileSync(join(import.meta.dirname, file), 'utf8'))) {
      if (getSetName(file, closing) !== half) continue;
      await page.setContent(closing.html);
      const measured: MeasuredPage[] = await page.evaluate(measurePages);
      const pdf = await page.pdf({ width: '816px', height: '1056px', printBackground: true });
      const blanks = measured.flatMap(({ fields }, index) =>
        fields.map((field) => ({ page: index + 1, ...field })),
      );
      writeFileSync(join(directory, 'forms', `${closing.name}.pdf`), pdf);
      writeFileSync(
        join(directory, 'truth', `${closing.name}.json`),
        JSON.stringify({
          document: closing.name,
          genre: file.replace('.txt', ''),
          pages: measured.length,
          pageSizes: measured.map(() => [612, 792]),
          fields: blanks.filter(({ type }) => type !== 'ignored'),
          ignoreZones: blanks.filter(({ type }) => type === 'ignored'),
        }),
      );
    }
  }
} finally {
  await browser.close();
}

function getSetName(file: string, { isSealed }: Closing): string {
  if (['later.txt', 'fourth.txt', 'fifth.txt', 'sixth.txt'].includes(file)) return file.replace('.txt', '');
  return isSealed ? 'sealed' : 'development';
}
