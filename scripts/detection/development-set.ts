import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { computeCandidateFeatures } from '../../src/reading/model/features.ts';
import { findCandidates } from '../../src/reading/candidates/find-candidates.ts';
import { type PageBox, type PageFacts, overlapRatio } from '../../src/reading/page/page-facts.ts';
import { readPageFacts } from '../../src/server/pdf/reading/read-page-facts.ts';
import { scanPages } from './scanned.ts';

/** Where the development set is by default: beside the repository. */
export const DEVELOPMENT_SET = new URL('../../../shared/detection/dev/', import.meta.url).pathname;

type TruthField = PageBox & { readonly page: number; readonly type: string; readonly ignore?: boolean };
type Truth = {
  readonly fields: readonly TruthField[];
  readonly ignoreZones?: readonly (PageBox & { readonly page: number })[];
  readonly unscoredPages?: readonly number[];
};

type ExamplePage = {
  readonly page: PageFacts;
  readonly rows: readonly Float32Array[];
  readonly boxes: readonly PageBox[];
  /** Whether a candidate is a field. */
  readonly targets: readonly number[];
  /** For fields, whether it's a tick box. */
  readonly ticks: readonly number[];
  /** 0 for candidates that the truth says nothing about. */
  readonly weights: readonly number[];
  /** Whether the truth is complete for it. */
  readonly isScored: boolean;
  /** Whether the truth has nothing on it, not even entries that count neither way. */
  readonly isEmpty: boolean;
};
/** The parts of the set, and where it keeps their PDFs and their truth. */
export const SETS = {
  forms: { forms: 'forms', truth: 'truth' },
  contracts: { forms: 'contracts/forms', truth: 'contracts/truth' },
  docx: { forms: 'docx/forms', truth: 'docx/truth' },
} as const;
export type SetName = keyof typeof SETS;

export type ExampleDocument = {
  readonly set: SetName;
  readonly name: string;
  /** The collection it comes from. Forms by one author stay together when the set is split. */
  readonly source: string;
  readonly form: string;
  readonly pages: readonly ExamplePage[];
  /** The same pages as pictures without text, so that training covers scans as well. Only forms have them. */
  readonly scan: readonly ExamplePage[];
  /** Processor time for reading the PDF, in milliseconds. */
  readonly readingMs: number;
};

/** Reads every document in the development set as examples. */
export async function readExamples(directory: string): Promise<ExampleDocument[]> {
  const documents: ExampleDocument[] = [];
  for (const set of Object.keys(SETS) as SetName[]) {
    for (const file of readdirSync(join(directory, SETS[set].truth)).sort()) {
      documents.push(await readExample(directory, set, file.replace(/\.json$/, '')));
    }
  }
  return documents;
}

async function readExample(directory: string, set: SetName, name: string): Promise<ExampleDocument> {
  const truth = JSON.parse(readFileSync(join(directory, SETS[set].truth, `${name}.json`), 'utf8')) as Truth;
  const bytes = readFileSync(join(directory, SETS[set].forms, `${name}.pdf`));
  const before = process.cpuUsage();
  const pages = await readPageFacts(bytes);
  const { user, system } = process.cpuUsage(before);
  const scan = set === 'forms' ? await readPageFacts(await scanPages(bytes, pages)) : [];
  return toExampleDocument({ set, name, pages, scan, truth, readingMs: (user + system) / 1000 });
}

/** The weight of a page as a picture, relative to the page itself. */
const SCAN_WEIGHT = 0.3;

type ReadDocument = {
  readonly set: SetName;
  readonly name: string;
  readonly pages: readonly PageFacts[];
  readonly scan: readonly PageFacts[];
  readonly truth: Truth;
  readonly readingMs: number;
};

/** Turns a document whose pages were read into examples. */
function toExampleDocument({ set, name, pages, scan, truth, readingMs }: ReadDocument): ExampleDocument {
  const examples = pages.map((page) => toExamplePage(page, truth));
  const count = examples.reduce((sum, { rows }) => sum + rows.length, 0);
  // A long document mustn't outweigh the others, whose layouts are just as informative.
  const weight = Math.min(2, Math.sqrt(300 / Math.max(30, count)));
  return {
    set,
    name,
    source: set === 'forms' ? (name.split('--')[0] ?? name) : set,
    form: parseFormNumber(name),
    pages: examples.map((example) => applyWeight(example, weight)),
    scan: scan.map((page) => applyWeight(toExamplePage(page, truth), weight * SCAN_WEIGHT)),
    readingMs,
  };
}

function applyWeight(example: ExamplePage, weight: number): ExamplePage {
  return { ...example, weights: example.weights.map((own) => own * weight) };
}

function toExamplePage(page: PageFacts, truth: Truth): ExamplePage {
  const { candidates, ...layout } = findCandidates(page);
  const { rows } = computeCandidateFeatures({ ...layout, candidates });
  const selectOnPage = <T extends PageBox & { page: number }>(boxes: readonly T[]) =>
    boxes.filter((box) => box.page === page.number).map((box) => ({ ...box, ...toPoints(box, page) }));
  const fields = selectOnPage(truth.fields);
  const zones = selectOnPage(truth.ignoreZones ?? []);
  const scored = !(truth.unscoredPages ?? []).includes(page.number);
  const targets = candidates.map((box) =>
    fields.some((field) => field.ignore !== true && overlapRatio(box, field) >= 0.5) ? 1 : 0,
  );
  const ticks = candidates.map((box) => (isTick(findNearestField(fields, box)) ? 1 : 0));
  const weights = candidates.map((box, index) => {
    if (!scored) return 0;
    if (targets[index] === 1) return 1;
    const ignored = fields.some(
      (field) => field.ignore === true && (overlapRatio(box, field) > 0.2 || isCenterInside(box, field)),
    );
    return ignored || zones.some((zone) => overlapRatio(box, zone) > 0.2) ? 0 : 1;
  });
  const isEmpty = scored && fields.length === 0 && zones.length === 0;
  return { page, rows, boxes: candidates, targets, ticks, weights, isScored: scored, isEmpty };
}

function findNearestField(fields: readonly TruthField[], box: PageBox): TruthField | null {
  let [found, most]: [TruthField | null, number] = [null, 0];
  for (const field of fields) {
    const ratio = field.ignore === true ? 0 : overlapRatio(box, field);
    if (ratio > most) [found, most] = [field, ratio];
  }
  return found;
}

function isTick(field: TruthField | null): boolean {
  return field !== null && (field.type === 'checkbox' || field.type === 'radio');
}

function toPoints(box: PageBox, page: PageFacts): PageBox {
  return {
    x: box.x * page.width,
    y: box.y * page.height,
    width: box.width * page.width,
    height: box.height * page.height,
  };
}

function isCenterInside(box: PageBox, field: PageBox): boolean {
  const x = box.x + box.width / 2;
  const y = box.y + box.height / 2;
  return x > field.x && x < field.x + field.width && y > field.y && y < field.y + field.height;
}

/** Editions of one form share a number, whichever collection they're in. */
function parseFormNumber(name: string): string {
  const own = (name.split('--')[1] ?? name).replace(/^(fd-ins-|f|irs)/, '');
  return /^\d{4}[a-z0-9]*/.exec(own)?.[0] ?? name;
}
