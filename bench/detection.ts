/**
 * Scores field detection on the development set beside the repository, by cross validation over sources, and prints the milliseconds that a page takes:
 *
 *     node bench/detection.ts [--quick] [--out DIRECTORY]
 *
 * `--quick` takes the trees that come with the program, which have seen these documents: the figures then say nothing
 * about other documents. `--out` keeps the predictions.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BoostedTrees } from '../src/domain/detection/boosted-trees.ts';
import { shippedTrees } from '../src/domain/detection/form-model.ts';
import { type ProposedField, proposeFields } from '../src/domain/detection/propose-fields.ts';
import {
  DEVELOPMENT_SET,
  type ExampleDocument,
  readExamples,
  type SetName,
  SETS,
} from '../scripts/detection/development-set.ts';
import { foldsBySource, trainForms } from '../scripts/detection/train-forms.ts';

const scorer = join(DEVELOPMENT_SET, '..', 'score.mjs');
if (!existsSync(scorer)) {
  console.log('detection: the development set is not there, nothing is measured');
  process.exit(0);
}
const kept = process.argv.indexOf('--out');
const out = kept === -1 ? mkdtempSync(join(tmpdir(), 'detection-')) : (process.argv[kept + 1] ?? tmpdir());
const quick = process.argv.includes('--quick');
const pageTimes: number[] = [];
const empty: Record<SetName, { pages: number; fields: number }> = {
  forms: { pages: 0, fields: 0 },
  contracts: { pages: 0, fields: 0 },
  docx: { pages: 0, fields: 0 },
};

const documents = await readExamples(DEVELOPMENT_SET);
const folds = quick ? [{ train: [], test: documents }] : foldsBySource(documents);
for (const { train, test } of folds) {
  const trees = quick ? shippedTrees() : trainForms(train);
  for (const document of test) predict(document, trees);
}
for (const set of Object.keys(SETS) as SetName[]) score(set);
printTimes();

function predict({ set, name, pages, readingMs }: ExampleDocument, trees: BoostedTrees): void {
  const before = cpuMs();
  const { fields } = proposeFields(
    pages.map(({ page }) => page),
    trees,
  );
  const ms = readingMs + cpuMs() - before;
  for (const { page, isEmpty } of pages) {
    pageTimes.push(ms / pages.length);
    if (!isEmpty) continue;
    empty[set].pages += 1;
    empty[set].fields += fields.filter((field) => field.page === page.number).length;
  }
  writeFileSync(join(folder(set), `${name}.json`), predicted(fields, ms));
}

/** Processor time and not the clock's: other work of the machine must not count. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
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

function score(set: SetName): void {
  const truth = join(DEVELOPMENT_SET, SETS[set].truth);
  console.log(`\n${set}: ${quick ? 'seen in training' : 'cross-validated by source'}`);
  console.log(execFileSync(process.execPath, [scorer, '--truth', truth, '--pred', folder(set)]).toString());
  const { pages, fields } = empty[set];
  console.log(
    `pages without fields: ${pages}, false fields a page: ${(fields / Math.max(1, pages)).toFixed(3)}`,
  );
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
  console.log(
    `${sorted.length} pages: ${mean.toFixed(1)} ms of processor time a page (mean), ${p95.toFixed(1)} ms (p95)`,
  );
}
