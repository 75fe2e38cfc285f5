import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { loadPdfium } from '#server/pdf/engine/pdfium.ts';
import { createInkGate, type InkGate, type InkGateOptions } from '#server/pdf/ink/lost-ink.ts';
import { createPageProof } from '#server/pdf/ink/page-proof.ts';
import { readIntoPlace } from '#server/pdf/intake/read-upload.ts';

import { CORPUS } from '../tests/support/intake-corpus.ts';
import { listLosses } from './losses.ts';

const VECTORS = resolve(import.meta.dirname, '../tests/vectors');
const LIMITS = { maxBytes: 50 * 1024 * 1024, maxPages: 2_000 };

/** How long a document may be rendered: long enough that every page is compared by both ways. */
const DOCUMENT_MS = 600_000;
const WAYS = {
  rendered: { documentMs: DOCUMENT_MS, rendersAll: true },
  proved: { documentMs: DOCUMENT_MS },
} as const satisfies Record<string, InkGateOptions>;

type Way = keyof typeof WAYS;

/** What a way says about a document, and its processor time in milliseconds. */
type Verdict = { readonly verdict: string; readonly gateMs: number; readonly pages: readonly unknown[] };

await main();

/**
 * `node bench/intake-verdicts.ts [--losses 12] [--quiet] [FILE OR DIRECTORY …]`: takes in PDFs twice, by
 * rendering every page and by comparing objects first, and prints both verdicts. Then it takes something out
 * of each prepared document, up to `--losses` times, and compares what both ways say to that. Without files,
 * takes the corpus next to the checkout and the tests' documents. Exits with 1 if there is a difference.
 */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { losses: { type: 'string', default: '12' }, quiet: { type: 'boolean', default: false } },
  });
  const shared = ['corpus/pdf', 'cases', 'samples/pdf'].map((name) => join(CORPUS, '..', name));
  const files = (positionals.length > 0 ? positionals : [...shared, VECTORS]).flatMap(listPdfs);
  const directory = mkdtempSync(join(tmpdir(), 'countersign-verdicts-'));
  const totals = {
    documents: 0,
    pages: 0,
    provedPages: 0,
    differences: 0,
    losses: 0,
    seen: 0,
    lossDifferences: 0,
  };
  const gateMs = { rendered: 0, proved: 0 };
  for (const file of files) {
    const target = join(directory, 'prepared.pdf');
    const rendered = await judge('rendered', file, target);
    const proved = await judge('proved', file, target);
    totals.documents += 1;
    gateMs.rendered += rendered.gateMs;
    gateMs.proved += proved.gateMs;
    const isSame = rendered.verdict === proved.verdict;
    if (!isSame) totals.differences += 1;
    const verdicts = isSame ? proved.verdict : `DIFFERENT ${rendered.verdict} | ${proved.verdict}`;
    if (!values.quiet || !isSame)
      console.log(
        `${basename(file)}: ${verdicts} (${rendered.gateMs.toFixed(0)} | ${proved.gateMs.toFixed(0)} ms)`,
      );
    if (!proved.verdict.startsWith('accepted')) continue;
    const [original, prepared] = [readFileSync(file), readFileSync(target)];
    const proof = createPageProof(await loadPdfium(), original, prepared);
    const shown = proved.pages.map((_, index) => proof?.isSame(index, index) === true);
    totals.pages += shown.length;
    totals.provedPages += shown.filter(Boolean).length;
    for (const { what, bytes, pages } of listLosses(prepared, Number(values.losses))) {
      const [one, other] = await Promise.all([
        createInkGate(original, WAYS.rendered).compare(bytes, pages),
        createInkGate(original, WAYS.proved).compare(bytes, pages),
      ]);
      totals.losses += 1;
      if (one.lost.length > 0) totals.seen += 1;
      if (String(one.lost) === String(other.lost)) continue;
      totals.lossDifferences += 1;
      console.log(`  DIFFERENT without ${what}: lost ${one.lost.join(', ')} | ${other.lost.join(', ')}`);
    }
  }
  rmSync(directory, { recursive: true });
  console.log(
    `${totals.documents} documents, ${totals.differences} different verdicts; ` +
      `${totals.provedPages} of ${totals.pages} accepted pages have the same objects; comparing took ` +
      `${gateMs.rendered.toFixed(0)} ms by rendering, ${gateMs.proved.toFixed(0)} ms by objects first`,
  );
  console.log(
    `${totals.losses} losses, of which ${totals.seen} can be seen; ${totals.lossDifferences} different verdicts`,
  );
  process.exitCode = totals.differences + totals.lossDifferences > 0 ? 1 : 0;
}

function listPdfs(path: string): string[] {
  if (!statSync(path, { throwIfNoEntry: false })) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.pdf'))
    .sort()
    .map((name) => join(path, name));
}

async function judge(way: Way, sourcePath: string, targetPath: string): Promise<Verdict> {
  let gateMs = 0;
  const openGate = (original: Uint8Array): InkGate => {
    const gate = createInkGate(original, WAYS[way]);
    return {
      compare: async (...parameters) => {
        const before = process.cpuUsage();
        const found = await gate.compare(...parameters);
        const { user, system } = process.cpuUsage(before);
        gateMs += (user + system) / 1000;
        return found;
      },
    };
  };
  writeFileSync(targetPath, '');
  const { result, fault } = await readIntoPlace({ sourcePath, targetPath, ...LIMITS }, openGate);
  const outcome = result.ok ? `accepted ${result.sha256.slice(0, 8)}` : `${result.reason} ${result.message}`;
  return {
    verdict: fault === null ? outcome : `${outcome}; ${fault}`,
    gateMs,
    pages: result.ok ? result.pages : [],
  };
}
