/**
 * Scores field detection on the development set beside the repository, by cross validation over sources, as documents
 * and as scans of some of them, and prints the milliseconds that a page takes:
 *
 *     node bench/detection.ts [--quick] [--out DIRECTORY]
 *
 * `--quick` takes the model that comes with the program, which has seen these documents: the figures then say nothing
 * about other documents. `--out` keeps the predictions.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FormModel, shippedModel } from '../src/domain/detection/form-model.ts';
import type { PageFacts } from '../src/domain/detection/page-facts.ts';
import { type ProposedField, proposeFields } from '../src/domain/detection/propose-fields.ts';
import { readPageFacts } from '../src/server/pdf/read-page-facts.ts';
import {
  DEVELOPMENT_SET,
  type ExampleDocument,
  readExamples,
  type SetName,
  SETS,
} from '../scripts/detection/development-set.ts';
import { scanned } from '../scripts/detection/scanned.ts';
import { foldsBySource, trainForms } from '../scripts/detection/train-forms.ts';
import { pageExamples, trainPagePrior } from '../scripts/detection/train-page-prior.ts';

const scorer = join(DEVELOPMENT_SET, '..', 'score.mjs');
if (!existsSync(scorer)) {
  console.log('detection: the development set is not there, nothing is measured');
  process.exit(0);
}
const kept = process.argv.indexOf('--out');
const out = kept === -1 ? mkdtempSync(join(tmpdir(), 'detection-')) : (process.argv[kept + 1] ?? tmpdir());
const quick = process.argv.includes('--quick');

/** Each form at such a step is also read as a scan. */
const SCAN_STEP = 12;

const pageTimes: number[] = [];
const scanTimes: number[] = [];
const empty: Record<SetName, { pages: number; touched: number; fields: number }> = {
  forms: { pages: 0, touched: 0, fields: 0 },
  contracts: { pages: 0, touched: 0, fields: 0 },
  docx: { pages: 0, touched: 0, fields: 0 },
};

const documents = await readExamples(DEVELOPMENT_SET);
const scans = new Set(
  documents.filter(({ set }) => set === 'forms').filter((_, index) => index % SCAN_STEP === 0),
);
if (quick) await predictAll(documents, shippedModel());
else await predictUnseen();
for (const set of Object.keys(SETS) as SetName[]) score(set);
scoreScans();
printTimes('pages as they are', pageTimes);
printTimes('pages as scans', scanTimes);

/** Each part of the set by trees, and by a prior of pages, that were trained on the other parts. */
async function predictUnseen(): Promise<void> {
  const folds = foldsBySource(documents).map(({ train, test }) => {
    const trees = trainForms(train);
    return { trees, test, examples: pageExamples(test, trees) };
  });
  for (const { trees, test, examples } of folds) {
    const others = folds.filter((fold) => fold.examples !== examples);
    const pagePrior = trainPagePrior(others.flatMap((fold) => fold.examples));
    await predictAll(test, { trees, pagePrior });
  }
}

async function predictAll(test: readonly ExampleDocument[], model: FormModel): Promise<void> {
  for (const document of test) {
    predict(document, model);
    if (scans.has(document)) await predictScan(document, model);
  }
}

function predict({ set, name, pages, readingMs }: ExampleDocument, model: FormModel): void {
  const facts = pages.map(({ page }) => page);
  const fields = timed(facts, readingMs, model, pageTimes, join(folder(set), `${name}.json`));
  for (const { page, isEmpty } of pages) {
    if (!isEmpty) continue;
    const found = fields.filter((field) => field.page === page.number).length;
    empty[set].pages += 1;
    empty[set].touched += found === 0 ? 0 : 1;
    empty[set].fields += found;
  }
}

async function predictScan({ name, pages }: ExampleDocument, model: FormModel): Promise<void> {
  const bytes = await scanned(
    readFileSync(join(DEVELOPMENT_SET, SETS.forms.forms, `${name}.pdf`)),
    pages.map(({ page }) => page),
  );
  const before = cpuMs();
  const facts = await readPageFacts(bytes);
  timed(facts, cpuMs() - before, model, scanTimes, join(folder('scans'), `${name}.json`));
  copyFileSync(
    join(DEVELOPMENT_SET, SETS.forms.truth, `${name}.json`),
    join(folder('scans-truth'), `${name}.json`),
  );
}

/** Proposes fields, notes what a page took with its reading, and writes the proposals. */
function timed(
  pages: readonly PageFacts[],
  readingMs: number,
  model: FormModel,
  times: number[],
  path: string,
): readonly ProposedField[] {
  const before = cpuMs();
  const { fields } = proposeFields(pages, model);
  const ms = readingMs + cpuMs() - before;
  for (let page = 0; page < pages.length; page += 1) times.push(ms / pages.length);
  writeFileSync(path, predicted(fields, ms));
  return fields;
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
  console.log(`\n${set}: ${quick ? 'seen in training' : 'cross-validated by source'}`);
  printScore(join(DEVELOPMENT_SET, SETS[set].truth), folder(set));
  const { pages, touched, fields } = empty[set];
  const mean = (fields / Math.max(1, pages)).toFixed(3);
  console.log(`pages without fields: ${pages}, false fields a page: ${mean} (on ${touched} of them)`);
}

function scoreScans(): void {
  console.log(
    `\n${scans.size} of the forms as scans: ${quick ? 'seen in training' : 'cross-validated by source'}`,
  );
  printScore(folder('scans-truth'), folder('scans'));
}

function printScore(truth: string, predictions: string): void {
  console.log(execFileSync(process.execPath, [scorer, '--truth', truth, '--pred', predictions]).toString());
}

function folder(name: string): string {
  const path = join(out, name);
  mkdirSync(path, { recursive: true });
  return path;
}

function printTimes(what: string, times: readonly number[]): void {
  const sorted = times.toSorted((one, other) => one - other);
  const mean = sorted.reduce((sum, ms) => sum + ms, 0) / Math.max(1, sorted.length);
  const p95 = sorted[Math.floor(sorted.length * 0.95)] ?? 0;
  console.log(
    `${sorted.length} ${what}: ${mean.toFixed(1)} ms of processor time a page (mean), ${p95.toFixed(1)} ms (p95)`,
  );
}
