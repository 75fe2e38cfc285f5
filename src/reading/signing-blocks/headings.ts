import { endsInLegalForm } from '#reading/parties/legal-forms.ts';
import type { PageFacts, TextLine } from '#reading/page/page-facts.ts';
import { isRole } from '#reading/parties/party-roles.ts';
import type { PartyTable } from './party-table.ts';
import type { Asked } from '#reading/blanks/asked-blank.ts';
import { isOffice } from './closing-words.ts';
import { findCaptionLines } from './captions.ts';
import { isIndented } from './rows.ts';
import { namesWitness, detectSigningKind } from '#reading/labels/signing-labels.ts';

/** How far above its first blank a heading may be, and how far apart its lines may be, in points. */
const HEADING_REACH = 92;
const LINE_REACH = 34;
const MOST_LINES = 5;

/** Returns the blanks of a block that are in the same column as this one. */
export function selectColumn(block: readonly Asked[], { left, right }: Asked): Asked[] {
  return block.filter(
    (other) =>
      Math.min(other.right, right) - Math.max(other.left, left) >
      0.3 * Math.min(other.right - other.left, right - left),
  );
}

/** Returns a heading between a blank and a lower blank in the same column. */
export function findPartingLine(
  page: PageFacts,
  from: number,
  { left, right, bottom, words }: Asked,
  { block, table }: { readonly block: readonly Asked[]; readonly table: PartyTable },
): TextLine | undefined {
  const labels = new Set(block.map(({ blank: { label } }) => label));
  return page.lines.find(
    (line) =>
      !labels.has(line) &&
      line !== words &&
      line.baseline > from + 3 &&
      line.baseline < bottom - 6 &&
      isOver(line, left, right) &&
      isNaming(line.text, table) &&
      !isAnswer(page, line),
  );
}

/** Returns the heading above a signature in the same column, or null. */
export function findSignatureHeading(
  page: PageFacts,
  asked: Asked,
  block: readonly Asked[],
  table: PartyTable,
): string | null {
  const column = selectColumn(block, asked);
  const labels = new Set(
    block.flatMap(({ blank, words }) =>
      words !== null && detectSigningKind(words.text) !== null ? [blank.label, words] : [blank.label],
    ),
  );
  // A signer's name under a line isn't the heading of the next line.
  for (const { kind, blank } of block)
    if (kind === 'signature' && blank !== asked.blank)
      for (const line of findCaptionLines(page, blank)) labels.add(line);
  const isAlone = block.every(
    ({ blank, bottom }) => blank === asked.blank || Math.abs(bottom - asked.bottom) > 5,
  );
  const above = page.lines
    .filter(
      (line) =>
        line.baseline < asked.bottom - 4 &&
        !labels.has(line) &&
        (headsColumn(page, line, asked, { block, table }) ??
          (isOver(line, asked.left, asked.right) || (isAlone && isIndented(line, asked, table)))),
    )
    .toSorted((one, other) => other.baseline - one.baseline || other.x - one.x);
  const lines: TextLine[] = [];
  for (const line of above) {
    const last = lines.at(-1);
    const ceiling =
      last?.baseline ??
      Math.min(
        asked.bottom,
        ...column
          .filter(({ bottom }) => bottom < asked.bottom && bottom > line.baseline)
          .map(({ bottom }) => bottom),
      );
    if (ceiling - line.baseline > (last === undefined ? HEADING_REACH : LINE_REACH)) break;
    // Once the heading has words, another blank ends it, because whatever is above that blank belongs to
    // another block.
    const isBeyond = column.some(
      ({ bottom }) => bottom > line.baseline + 2 && bottom < (last?.baseline ?? -1),
    );
    if (isBeyond || isRunningText(line, page)) break;
    if (isAnswer(page, line)) continue;
    if (
      last === undefined &&
      column.some(
        ({ kind, bottom }) => kind === 'signature' && bottom < asked.bottom - 4 && bottom > line.baseline,
      )
    )
      break;
    lines.push(line);
    if (lines.length >= MOST_LINES) break;
  }
  const ordered = lines.toReversed();
  const plain = ordered.filter((line) => isNaming(line.text, table) || line.bold);
  const chosen =
    plain.length > 0
      ? plain
      : ordered.filter(({ text }) => NAME_LIKE.test(text.trim()) && !NO_HEADING.test(text.trim()));
  return chosen.length === 0 ? null : chosen.map(({ text }) => text).join(' ');
}

/**
 * Matches headings to their columns when spaces have shifted them. Null unless there are as many headings on
 * a line as signatures on the next.
 */
function headsColumn(
  page: PageFacts,
  line: TextLine,
  asked: Asked,
  { block, table }: { readonly block: readonly Asked[]; readonly table: PartyTable },
): boolean | null {
  if (asked.kind !== 'signature' || asked.bottom - line.baseline > HEADING_REACH) return null;
  const row = page.lines
    .filter((other) => Math.abs(other.baseline - line.baseline) < 3)
    .toSorted((one, other) => one.x - other.x);
  const signatures = block
    .filter(({ kind, bottom }) => kind === 'signature' && Math.abs(bottom - asked.bottom) < 5)
    .toSorted((one, other) => one.left - other.left);
  if (row.length < 2 || row.length !== signatures.length) return null;
  if (!row.every(({ text }) => isNaming(text, table))) return null;
  return row.indexOf(line) === signatures.indexOf(asked);
}

function isOver(line: TextLine, left: number, right: number): boolean {
  return line.x < right - 4 && line.x + line.width > left - 4 && line.x > left - 60;
}

/**
 * Checks whether a line is already filled in: "Name: Ann Example", "Title: Chairman", or the answer next to
 * such a label.
 */
export function isAnswer(page: PageFacts, line: TextLine): boolean {
  const [label = '', answer = ''] = line.text.split(/:(.*)/s);
  if (answer.trim() !== '' && detectSigningKind(label) !== null) return true;
  if (/:\s*$/.test(line.text) && detectSigningKind(line.text) !== null) return true;
  return page.lines.some(
    (other) =>
      other !== line &&
      Math.abs(other.baseline - line.baseline) < 3 &&
      other.x + other.width <= line.x &&
      line.x - other.x - other.width < 60 &&
      detectSigningKind(other.text) !== null,
  );
}

function isRunningText({ text, width }: TextLine, page: PageFacts): boolean {
  if (endsInLegalForm(text.trim()) && width < page.width * 0.5) return false;
  const words = text.split(' ').length;
  return (
    (/\p{Ll}[.;]$/u.test(text) && words > 1) ||
    width > page.width * 0.62 ||
    (words > 9 && /\p{Ll}{4}/u.test(text))
  );
}

/**
 * Checks whether words name a signer: a legal person, a role, a known party, a witness, or any words in all
 * capitals.
 */
export function isNaming(text: string, table: PartyTable): boolean {
  const plain = text
    .replace(CONDITION, '')
    .replace(/[:,;]+$/, '')
    .trim();
  if (isRole(plain)) return true;
  if (
    text.length > 90 ||
    !/\p{L}{2}/u.test(plain) ||
    NO_HEADING.test(plain) ||
    isOffice(plain) ||
    detectSigningKind(plain) !== null
  )
    return false;
  if (
    endsInLegalForm(plain.replace(/,[^,]{3,30}$/, '')) ||
    endsInLegalForm(plain) ||
    namesWitness(text) ||
    isRole(plain) ||
    isRole(plain.replace(/:\s.*$/, '')) ||
    table.knows(plain)
  )
    return true;
  return (
    (plain === plain.toUpperCase() && /\p{Lu}{3}/u.test(plain) && !plain.endsWith('.')) ||
    (/:$/.test(text) && /^\p{Lu}[\p{L} -]{2,24}:$/u.test(text))
  );
}

const NO_HEADING =
  /^(?:(?:(?:accepted|agreed|acknowledged|approved|confirmed)(?: and|,)? ?)+(?:to|by|as of)?\b[^,]{0,60}$|executed\b[^,]{0,50}$|unterschriften|podpisy|signatures? (?:of|des|der)\b.*|firmas$|firme$|assinaturas$|handtekeningen$|(?:very truly|sincerely|yours|respectfully)\b.{0,20}$|page\b|exhibit\b|source\b|\[|confidential$|signatures?$|signed$|and$|\d+$|by and |(?:it is )?so (?:agreed|stipulated|ordered)\b|in witness|address|.*\b(?:day of|this the)\b)/i;
/** Matches the condition in "FRANCHISEE (if an individual):". */
const CONDITION = /\s*\((?:if|when|where)\b[^)]*\)/i;
const NAME_LIKE =
  /^\(?(?:the )?\p{Lu}[\p{L}'&.-]+(?: (?:of |and |& |the |de |von )?\p{Lu}[\p{L}'&.-]*){0,6}\)?[:,]?$/u;
