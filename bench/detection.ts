/**
 * Scores field detection on the development set beside the repository, forms by cross validation over their sources, and
 * prints the milliseconds that a page takes:
 *
 *     node bench/detection.ts [--quick] [--out DIRECTORY]
 *
 * `--quick` takes the trees that come with the program, which have seen these forms: the figures of forms then say
 * nothing about other documents. `--out` keeps the predictions.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BoostedTrees } from '../src/domain/detection/boosted-trees.ts';
import { formFields } from '../src/domain/detection/form-fields.ts';
import { type ProposedField, proposeFields } from '../src/domain/detection/propose-fields.ts';
import { readPageFacts } from '../src/server/pdf/read-page-facts.ts';
import { DEVELOPMENT_SET, readForms } from '../scripts/detection/development-set.ts';
import { foldsBySource, trainForms } from '../scripts/detection/train-forms.ts';

const scorer = join(DEVELOPMENT_SET, '..', 'score.mjs');
if (!existsSync(scorer)) {
  console.log('detection: the development set is not there, nothing is measured');
  process.exit(0);
}
const kept = process.argv.indexOf('--out');
const out = kept === -1 ? mkdtempSync(join(tmpdir(), 'detection-')) : (process.argv[kept + 1] ?? tmpdir());
const pageTimes: number[] = [];

await forms(process.argv.includes('--quick'));
await contracts('contracts');
await contracts('docx');
printTimes();

async function forms(quick: boolean): Promise<void> {
  const documents = await readForms(DEVELOPMENT_SET);
  const predictions = folder('forms');
  const folds = quick ? [{ train: [], test: documents }] : foldsBySource(documents);
  for (const { train, test } of folds) {
    const trees: BoostedTrees | undefined = quick ? undefined : trainForms(train);
    for (const { name, pages, readingMs } of test) {
      const fields: ProposedField[] = [];
      let ms = readingMs;
      for (const { page } of pages) {
        const before = performance.now();
        fields.push(...formFields(page, trees));
        const took = performance.now() - before;
        pageTimes.push(took + readingMs / pages.length);
        ms += took;
      }
      writeFileSync(join(predictions, `${name}.json`), predicted(fields, ms));
    }
  }
  score(
    quick ? 'forms, seen in training' : 'forms, cross-validated by source',
    join(DEVELOPMENT_SET, 'truth'),
    predictions,
  );
}

async function contracts(set: string): Promise<void> {
  const predictions = folder(set);
  const directory = join(DEVELOPMENT_SET, set, 'forms');
  for (const file of readdirSync(directory)) {
    const bytes = readFileSync(join(directory, file));
    const before = performance.now();
    const pages = await readPageFacts(bytes);
    const { fields } = proposeFields(pages);
    const ms = performance.now() - before;
    for (let page = 0; page < pages.length; page += 1) pageTimes.push(ms / pages.length);
    writeFileSync(join(predictions, file.replace(/\.pdf$/, '.json')), predicted(fields, ms));
  }
  score(set, join(DEVELOPMENT_SET, set, 'truth'), predictions);
}

function predicted(fields: readonly ProposedField[], ms: number): string {
  return JSON.stringify({
    fields: fields.map(({ box, page, type, partyIndex }) => ({
      ...box,
      page,
      type,
      ...(partyIndex === null ? {} : { partyIndex }),
    })),
    ms,
  });
}

function score(title: string, truth: string, predictions: string): void {
  console.log(`\n${title}`);
  console.log(execFileSync(process.execPath, [scorer, '--truth', truth, '--pred', predictions]).toString());
}

function folder(name: string): string {
  const path = join(out, name);
  mkdirSync(path, { recursive: true });
  return path;
}

function printTimes(): void {
  const sorted = pageTimes.sort((one, other) => one - other);
  const mean = sorted.reduce((sum, ms) => sum + ms, 0) / sorted.length;
  const p95 = sorted[Math.floor(sorted.length * 0.95)] ?? 0;
  console.log(`${sorted.length} pages: ${mean.toFixed(1)} ms a page (mean), ${p95.toFixed(1)} ms (p95)`);
}
