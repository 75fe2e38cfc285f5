import { fork } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { createInkGate } from '#server/pdf/ink/lost-ink.ts';
import { readIntoPlace } from '#server/pdf/intake/read-upload.ts';
import { readContractText } from '#server/pdf/reading/read-contract-text.ts';
import { readSearchText } from '#server/pdf/text/read-search-text.ts';

import { createAgreement, scan } from './agreement.ts';

const SCANNED_PAGE_BYTES = 82_000;
const LIMITS = { maxBytes: 64 * 1024 * 1024, maxPages: 2_000 };
const MEBIBYTE = 1024;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    pages: { type: 'string', default: '500' },
    scans: { type: 'boolean', default: false },
    rendered: { type: 'boolean', default: false },
  },
});
const [directory] = positionals;
if (directory === undefined) await main();
else await measure(directory);

/**
 * `node bench/texts.ts [--pages 500] [--scans] [--rendered]`: takes in a document in a new process, then
 * reads its text for the search and as a contract. Prints the processor time of each in milliseconds, and the
 * peak memory of the intake in MiB. With `--rendered`, every page is rendered to be compared.
 */
async function main(): Promise<void> {
  const made = mkdtempSync(join(tmpdir(), 'countersign-texts-'));
  const pages = Number(values.pages);
  writeFileSync(
    join(made, 'source.pdf'),
    values.scans ? await scan(pages, SCANNED_PAGE_BYTES) : await createAgreement(pages),
  );
  const child = fork(import.meta.filename, [made, ...process.argv.slice(2)]);
  await new Promise((resolve) => child.once('close', resolve));
  rmSync(made, { recursive: true });
}

async function measure(made: string): Promise<void> {
  const [sourcePath, targetPath] = [join(made, 'source.pdf'), join(made, 'prepared.pdf')];
  const { result } = await readIntoPlace({ sourcePath, targetPath, ...LIMITS }, (original) =>
    createInkGate(original, { rendersAll: values.rendered }),
  );
  if (!result.ok) throw new Error(result.message);
  const peakMiB = Math.round(process.resourceUsage().maxRSS / MEBIBYTE);
  const taken = measureCpu();
  await readSearchText({ path: targetPath, sha256: result.sha256, search: true });
  const searched = measureCpu();
  await readContractText({ document: readFileSync(targetPath) });
  const read = measureCpu();
  console.log({ intakeMs: taken, peakMiB, searchMs: searched - taken, contractMs: read - searched });
}

/** Returns the processor time of this process in milliseconds. */
function measureCpu(): number {
  const { user, system } = process.cpuUsage();
  return Math.round((user + system) / 1000);
}
