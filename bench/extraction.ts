import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readContract } from '#reading/contract/read-contract.ts';

const SET = fileURLToPath(new URL('../../shared/extraction/', import.meta.url));

/**
 * Prints the scores and times of reading contracts, for all documents and for those that nobody looked at
 * while the grammar was written.
 */
function main(): void {
  if (!existsSync(SET)) {
    console.log(`The development set is not there (${SET}): nothing to measure.`);
    return;
  }
  const names = readdirSync(join(SET, 'dev/truth')).sort();
  for (const [title, chosen] of [
    ['never looked at', names.filter((name, index) => isHeldOut(name, index))],
    ['all', names],
  ] as const) {
    console.log(`\n${title}`);
    score(chosen);
  }
}

/** Picks a tenth by a hash of the first letters, so that one company's contracts stay on the same side. */
function isHeldOut(name: string, index: number): boolean {
  const company = name.replace('cuad-', '').slice(0, 9);
  const isEven = (text: string) =>
    parseInt(createHash('sha256').update(text).digest('hex').slice(0, 4), 16) % 2 === 0;
  return index >= 12 && ['', 'b', 'c'].every((salt) => !isEven(`${salt}${company}`));
}

function score(names: readonly string[]): void {
  const folder = mkdtempSync(join(tmpdir(), 'extraction-'));
  const [truth, predicted] = [join(folder, 'truth'), join(folder, 'predicted')];
  try {
    for (const made of [truth, predicted]) mkdirSync(made);
    for (const name of names) {
      copyFileSync(join(SET, 'dev/truth', name), join(truth, name));
      const text = readFileSync(join(SET, 'dev/texts', `${basename(name, '.json')}.txt`), 'utf8');
      writeFileSync(join(predicted, name), JSON.stringify(predictTerms(text)));
    }
    const printed = execFileSync(
      process.execPath,
      [join(SET, 'score.mjs'), '--truth', truth, '--pred', predicted],
      {
        encoding: 'utf8',
      },
    );
    console.log(printed.trim());
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function predictTerms(text: string) {
  const start = performance.now();
  const { parties, agreementDate, effectiveDate, expirationDate, governingLaw } = readContract([text]);
  const ms = performance.now() - start;
  return {
    parties: parties.map(({ name }) => name),
    agreementDate: agreementDate?.value ?? null,
    effectiveDate: effectiveDate?.value ?? null,
    expirationDate: expirationDate?.value ?? null,
    governingLaw: governingLaw?.value ?? null,
    ms,
  };
}

main();
