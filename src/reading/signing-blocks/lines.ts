import { isRole } from '#reading/parties/party-roles.ts';
import { type Asked, FOR_PERSON, toAsked } from '#reading/blanks/asked-blank.ts';
import { isClosing } from './closing-words.ts';
import type { PageFacts, TextLine } from '#reading/page/page-facts.ts';
import type { PartyTable } from './party-table.ts';
import type { Blank } from '#reading/blanks/signing-blanks.ts';
import { isNaming } from './headings.ts';
import { namesWitness, signingKind } from '#reading/labels/signing-labels.ts';

/** "Tenant: ______ Date: ____" below the words that close a contract: the tenant signs there. */
export function roleLines(
  page: PageFacts,
  drawn: readonly Blank[],
  asked: readonly Asked[],
  table: PartyTable,
): Asked[] {
  const from = closingStart(page, asked);
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
    const heading = NUMBERED.test(words) ? witnessOver(page, blank) : null;
    if (NUMBERED.test(words))
      return heading === null ? [] : [toAsked(blank, { ...FOR_PERSON, words: heading }, drawn)];
    if (!isDated && (from === null || from > bottom)) return [];
    return [toAsked(blank, { ...FOR_PERSON, words: label, owner: words }, drawn)];
  });
}

/** "Signature, preceded by the words "read and approved"": a label that goes on over some lines. */
function asksToSign(page: PageFacts, last: TextLine): boolean {
  const lines = page.lines
    .filter(
      ({ x, baseline }) =>
        Math.abs(x - last.x) < 6 && baseline <= last.baseline && last.baseline - baseline < last.size * 4,
    )
    .toSorted((one, other) => one.baseline - other.baseline);
  return lines.some(({ text }) => signingKind(text) === 'signature');
}

/** Where on a page signing begins, in points from its top: at the words that close the contract, or the first line to sign. */
function closingStart(page: PageFacts, asked: readonly Asked[]): number | null {
  const words = page.lines.find(({ text }) => isClosing(text));
  const lines = asked.filter(({ kind }) => kind === 'signature').map(({ bottom }) => bottom);
  const starts = [...lines, ...(words === undefined ? [] : [words.baseline])];
  return starts.length === 0 ? null : Math.min(...starts);
}

const NUMBERED = /^\(?(?:[1-4]|[a-d]|i{1,3})[.)]$/i;
/** How far under their heading witnesses sign, in points. */
const WITNESSES = 90;

function witnessOver(page: PageFacts, { box }: Blank): TextLine | null {
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

/** How far a blank that asks for something else stands from the blanks of its block, in points. */
const OTHER_REACH = 44;

/** Places, numbers, hours: what a block asks for beside what every block does. */
export function otherBlanks(drawn: readonly Blank[], asked: readonly Asked[]): Asked[] {
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

/** A line to sign on is as wide as this, in points, and its heading stands this far above. */
const SIGNING_LINE = { least: 100, most: 340, heading: 60 } as const;

/** Lines without any words beside or under them, where a page that closes a contract has the name of a party over them. */
export function bareLines(
  page: PageFacts,
  drawn: readonly Blank[],
  asked: readonly Asked[],
  table: PartyTable,
): Asked[] {
  const start = closingStart(page, asked);
  const known = new Set(asked.map(({ blank }) => blank));
  const underRoles = drawn.filter((blank) => !known.has(blank) && isRole(wordsOver(page, blank)?.text ?? ''));
  // Two parties over a line each close a contract as well as words do.
  const from = start ?? (underRoles.length < 2 ? null : 0);
  if (from === null) return [];
  return drawn.flatMap((blank) => {
    const { box, cue, label, caption } = blank;
    const bottom = box.y + box.height;
    if (known.has(blank) || cue === 'cell' || label !== null || bottom < from) return [];
    if ((cue === 'dots' || start === null) && !underRoles.includes(blank)) return [];
    if (box.width < SIGNING_LINE.least || box.width > SIGNING_LINE.most) return [];
    const isDated = caption !== null && asked.some((other) => other.blank.label === caption);
    const over = wordsOver(page, blank);
    const isHeaded =
      over !== undefined &&
      (isNaming(over.text, table) || /\p{Lu}.*:$/u.test(over.text) || asksToSign(page, over));
    return isHeaded || isDated ? [toAsked(blank, FOR_PERSON, drawn)] : [];
  });
}

/** The nearest words over a line, as far above as a heading stands. */
function wordsOver(page: PageFacts, { box }: Blank): TextLine | undefined {
  const bottom = box.y + box.height;
  return page.lines.findLast(
    (line) =>
      line.baseline < bottom - 6 &&
      line.baseline > bottom - SIGNING_LINE.heading &&
      line.x < box.x + box.width &&
      line.x + line.width > box.x,
  );
}
