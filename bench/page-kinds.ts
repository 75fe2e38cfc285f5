/**
 * Scores contracts of the development set as people send them: with their text, and as scans, tilted, turned,
 * noisy, or photographed. What is in the set was tuned on, so its figures are higher than those of other
 * documents.
 *
 *     node bench/page-kinds.ts [--set contracts] [--kinds text,scan,noisy,photo] [--step 1] [--out DIRECTORY]
 *
 * `--step 3` takes every third document. `--set` also takes a directory with `forms` and `truth`.
 */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { PageBox, PageFacts } from '../src/reading/page/page-facts.ts';
import { proposeFields } from '../src/reading/propose-fields.ts';
import { combineReadings } from '../src/reading/scans/combine-readings.ts';
import { placeAsScanned } from '../src/reading/scans/place-as-scanned.ts';
import { READING } from '../src/server/pdf/reading/gray-page.ts';
import { openRecognizer } from '../src/server/pdf/reading/pictures/recognizer.ts';
import { readPageFacts, readScannedPages } from '../src/server/pdf/reading/read-page-facts.ts';
import { DAMAGES, type Damage } from '../scripts/detection/damage.ts';
import { DEVELOPMENT_SET, type SetName, SETS } from '../scripts/detection/development-set.ts';
import { scanPages } from '../scripts/detection/scanned.ts';
import { printScore, printTimes } from './detection-scores.ts';

type Truth = {
  readonly fields: readonly (PageBox & { readonly page: number })[];
  readonly ignoreZones?: readonly (PageBox & { readonly page: number })[];
};

const damages: Readonly<Record<string, Damage>> = DAMAGES;
const set = readArgument('--set') ?? 'contracts';
const kinds = (readArgument('--kinds') ?? 'text,scan,noisy,photo').split(',');
const step = Number(readArgument('--step') ?? 1);
const out = readArgument('--out') ?? mkdtempSync(join(tmpdir(), 'page-kinds-'));
const paths = set in SETS ? SETS[set as SetName] : { forms: 'forms', truth: 'truth' };
const root = set in SETS ? DEVELOPMENT_SET : set;

if (!existsSync(join(root, paths.truth))) {
  console.log('page kinds: the documents are not there, nothing is measured');
  process.exit(0);
}
const names = readdirSync(join(root, paths.truth))
  .sort()
  .filter((_, index) => index % step === 0)
  .map((file) => basename(file, '.json'));
const reader = kinds.some((kind) => kind !== 'text') ? await openRecognizer(['eng']) : null;
for (const kind of kinds) {
  const times: number[] = [];
  for (const name of names) await predict(name, kind, times);
  console.log(`\n${set} as ${kind}: ${names.length} documents`);
  printScore(ensureFolder(kind, 'truth'), ensureFolder(kind, 'found'));
  printTimes(`pages as ${kind}`, times);
}

async function predict(name: string, kind: string, times: number[]): Promise<void> {
  const bytes = readFileSync(join(root, paths.forms, `${name}.pdf`));
  const truth = JSON.parse(readFileSync(join(root, paths.truth, `${name}.json`), 'utf8')) as Truth;
  const damage = damages[kind];
  const sizes = damage === undefined ? [] : await readPageFacts(bytes);
  const sent =
    damage === undefined
      ? bytes
      : await scanPages(bytes, sizes, { resolution: READING, damage: damage.damage });
  const before = readCpuMs();
  const fields = await detect(sent);
  const ms = readCpuMs() - before;
  const pages = Math.max(1, ...truth.fields.map(({ page }) => page), sizes.length);
  for (let page = 0; page < pages; page += 1) times.push(ms / pages);
  const moved = sizes.map((page): PageFacts => ({ ...page, ...damage?.placement }));
  const place = <Box extends PageBox & { readonly page: number }>(boxes: readonly Box[]) =>
    placeAsScanned(
      boxes.map((box) => ({ page: box.page, box, own: box })),
      moved,
    ).map(({ box, own }) => ({ ...own, ...box, page: own.page }));
  const zones = truth.ignoreZones;
  const shown = { ...truth, fields: place(truth.fields), ...(zones && { ignoreZones: place(zones) }) };
  writeFileSync(join(ensureFolder(kind, 'truth'), `${name}.json`), JSON.stringify(shown));
  writeFileSync(join(ensureFolder(kind, 'found'), `${name}.json`), JSON.stringify({ fields, ms }));
}

/** Detects fields as the product does: by lines alone, then with the words of scans. */
async function detect(bytes: Uint8Array): Promise<readonly object[]> {
  const drawn = await readPageFacts(bytes);
  const unread = drawn.filter(({ scan }) => scan?.confidence === 0).map(({ number }) => number);
  const first = propose(drawn);
  if (reader === null || unread.length === 0) return first.fields.map(toPrediction);
  const scanned = await readScannedPages(bytes, unread, reader);
  const read = drawn.map((page) => scanned.find(({ number }) => number === page.number) ?? page);
  const turned = read.filter(({ turns }) => turns !== undefined).map(({ number }) => number);
  return combineReadings(first, propose(read), turned).fields.map(toPrediction);
}

function propose(pages: readonly PageFacts[]) {
  const { fields, parties } = proposeFields(pages);
  return { form: [], fields: placeAsScanned(fields, pages), parties };
}

function toPrediction({ box, page, type, partyIndex }: ReturnType<typeof proposeFields>['fields'][number]) {
  return { ...box, page, type, ...(partyIndex === null ? {} : { partyIndex }) };
}

/** Processor time instead of wall time, so that other work on the machine doesn't count. */
function readCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function ensureFolder(kind: string, part: string): string {
  const path = join(out, kind.replaceAll(' ', '-'), part);
  mkdirSync(path, { recursive: true });
  return path;
}

function readArgument(name: string): string | undefined {
  const at = process.argv.indexOf(name);
  return at === -1 ? undefined : process.argv[at + 1];
}
