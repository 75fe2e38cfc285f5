import { endsInLegalForm } from '#reading/parties/legal-forms.ts';
import type { PageBox, PageFacts, TextLine } from '#reading/page/page-facts.ts';
import type { PartyTable } from './party-table.ts';
import { detectSigningKind } from '#reading/labels/signing-labels.ts';

const EXECUTION =
  /^(?:this deed|signed|executed|sealed|delivered|for and on behalf of|on behalf of|acting by)\b(?!.{0,40}\b(?:this|on the|day)\b)/i;
const OPENING = /^(?:this deed|signed|executed)\b(?!.{0,40}\b(?:this|on the|day)\b)/i;
/**
 * How far above and below its line an execution clause may be, how far its lines may be apart, and how far it
 * may be above a line that it heads, in points.
 */
const CLAUSE = { above: 66, below: 36, step: 22, over: 100 } as const;

/**
 * Returns the execution clause to the left of a line: "SIGNED by … for and on behalf of Acme Limited". Null
 * if there is none.
 */
export function findExecutionBeside(page: PageFacts, { x, y, height }: PageBox): TextLine[] | null {
  const bottom = y + height;
  const beside = page.lines
    .filter(
      (line) =>
        (line.x + line.width <= x + 6 || (line.x < x - 30 && Math.abs(line.baseline - bottom) > 6)) &&
        line.baseline > bottom - CLAUSE.above &&
        line.baseline < bottom + CLAUSE.below,
    )
    .toSorted((one, other) => one.baseline - other.baseline);
  const first = beside.findLastIndex(
    ({ text, baseline }) => baseline < bottom + 4 && isExecution(text, OPENING),
  );
  const start = first >= 0 ? first : beside.findIndex(({ text }) => isExecution(text, EXECUTION));
  return start < 0 ? null : collectClause(beside.slice(start));
}

/**
 * Returns the execution clause above a line: "Executed by Acme Pty Ltd in accordance with section 127". Empty
 * if there is none.
 */
export function findExecutionOver(page: PageFacts, { x, y, width, height }: PageBox): TextLine[] {
  const bottom = y + height;
  const over = page.lines
    .filter(
      (line) => line.baseline < bottom - 4 && line.baseline > bottom - CLAUSE.over && line.x < x + width,
    )
    .toSorted((one, other) => one.baseline - other.baseline);
  const first = over.findLastIndex(({ text }) => isExecution(text, OPENING));
  return first < 0 ? [] : collectClause(over.slice(first));
}

/**
 * Returns the owner of a clause: the line that names a party, or else all words of the clause; null if it
 * names nobody.
 */
export function findClauseOwner(clause: readonly TextLine[], table: PartyTable): string | null {
  const whole = clause.map(({ text }) => text).join(' ');
  const named =
    clause.find(({ text }) => table.knows(text))?.text ??
    (table.knows(whole)
      ? whole
      : clause.find(({ text }) => endsInLegalForm(text.replace(/[\s,;)]+$/, '')))?.text);
  return named?.replace(/^(?:.*\b(?:on behalf of|signed by|executed by|deed by)) /i, '') ?? null;
}

/**
 * Checks whether a blank in a clause is for the signer's name: "Signed by ____ for and on behalf of", "acting
 * by ____, a director".
 */
export function isNameInClause(label: string): boolean {
  return /(?:^(?:signed|executed)|\bacting|\brepresented) by$|\b(?:a )?director,? and$/i.test(label.trim());
}

function collectClause(lines: readonly TextLine[]): TextLine[] {
  const clause: TextLine[] = [];
  for (const line of lines) {
    const last = clause.at(-1);
    if (
      last !== undefined &&
      (line.baseline - last.baseline > CLAUSE.step || isExecution(line.text, OPENING))
    )
      break;
    clause.push(line);
  }
  return clause;
}

/** Checks whether words start a clause. "Signed:" alone is a label. */
function isExecution(text: string, words: RegExp): boolean {
  return (
    words.test(text) &&
    (detectSigningKind(text) === null || /^(?:signed|executed) (?:by|for)\b(?!\s*:)/i.test(text))
  );
}
