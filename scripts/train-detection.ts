/**
 * Trains the trees that score form candidates, and the weights that find pages with fields, and writes them
 * as a module:
 *
 *     node scripts/train-detection.ts [DIRECTORY]
 *
 * DIRECTORY contains `forms/NAME.pdf` and `truth/NAME.json`, and the same in `contracts` and `docx`.
 */
import { writeFileSync } from 'node:fs';
import { encodeTrees, type TreesCode } from '../src/reading/model/model-code.ts';
import { DEVELOPMENT_SET, readExamples } from './detection/development-set.ts';
import { trainForms } from './detection/train-forms.ts';
import { trainPagePrior, buildUnseenPageExamples } from './detection/train-page-prior.ts';

const directory = process.argv[2] ?? DEVELOPMENT_SET;
const target = new URL('../src/reading/model/form-trees.ts', import.meta.url);
const documents = await readExamples(directory);
const features = documents[0]?.pages[0]?.rows[0]?.length ?? 0;
const { trees, ticks } = trainForms(documents);
const code = encodeTrees(trees, features);
const prior = trainPagePrior(buildUnseenPageExamples(documents));
writeFileSync(
  target,
  [
    `import type { TreesCode } from './model-code.ts';`,
    `import type { PagePrior } from './page-prior.ts';`,
    '',
    '/** Written by scripts/train-detection.ts: the weights that tell whether a page has fields. */',
    `export const PAGE_PRIOR: PagePrior = [${prior.join(', ')}];`,
    '',
    '/** Written by scripts/train-detection.ts: the trees that tell ticks among small fields. */',
    ...formatTrees('TICK_TREES', encodeTrees(ticks, features)),
    '/** Written by scripts/train-detection.ts: the trees that score the candidates of forms. */',
    ...formatTrees('FORM_TREES', code),
  ].join('\n'),
);
console.log(
  `${documents.length} documents, ${code.sizes.length} trees, ${Math.round(code.nodes.length / 1024)} KB`,
);

function formatTrees(name: string, { features, start, sizes, nodes }: TreesCode): string[] {
  return [
    `export const ${name}: TreesCode = {`,
    `  features: ${features},`,
    `  start: ${start},`,
    `  sizes: [${sizes.join(', ')}],`,
    '  nodes:',
    `    '${nodes}',`,
    '};',
    '',
  ];
}
