/**
 * Scores field detection on the development set beside the repository, by cross-validation over sources, as
 * documents and as scans of some of them, and prints the milliseconds a page takes:
 *
 *     node bench/detection.ts [--quick | --seeds 0,1,2] [--out DIRECTORY]
 *
 * Each seed splits the sources differently and grows different trees. The first seed is printed in full, the
 * others in one line each. `--quick` uses the model that ships with the program. That model has seen these
 * documents, so its figures say nothing about other documents. `--out` keeps the predictions.
 */
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FormModel, getShippedModel } from '../src/reading/model/form-model.ts';
import type { PageFacts } from '../src/reading/page/page-facts.ts';
import { proposeFields } from '../src/reading/propose-fields.ts';
import type { ProposedField } from '../src/reading/proposed-field.ts';
import { placeAsScanned } from '../src/reading/scans/place-as-scanned.ts';
import { readPageFacts } from '../src/server/pdf/reading/read-page-facts.ts';
import {
  DEVELOPMENT_SET,
  type ExampleDocument,
  readExamples,
  type SetName,
  SETS,
} from '../scripts/detection/development-set.ts';
import { scanPages } from '../scripts/detection/scanned.ts';
import { FOLDS, FORM_SETTINGS, splitBySource, trainForms } from '../scripts/detection/train-forms.ts';
import { collectPageExamples, trainPagePrior } from '../scripts/detection/train-page-prior.ts';
import { printScore, printTimes, SCORER, computeScores } from './detection-scores.ts';

if (!existsSync(SCORER)) {
  console.log('detection: the development set is not there, nothing is measured');
  process.exit(0);
}
const out = readArgument('--out') ?? mkdtempSync(join(tmpdir(), 'detection-'));
const seeds = (readArgument('--seeds') ?? '0,1,2').split(',').map(Number);
const quick = process.argv.includes('--quick');

/** Every form at this interval is also read as a scan. */
const SCAN_STEP = 12;

const pageTimes: number[] = [];
const scanTimes: number[] = [];
type Empty = Record<SetName, { pages: number; touched: number; fields: number }>;
let empty: Empty = createEmptyCounts();

const documents = await readExamples(DEVELOPMENT_SET);
const scans = new Set(
  documents.filter(({ set }) => set === 'forms').filter((_, index) => index % SCAN_STEP === 0),
);
if (quick) {
  await predictAll(documents, getShippedModel());
  scoreAll();
} else {
  const lines: string[] = [];
  for (const seed of seeds) {
    empty = createEmptyCounts();
    await predictUnseen(seed);
    if (seed === seeds[0]) scoreAll();
    lines.push(formatSeedLine(seed));
  }
  console.log(`\n${lines.join('\n')}\n`);
}
printTimes('pages as they are', pageTimes);
printTimes('pages as scans', scanTimes);

/** Detects each part of the set with trees and a page prior that were trained on the other parts. */
async function predictUnseen(seed: number): Promise<void> {
  const settings = { ...FORM_SETTINGS, seed: FORM_SETTINGS.seed + seed };
  const folds = splitBySource(documents, FOLDS, seed).map(({ train, test }) => {
    const model = trainForms(train, settings);
    return { model, test, examples: collectPageExamples(test, model) };
  });
  for (const { model, test, examples } of folds) {
    const others = folds.filter((fold) => fold.examples !== examples);
    const pagePrior = trainPagePrior(others.flatMap((fold) => fold.examples));
    await predictAll(test, { ...model, pagePrior });
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
  const fields = measureProposals(
    facts,
    readingMs,
    model,
    pageTimes,
    join(ensureFolder(set), `${name}.json`),
  );
  for (const { page, isEmpty } of pages) {
    if (!isEmpty) continue;
    const found = fields.filter((field) => field.page === page.number).length;
    empty[set].pages += 1;
    empty[set].touched += found === 0 ? 0 : 1;
    empty[set].fields += found;
  }
}

async function predictScan({ name, pages }: ExampleDocument, model: FormModel): Promise<void> {
  const bytes = await scanPages(
    readFileSync(join(DEVELOPMENT_SET, SETS.forms.forms, `${name}.pdf`)),
    pages.map(({ page }) => page),
  );
  const before = readCpuMs();
  const facts = await readPageFacts(bytes);
  measureProposals(
    facts,
    readCpuMs() - before,
    model,
    scanTimes,
    join(ensureFolder('scans'), `${name}.json`),
  );
  copyFileSync(
    join(DEVELOPMENT_SET, SETS.forms.truth, `${name}.json`),
    join(ensureFolder('scans-truth'), `${name}.json`),
  );
}

/** Proposes fields, records how long each page took including reading, and writes the proposals. */
function measureProposals(
  pages: readonly PageFacts[],
  readingMs: number,
  model: FormModel,
  times: number[],
  path: string,
): readonly ProposedField[] {
  const before = readCpuMs();
  const fields = placeAsScanned(proposeFields(pages, model).fields, pages);
  const ms = readingMs + readCpuMs() - before;
  for (let page = 0; page < pages.length; page += 1) times.push(ms / pages.length);
  writeFileSync(path, formatPrediction(fields, ms));
  return fields;
}

/** Processor time instead of wall time, so that other work on the machine doesn't count. */
function readCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function formatPrediction(fields: readonly ProposedField[], ms: number): string {
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

function readArgument(name: string): string | undefined {
  const at = process.argv.indexOf(name);
  return at === -1 ? undefined : process.argv[at + 1];
}

function createEmptyCounts(): Empty {
  const createZeroCount = () => ({ pages: 0, touched: 0, fields: 0 });
  return { forms: createZeroCount(), contracts: createZeroCount(), docx: createZeroCount() };
}

function scoreAll(): void {
  for (const set of Object.keys(SETS) as SetName[]) score(set);
  scoreScans();
}

/** Summarizes one way of splitting the set in a line. */
function formatSeedLine(seed: number): string {
  const forms = computeScores(join(DEVELOPMENT_SET, SETS.forms.truth), ensureFolder('forms'));
  const asScans = computeScores(ensureFolder('scans-truth'), ensureFolder('scans'));
  const { pages, fields } = empty.forms;
  const figures = {
    ...{ 'typed F1': forms.iouT.f1, 'mean of documents': forms.meanDocF1 },
    'false fields on a page without any': fields / Math.max(1, pages),
    ...{ signatures: forms.iou_signature.f1, dates: forms.kind_date.f1, 'as scans': asScans.iouT.f1 },
  };
  const told = Object.entries(figures).map(([name, value]) => `${name} ${value.toFixed(3)}`);
  return `forms, seed ${seed}: ${told.join(', ')}`;
}

function score(set: SetName): void {
  console.log(`\n${set}: ${quick ? 'seen in training' : 'cross-validated by source'}`);
  printScore(join(DEVELOPMENT_SET, SETS[set].truth), ensureFolder(set));
  const { pages, touched, fields } = empty[set];
  const mean = (fields / Math.max(1, pages)).toFixed(3);
  console.log(`pages without fields: ${pages}, false fields a page: ${mean} (on ${touched} of them)`);
}

function scoreScans(): void {
  console.log(
    `\n${scans.size} of the forms as scans: ${quick ? 'seen in training' : 'cross-validated by source'}`,
  );
  printScore(ensureFolder('scans-truth'), ensureFolder('scans'));
}

function ensureFolder(name: string): string {
  const path = join(out, name);
  mkdirSync(path, { recursive: true });
  return path;
}
