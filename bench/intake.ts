import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listDocxDrivers } from '#server/runtime/config/docx-drivers.ts';
import { openConfiguredConverter } from '#server/conversion/open-converter.ts';
import { openIntake } from '#server/pdf/intake/intake.ts';
import {
  childrenOf,
  corpusOf,
  CORPUS,
  judgeDocx,
  judgePdf,
  type Verdict,
} from '../tests/support/intake-corpus.ts';

/**
 * `node bench/intake.ts [wasm|soffice] [report.json]`: takes in every document of the corpus. Prints what was
 * accepted and refused, and names each document with the wrong outcome. Exits with 1 if there is one.
 */
const chosen = process.argv[2] === 'soffice' ? 'soffice' : 'wasm';
const limits = { documentBytes: 50 * 1024 * 1024, waitingDocuments: 50 };
const converter = openConfiguredConverter(
  {
    docxDrivers: listDocxDrivers(chosen, null, process.env['PATH'] ?? ''),
    conversionWorkers: 1,
    sofficeSandbox: 'required',
    limits,
  },
  (fault) => console.log(`  ${fault}`),
);
const intake = openIntake({ processes: 1, onFault: () => undefined });
const directory = mkdtempSync(join(tmpdir(), 'countersign-bench-intake-'));

const pdfs: Verdict[] = [];
for (const traits of corpusOf('pdf'))
  pdfs.push(
    await judgePdf(intake, join(CORPUS, 'pdf', traits.file), join(directory, `${pdfs.length}.pdf`), traits),
  );
tell('PDF', pdfs);
const words: Verdict[] = [];
for (const traits of corpusOf('docx'))
  words.push(
    await judgeDocx(
      { intake, converter },
      join(CORPUS, 'docx', traits.file),
      join(directory, `docx-${words.length}.pdf`),
      traits,
    ),
  );
tell(`DOCX by ${chosen}`, words);
await Promise.all([intake.close(), converter.close()]);
console.log(`processes left behind: ${childrenOf(process.pid).length}`);
const report = process.argv[3];
if (report !== undefined) writeFileSync(report, JSON.stringify([...pdfs, ...words], null, 1));
rmSync(directory, { recursive: true });
process.exitCode = [...pdfs, ...words].some(({ problem }) => problem !== null) ? 1 : 0;

function tell(kind: string, verdicts: readonly Verdict[]): void {
  const counts = Map.groupBy(verdicts, ({ outcome }) => outcome);
  const times = verdicts.map(({ milliseconds }) => milliseconds).sort((one, other) => one - other);
  const getPercentile = (share: number) => Math.round(times[Math.floor((times.length - 1) * share)] ?? 0);
  const outcomes = [...counts].map(([outcome, of]) => `${outcome} ${of.length}`).join(', ');
  console.log(`${kind}: ${verdicts.length} documents: ${outcomes}`);
  console.log(
    `  milliseconds: median ${getPercentile(0.5)}, 95 % ${getPercentile(0.95)}, most ${getPercentile(1)}`,
  );
  for (const { file, problem } of verdicts)
    if (problem !== null) console.log(`  MISMATCH ${file}: ${problem}`);
}
