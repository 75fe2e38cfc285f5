import type { PageFacts } from '#reading/page/page-facts.ts';
import type { Blank } from './signing-blanks.ts';
import type { SigningKind } from '#reading/labels/label-grammar.ts';
import { detectSigningKind } from '#reading/labels/signing-labels.ts';

/** A blank in running text. `alias` is the defined term for the party whose name goes there. */
export type BodyBlank = {
  readonly blank: Blank;
  readonly kind: SigningKind | 'text';
  readonly alias: string | null;
};

const DATE_BEFORE =
  /(?:\bas of|\bdated?|\bon|this|effective|from|until|wird am|\bam|\bvom|\ble|\bdu|\bel|\bil|\bdel|\bop|day of)(?: the)?,?$/i;
/** Matches "This deed is dated ____", which is a sentence although its last word is a label. */
const IS_DATED = /\s(?:is|are|was) (?:dated|made(?: on)?)$/i;
const DATE_AFTER =
  /^(?:day of\b|,? ?(?:19|20)\d{0,2}\b|between\b|zwischen\b|entre\b|tra\b|by and between\b|\(the "effective)/i;
const ALIAS_AFTER =
  /^,?(?: (?:an?|eine?|une?|un[ao]?)\b[^"“„(]{0,80})?\s?\((?:[^"“„)]{0,40})["“„»]([^"“”„«]{2,40})["”“«]/;

/**
 * The smallest width, in points. Narrower blanks, such as the last digits of a year, are filled in before the
 * contract is sent.
 */
const LEAST_WIDTH = 24;

/** Finds the blanks in or next to sentences, which ask for dates and names of parties. */
export function findBodyBlanks(page: PageFacts, drawn: readonly Blank[]): BodyBlank[] {
  return drawn.flatMap((blank): BodyBlank[] => {
    if (
      (blank.cue !== 'underscore' && blank.cue !== 'dots') ||
      blank.box.width < LEAST_WIDTH ||
      (blank.label !== null &&
        detectSigningKind(blank.label.text) !== null &&
        !IS_DATED.test(blank.label.text))
    )
      return [];
    const before = getTextBefore(page, blank);
    const after = getTextAfter(page, blank);
    // A separate line under other words isn't part of a sentence.
    if (/^day of\b/i.test(after) || /\bday of$/i.test(before)) return [{ blank, kind: 'date', alias: null }];
    if (isRomanceDate(before, after)) return [{ blank, kind: 'date', alias: null }];
    if (blank.label === null && after === '') return [];
    if (!isSentence(before) && !isSentence(after)) return [];
    if (blank.cue === 'dots')
      return isSentence(before) && DATE_BEFORE.test(before) ? [{ blank, kind: 'date', alias: null }] : [];
    const alias = ALIAS_AFTER.exec(after)?.[1]?.trim();
    if (alias !== undefined && !/effective date|agreement/i.test(alias))
      return [{ blank, kind: 'company', alias: alias.replace(/^the /i, '') }];
    const isDate =
      DATE_BEFORE.test(before) ||
      (DATE_AFTER.test(after) && /(?:as of|dated?|this|on|am|day of)\b/i.test(before));
    return [{ blank, kind: isDate ? 'date' : 'text', alias: null }];
  });
}

/** Checks whether a blank is the day or month of a date such as "Lisboa, ___ de ______ de 2025". */
function isRomanceDate(before: string, after: string): boolean {
  return (
    (/^de\b/i.test(after) && /(?:,|(?:^|\s)(?:a|em|día|dia))$/iu.test(before)) ||
    (/(?:^|\s)de$/i.test(before) && /^del? (?:19|20)\d/i.test(after))
  );
}

function isSentence(text: string): boolean {
  return text.split(' ').length >= 3 && /\p{Ll}{2}/u.test(text) && !/:$/.test(text);
}

function getTextBefore(page: PageFacts, { box, label }: Blank): string {
  if (label !== null) return label.text.trim();
  const bottom = box.y + box.height;
  const previous = page.lines
    .filter((line) => line.baseline < bottom - 6 && bottom - line.baseline < 30 && line.x < box.x + 40)
    .toSorted((one, other) => other.baseline - one.baseline)[0];
  if (previous === undefined) return '';
  const last = page.lines
    .filter(({ baseline }) => Math.abs(baseline - previous.baseline) < 2)
    .toSorted((one, other) => other.x - one.x)[0];
  return (last ?? previous).text.trim();
}

function getTextAfter(page: PageFacts, { box, label }: Blank): string {
  const bottom = box.y + box.height;
  const beside = page.lines
    .filter(
      (line) =>
        Math.abs(line.baseline - bottom) < 6 &&
        line.x > box.x + box.width - 4 &&
        line.x < box.x + box.width + 30,
    )
    .toSorted((one, other) => one.x - other.x)[0];
  if (beside === undefined) return label === null ? '' : readContinuation(page, bottom);
  // A label that belongs to the next blank doesn't continue a sentence.
  if (/:\s*$/.test(beside.text) || detectSigningKind(beside.text) !== null) return beside.text.trim();
  const next = page.lines.find(
    (line) =>
      line.baseline > beside.baseline + 4 && line.baseline - beside.baseline < 24 && line.x < beside.x,
  );
  return `${beside.text.trim()} ${next?.text.trim() ?? ''}`.trim();
}

/**
 * Returns the continuation of a sentence whose line ends with a blank: the start of the next line, unless
 * that begins a new sentence.
 */
function readContinuation(page: PageFacts, bottom: number): string {
  const next = page.lines.find(({ baseline }) => baseline > bottom + 4 && baseline - bottom < 20);
  return next !== undefined && /^[\p{Ll}(,]/u.test(next.text) ? next.text.trim() : '';
}
