import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import type { Converter } from '#server/conversion/converter.ts';
import { checkDocx } from '#server/document/word/docx-preflight.ts';
import type { Intake } from '#server/pdf/intake/intake.ts';
import { TESTER } from './tester.ts';
import { renderedPages, textOf, visibleDifference } from './pdf.ts';

/** Documents from other projects' test collections, with an index of what is special about each. */
export const CORPUS = resolve(import.meta.dirname, '../../../shared/corpus');

/** An index's entry about a document. */
export type Traits = {
  readonly file: string;
  /** `user-password` if it needs one to open. */
  readonly encrypted?: string | boolean;
  readonly sigs?: number;
  /** qpdf's message if it can't open the document. */
  readonly broken?: string | boolean;
  readonly external?: boolean;
  readonly macros?: boolean;
};

/** The outcome for a document; `problem` if it isn't the expected one. */
export type Verdict = {
  readonly file: string;
  readonly outcome: string;
  readonly problem: string | null;
  readonly milliseconds: number;
};

/**
 * The share of a page's color values that may differ visibly, at the edges of objects drawn in another order.
 */
const LARGEST_DIFFERENCE = 0.001;

/** Documents whose pictures differ more for a known reason, and the maximum difference. */
const EXPLAINED: Readonly<Record<string, { readonly most: number; readonly why: string }>> = {
  'pdf.js__bug1844576.pdf': {
    most: 0.05,
    why: 'a page as small as its text, whose field is set a fraction of a point lower',
  },
  'pdf.js__bug1865341.pdf': {
    most: 0.015,
    why: 'poppler drops letters of a note that are written out here',
  },
  'pdf.js__issue17056.pdf': { most: 0.01, why: 'borders of links are drawn a fraction of a point thinner' },
  'pdf.js__issue18030.pdf': { most: 0.035, why: 'borders of links are drawn a fraction of a point thinner' },
  'pdf.js__issue18823.pdf': { most: 0.025, why: 'borders of links are drawn a fraction of a point thinner' },
  'qpdf__need-appearances.pdf': {
    most: 0.005,
    why: 'the values of its fields are drawn, as the file asks for; poppler leaves them out',
  },
};

/** The share of a Word document's words that its PDF must contain. Fields and numbering print others. */
const LEAST_WORDS = 0.8;

/** Returns the traits of the corpus's documents of a kind; none without a corpus. */
export function corpusOf(kind: 'pdf' | 'docx'): readonly Traits[] {
  const index = join(CORPUS, `${kind}-index.json`);
  return existsSync(index) ? (JSON.parse(readFileSync(index, 'utf8')) as Traits[]) : [];
}

/** Takes in a PDF and compares its first two pages before and after, or judges the reason for its refusal. */
export async function judgePdf(
  intake: Intake,
  source: string,
  target: string,
  traits: Traits,
): Promise<Verdict> {
  const start = performance.now();
  const result = await intake.read(TESTER, source, target);
  const verdict = { file: traits.file, milliseconds: performance.now() - start };
  if (!result.ok) {
    const problem = fits(result.reason, traits, source)
      ? null
      : `refused as ${result.reason}: ${result.message}`;
    return { ...verdict, outcome: result.reason, problem };
  }
  const isSigned = (traits.sigs ?? 0) > 0 && isSignedInside(source);
  const seen = difference(source, target, EXPLAINED[traits.file]?.most);
  return { ...verdict, outcome: 'accepted', problem: isSigned ? 'accepted with a signature' : seen };
}

/** Checks, converts and takes in a Word document, and checks that its PDF has the same text. */
export async function judgeDocx(
  parts: { readonly intake: Intake; readonly converter: Converter },
  source: string,
  target: string,
  traits: Traits,
): Promise<Verdict> {
  const start = performance.now();
  const bytes = readFileSync(source);
  const done = () => ({ file: traits.file, milliseconds: performance.now() - start });
  const refused = await checkDocx(bytes);
  if (refused !== null) {
    const fitting =
      refused.reason === 'malformed' ? !isReadableZip(bytes) : fits(refused.reason, traits, source);
    return { ...done(), outcome: refused.reason, problem: fitting ? null : `refused as ${refused.reason}` };
  }
  const converted = `${target}.converted.pdf`;
  const conversion = await parts.converter.convert(TESTER, source, converted);
  if (!conversion.ok) return { ...done(), outcome: conversion.reason, problem: null };
  const taken = await parts.intake.read(TESTER, converted, target);
  if (!taken.ok) return { ...done(), outcome: taken.reason, problem: 'its PDF is refused' };
  const verdict = { ...done(), outcome: 'accepted' };
  return { ...verdict, problem: difference(converted, target) ?? lostWords(bytes, target) };
}

function fits(
  reason: string,
  { encrypted, sigs, broken = false, external, macros }: Traits,
  path: string,
): boolean {
  switch (reason) {
    case 'encrypted':
      return encrypted === 'user-password' || /encrypt/.test(String(broken));
    case 'not_pdf_or_docx':
      return !readFileSync(path).subarray(0, 1024).includes('%PDF-');
    case 'already_signed':
      return (sigs ?? 0) > 0;
    case 'external_relationships':
      return external === true;
    case 'macros':
      return macros === true;
    default:
      return broken !== false;
  }
}

/** Whether a signature field has a value. The index also counts empty ones. */
function isSignedInside(path: string): boolean {
  return /\/ByteRange\s*\[/.test(readFileSync(path, 'latin1'));
}

function difference(before: string, after: string, allowed = LARGEST_DIFFERENCE): string | null {
  const [one, other] = [renderedPages(before, 2), renderedPages(after, 2)];
  // In a damaged file, poppler draws less than other readers. What it didn't draw can't be compared.
  const drawn = one.map((page, index) => {
    const counterpart = other[index];
    return counterpart === undefined ? 1 : visibleDifference(page, counterpart);
  });
  const most = Math.max(0, ...drawn);
  return most <= allowed ? null : `looks different by ${(most * 100).toFixed(2)} %`;
}

function isReadableZip(bytes: Buffer): boolean {
  try {
    unzipSync(bytes);
    return true;
  } catch {
    return false;
  }
}

function lostWords(docx: Buffer, pdf: string): string | null {
  const body = strFromU8(unzipSync(docx)['word/document.xml'] ?? new Uint8Array());
  // Deleted text, field instructions and alternatives of drawings aren't printed.
  const printed = body
    .replace(/<w:(del|instrText|delText)\b[^>]*>[\s\S]*?<\/w:\1>/g, '')
    .replace(/<mc:Fallback>[\s\S]*?<\/mc:Fallback>/g, '')
    .replace(/<\/w:p>|<w:(tab|br)\b[^>]*>|&\w+;/g, ' ');
  const words = wordsOf(
    [...printed.matchAll(/<w:t\b[^>]*>([^<]*)<\/w:t>| /g)].map(([, text]) => text ?? ' ').join(''),
  );
  // If there are only a few words, one field with a new value is a large share.
  if (words.length < 5) return null;
  const shown = new Set(wordsOf(textOf(pdf)));
  const found = words.filter((word) => shown.has(word)).length / words.length;
  return found >= LEAST_WORDS ? null : `shows only ${(found * 100).toFixed(0)} % of ${words.length} words`;
}

function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[a-z]{3,}/g) ?? []
  );
}

/** Returns this machine's processes for intake and conversion, to check that none is left. */
export function childrenOf(pid: number): string[] {
  const output = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(pid)]).toString();
  return output.split('\n').filter((line) => /-process\.ts|soffice/.test(line));
}
