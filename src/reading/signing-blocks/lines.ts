import { isRole } from '#reading/parties/party-roles.ts';
import { type Asked, FOR_PERSON, toAsked } from '#reading/blanks/asked-blank.ts';
import { isClosing } from './closing-words.ts';
import type { PageFacts, TextLine } from '#reading/page/page-facts.ts';
import type { PartyTable } from './party-table.ts';
import type { Blank } from '#reading/blanks/signing-blanks.ts';
import { isNaming } from './headings.ts';
import { namesWitness, detectSigningKind } from '#reading/labels/signing-labels.ts';

/** Finds lines that come after the closing words and are labeled with a role: "Tenant: ______ Date: ____". */
export function findRoleLines(
  page: PageFacts,
  drawn: readonly Blank[],
  asked: readonly Asked[],
  table: PartyTable,
): Asked[] {
  const from = findClosingStart(page, asked);
  const known = new Set(asked.map(({ blank }) => blank));
  return drawn.flatMap((blank) => {
    const { box, cue, label } = blank;
    if (known.has(blank) || label === null || cue === 'cell' || box.width < SIGNING_LINE.least) return [];
    const bottom = box.y + box.height;
    const words = label.text.trim();
    const isWho = isRole(words) || (words.length < 60 && table.knows(words)) || NUMBERED.test(words);
    if (!isWho) return [];
    const isDated = asked.some(
      ({ kind, blank: other }) =>
        kind === 'date' && other.box.x > box.x && Math.abs(other.box.y + other.box.height - bottom) < 4,
    );
    const heading = NUMBERED.test(words) ? findWitnessOver(page, blank) : null;
    if (NUMBERED.test(words))
      return heading === null ? [] : [toAsked(blank, { ...FOR_PERSON, words: heading }, drawn)];
    if (!isDated && (from === null || from > bottom)) return [];
    return [toAsked(blank, { ...FOR_PERSON, words: label, owner: words }, drawn)];
  });
}

/**
 * Checks whether a label of several lines asks for a signature: "Signature, preceded by the words "read and
 * approved"".
 */
function asksToSign(page: PageFacts, last: TextLine): boolean {
  const lines = page.lines
    .filter(
      ({ x, baseline }) =>
        Math.abs(x - last.x) < 6 && baseline <= last.baseline && last.baseline - baseline < last.size * 4,
    )
    .toSorted((one, other) => one.baseline - other.baseline);
  return lines.some(({ text }) => detectSigningKind(text) === 'signature');
}

/**
 * Returns where signing begins on a page, in points from the top: at the closing words or at the first
 * signature line.
 */
function findClosingStart(page: PageFacts, asked: readonly Asked[]): number | null {
  const words = page.lines.find(({ text }) => isClosing(text));
  const lines = asked.filter(({ kind }) => kind === 'signature').map(({ bottom }) => bottom);
  const starts = [...lines, ...(words === undefined ? [] : [words.baseline])];
  return starts.length === 0 ? null : Math.min(...starts);
}

const NUMBERED = /^\(?(?:[1-4]|[a-d]|i{1,3})[.)]$/i;
/** The largest distance of a witness's line below the heading for witnesses, in points. */
const WITNESSES = 90;

function findWitnessOver(page: PageFacts, { box }: Blank): TextLine | null {
  return (
    page.lines.findLast(
      (line) =>
        line.baseline < box.y + box.height - 4 &&
        line.baseline > box.y - WITNESSES &&
        line.text.length < 40 &&
        namesWitness(line.text),
    ) ?? null
  );
}

/** The largest distance of another kind of blank from its block, in points. */
const OTHER_REACH = 44;

/** Finds the blanks for places, numbers, and times, which a block doesn't usually have. */
export function findOtherBlanks(drawn: readonly Blank[], asked: readonly Asked[]): Asked[] {
  const known = new Set(asked.map(({ blank }) => blank));
  return drawn.flatMap((blank) => {
    const { box, cue, label } = blank;
    if (known.has(blank) || label === null || cue === 'cell' || box.width < LEAST_OTHER) return [];
    if (!/^.{2,40}:\s*$/.test(label.text) || label.text.split(' ').length > 5) return [];
    const bottom = box.y + box.height;
    const isNear = asked.some(
      (other) =>
        Math.abs(other.bottom - bottom) < OTHER_REACH &&
        (Math.abs(other.left - label.x) < 8 || Math.abs(other.bottom - bottom) < 4),
    );
    return isNear ? [toAsked(blank, { kind: 'other', words: label, owner: null, sure: false }, drawn)] : [];
  });
}

const LEAST_OTHER = 24;

/**
 * The smallest and largest width of a signature line, and the largest distance of the heading above it, in
 * points.
 */
const SIGNING_LINE = { least: 100, most: 340, heading: 60 } as const;

/** Finds lines without words of their own under a party's name, on a page that closes a contract. */
export function findBareLines(
  page: PageFacts,
  drawn: readonly Blank[],
  asked: readonly Asked[],
  table: PartyTable,
): Asked[] {
  const start = findClosingStart(page, asked);
  const known = new Set(asked.map(({ blank }) => blank));
  const underRoles = drawn.filter(
    (blank) => !known.has(blank) && isRole(findWordsOver(page, blank)?.text ?? ''),
  );
  // Two lines under the names of parties close a contract as well as words do.
  const from = start ?? (underRoles.length < 2 ? null : 0);
  if (from === null) return [];
  return drawn.flatMap((blank) => {
    const { box, cue, label, caption } = blank;
    const bottom = box.y + box.height;
    if (known.has(blank) || cue === 'cell' || label !== null || bottom < from) return [];
    if ((cue === 'dots' || start === null) && !underRoles.includes(blank)) return [];
    if (box.width < SIGNING_LINE.least || box.width > SIGNING_LINE.most) return [];
    const address = asked.find((other) => other.kind === 'address' && isNextLine(blank, other.blank));
    if (address !== undefined)
      return [toAsked(blank, { kind: 'address', words: address.words, owner: null, sure: false }, drawn)];
    const isDated = caption !== null && asked.some((other) => other.blank.label === caption);
    const over = findWordsOver(page, blank);
    const isHeaded =
      over !== undefined &&
      (isNaming(over.text, table) || /\p{Lu}.*:$/u.test(over.text) || asksToSign(page, over));
    return isHeaded || isDated ? [toAsked(blank, FOR_PERSON, drawn)] : [];
  });
}

/** Checks whether a line is right under another one that is as long: an address has several. */
function isNextLine({ box }: Blank, { box: next }: Blank): boolean {
  const gap = next.y + next.height - box.y - box.height;
  return gap > 6 && gap < 32 && Math.abs(next.x - box.x) < 4 && Math.abs(next.width - box.width) < 10;
}

/** Returns the nearest words above a line, up to the distance of a heading. */
function findWordsOver(page: PageFacts, { box }: Blank): TextLine | undefined {
  const bottom = box.y + box.height;
  return page.lines.findLast(
    (line) =>
      line.baseline < bottom - 6 &&
      line.baseline > bottom - SIGNING_LINE.heading &&
      line.x < box.x + box.width &&
      line.x + line.width > box.x,
  );
}
