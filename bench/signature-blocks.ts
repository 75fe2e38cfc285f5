/**
 * Scores the signature blocks of a directory of contracts (`forms/NAME.pdf`, `truth/NAME.json`), such as
 * those that `scripts/detection/samples/make.ts` generates, and prints which ones were missed or wrongly
 * found:
 *
 *     node bench/signature-blocks.ts DIRECTORY [--list]
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { execFileSync } from 'node:child_process';
import { overlapRatio, type PageBox } from '../src/reading/page/page-facts.ts';
import { proposeFields } from '../src/reading/propose-fields.ts';
import type { ProposedField } from '../src/reading/proposed-field.ts';
import { readPageFacts } from '../src/server/pdf/reading/read-page-facts.ts';
import { DEVELOPMENT_SET } from '../scripts/detection/development-set.ts';

type TruthField = PageBox & { readonly page: number; readonly type: string; readonly partyIndex?: number };
type Truth = { readonly genre?: string; readonly pages: number; readonly fields: readonly TruthField[] };

const directory = process.argv[2] ?? '/tmp/contract-samples';
const isListed = process.argv.includes('--list');
const predicted = join(directory, 'predicted');
mkdirSync(predicted, { recursive: true });
let [emptyPages, falseFields] = [0, 0];
for (const file of readdirSync(join(directory, 'truth')).sort()) await predict(basename(file, '.json'));
console.log(
  execFileSync(process.execPath, [
    join(DEVELOPMENT_SET, '..', 'score.mjs'),
    ...['--truth', join(directory, 'truth'), '--pred', predicted],
  ]).toString(),
);
console.log(`pages without fields: ${emptyPages}, false fields on them: ${falseFields}`);

async function predict(name: string): Promise<void> {
  const truth = JSON.parse(readFileSync(join(directory, 'truth', `${name}.json`), 'utf8')) as Truth;
  const { fields, parties } = proposeFields(
    await readPageFacts(readFileSync(join(directory, 'forms', `${name}.pdf`))),
  );
  for (let page = 1; page <= truth.pages; page += 1) {
    if (truth.fields.some((field) => field.page === page)) continue;
    emptyPages += 1;
    falseFields += fields.filter((field) => field.page === page).length;
  }
  writeFileSync(
    join(predicted, `${name}.json`),
    JSON.stringify({
      parties,
      fields: fields.map(({ box, page, type, partyIndex, label }) => ({
        ...box,
        page,
        type,
        label,
        ...(partyIndex === null ? {} : { partyIndex }),
      })),
    }),
  );
  if (isListed) list(name, truth, fields);
}

function list(name: string, truth: Truth, fields: readonly ProposedField[]): void {
  const overlapsField = (field: TruthField, other: ProposedField) =>
    other.page === field.page && overlapRatio(other.box, field) >= 0.5;
  const lines = [
    ...truth.fields
      .filter((field) => !fields.some((other) => overlapsField(field, other)))
      .map(
        (field) =>
          `  missed ${field.type} of ${field.partyIndex ?? 'nobody'} ${formatPlace(field, field.page)}`,
      ),
    ...fields
      .filter((other) => !truth.fields.some((field) => overlapsField(field, other)))
      .map((other) => `  too much: ${other.type} "${other.label}" ${formatPlace(other.box, other.page)}`),
    ...truth.fields.flatMap((field) => {
      const met = fields.find((other) => overlapsField(field, other));
      return met === undefined || met.type === field.type
        ? []
        : [`  ${met.type} instead of ${field.type} "${met.label}"`];
    }),
  ];
  if (lines.length > 0) console.log(`${name}\n${lines.join('\n')}`);
}

function formatPlace({ x, y, width, height }: PageBox, page: number): string {
  return `on page ${page} at ${[x * 612, y * 792, width * 612, height * 792].map((number) => number.toFixed(0)).join(' ')}`;
}
