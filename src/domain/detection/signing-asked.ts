import { isRole } from '../extraction/party-roles.ts';
import { isClosing } from './closing-words.ts';
import { type Meaning, meaningsOf } from './blank-meaning.ts';
import type { PageBox, PageFacts, TextLine } from './page-facts.ts';
import { isNaming } from './signing-headings.ts';
import type { PartyTable } from './party-table.ts';
import { type Blank, undrawnBlank } from './signing-blanks.ts';
import { namesWitness, signerOf, type SigningKind, signingKind } from './signing-labels.ts';

/** A blank with what it asks for. `left` and `right` are what its label and blank span, `bottom` is its line. */
export type Asked = {
  readonly blank: Blank;
  readonly kind: SigningKind;
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  /** The words that say what is asked for; null where only the place does. */
  readonly words: TextLine | null;
  /** Words right at the blank that say whose it is. */
  readonly owner: string | null;
};

/** Blanks of one block follow each other within this distance, in points. */
const BLOCK_GAP = 120;
/** How far a label without a line stands from the blanks of its block, in points. */
const NEAR = 74;

/** The blanks of a page that ask for something that signers give, from top to bottom. */
export function askedBlanks(page: PageFacts, drawn: readonly Blank[], table: PartyTable): Asked[] {
  const meanings = meaningsOf(page, drawn, table);
  const asked = [...meanings].map(([blank, meaning]) => toAsked(blank, meaning, drawn));
  const persons = drawn.filter((blank) => !meanings.has(blank) && isForPerson(blank));
  if (
    persons.length > 1 ||
    asked.some(({ kind }) => kind === 'signature') ||
    page.lines.some(({ text }) => isClosing(text))
  )
    asked.push(...persons.map((blank) => toAsked(blank, FOR_PERSON, drawn)));
  asked.push(...roleLines(page, drawn, asked, table));
  asked.push(...bareLines(page, drawn, asked, table));
  asked.push(...otherBlanks(drawn, asked));
  const taken = new Set([...drawn.map(({ label }) => label), ...asked.map(({ words }) => words)]);
  const anchors = asked.filter(({ blank, kind }) => blank.cue !== 'cell' && kind !== 'initials');
  const open = page.lines.flatMap((line) => {
    const kind = taken.has(line) || !/:\s*$/.test(line.text) ? null : signingKind(line.text);
    return kind === null ? [] : [{ line, kind }];
  });
  for (const { line, kind } of open) {
    if (kind === 'company' && isRole(line.text)) continue;
    const near = anchors.filter(
      ({ left, bottom }) => Math.abs(left - line.x) < 40 && Math.abs(bottom - line.baseline) < NEAR,
    );
    const isUndrawnBlock = open.some(
      (other) => isBeneath(other.line, line) && (other.kind === 'signature') !== (kind === 'signature'),
    );
    if (near.length === 0 && !isUndrawnBlock) continue;
    const end = near.find(({ kind: drawnKind }) => drawnKind === 'signature')?.right ?? null;
    const blank = undrawnBlank(page, line, end);
    if (blank !== null && !isAnswered(page, blank.box))
      asked.push(toAsked(blank, { kind, words: line, owner: null, sure: false }, drawn));
  }
  return asked.sort((one, other) => one.bottom - other.bottom || one.left - other.left);
}

/** "Tenant: ______ Date: ____" below the words that close a contract: the tenant signs there. */
function roleLines(
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
function otherBlanks(drawn: readonly Blank[], asked: readonly Asked[]): Asked[] {
  const known = new Set(asked.map(({ blank }) => blank));
  return drawn.flatMap((blank) => {
    const { box, cue, label } = blank;
    if (known.has(blank) || label === null || cue === 'cell' || box.width < LEAST_OTHER) return [];
    if (!/^[^.]{2,40}:\s*$/.test(label.text) || label.text.split(' ').length > 5) return [];
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
const SIGNING_LINE = { least: 100, most: 340, heading: 46 } as const;

/** Lines without any words beside or under them, where a page that closes a contract has the name of a party over them. */
function bareLines(
  page: PageFacts,
  drawn: readonly Blank[],
  asked: readonly Asked[],
  table: PartyTable,
): Asked[] {
  const from = closingStart(page, asked);
  if (from === null) return [];
  const known = new Set(asked.map(({ blank }) => blank));
  return drawn.flatMap((blank) => {
    const { box, cue, label, caption } = blank;
    const bottom = box.y + box.height;
    if (known.has(blank) || cue === 'cell' || cue === 'dots' || label !== null || bottom < from) return [];
    if (box.width < SIGNING_LINE.least || box.width > SIGNING_LINE.most) return [];
    const isDated = caption !== null && asked.some((other) => other.blank.label === caption);
    const over = page.lines.findLast(
      (line) =>
        line.baseline < bottom - 6 &&
        line.baseline > bottom - SIGNING_LINE.heading &&
        line.x < box.x + box.width &&
        line.x + line.width > box.x,
    );
    const isHeaded = over !== undefined && (isNaming(over.text, table) || /\p{Lu}.*:$/u.test(over.text));
    return isHeaded || isDated ? [toAsked(blank, FOR_PERSON, drawn)] : [];
  });
}

const PERSON =
  /^(?:(?:Mr|Mrs|Ms|Dr)\.? )?\p{Lu}[\p{L}'-]+(?: \p{Lu}\.?)?(?: (?:de |van |von |la )?\p{Lu}[\p{L}'-]+){1,2}(?:, [^\d]{2,60})?$/u;

/** A line over the name of a person, who signs for nobody else. */
function isForPerson({ cue, label, caption }: Blank): boolean {
  return (
    (cue === 'rule' || cue === 'underscore') &&
    label === null &&
    caption !== null &&
    PERSON.test(caption.text.trim())
  );
}

/** Labels of one block stand under each other, line by line. */
function isBeneath(one: TextLine, other: TextLine): boolean {
  return one !== other && Math.abs(one.x - other.x) < 6 && Math.abs(one.baseline - other.baseline) < 32;
}

/** Runs of blanks with a signature among them; what stands apart belongs to a form. */
export function blocksOf(asked: readonly Asked[]): Asked[][] {
  const blocks: Asked[][] = [];
  for (const one of asked) {
    const last = blocks.at(-1);
    const previous = last?.at(-1);
    if (last !== undefined && previous !== undefined && one.bottom - previous.bottom < BLOCK_GAP)
      last.push(one);
    else blocks.push([one]);
  }
  return blocks.flatMap((block) => {
    if (block.some(({ kind }) => kind === 'signature') || block.every(isOwnedInitials)) return [block];
    const signed = block.map(asSigned);
    return signed.some(({ kind }) => kind === 'signature') && signed.some(({ kind }) => AFTER.has(kind))
      ? [signed]
      : [];
  });
}

/** "Owner's Initials: ____" at the foot of each page. */
function isOwnedInitials({ kind, words }: Asked): boolean {
  return kind === 'initials' && words !== null && signerOf(words.text) !== null;
}

const AFTER: ReadonlySet<SigningKind> = new Set(['title', 'date']);

/** Where a block has no line to sign but one over "Name", people sign above their name. */
function asSigned(asked: Asked): Asked {
  const { kind, words, blank } = asked;
  return kind === 'name' && words !== null && words === blank.caption
    ? { ...asked, kind: 'signature' }
    : asked;
}

const FOR_PERSON: Meaning = { kind: 'signature', words: null, owner: null, sure: false };

function toAsked(blank: Blank, { kind, words, owner }: Meaning, drawn: readonly Blank[]): Asked {
  const { x, y, width, height } = blank.box;
  const isShared = blank.cue === 'cell' && drawn.some((other) => standsBetween(blank, other));
  const left = isShared ? x : Math.min(blank.label?.x ?? x, x);
  return { blank, kind, left, right: x + width, bottom: y + height, words, owner };
}

/** Whether another cell stands between a label and this one, so that they share it. */
function standsBetween({ box, label }: Blank, other: Blank): boolean {
  return (
    other.cue === 'cell' &&
    Math.abs(other.box.y - box.y) < 3 &&
    other.box.x < box.x - 2 &&
    other.box.x > (label?.x ?? box.x)
  );
}

function isAnswered(page: PageFacts, box: PageBox): boolean {
  return page.words.some(
    (word) =>
      word.baseline > box.y + 2 &&
      word.baseline < box.y + box.height + 2 &&
      word.x + word.width > box.x + 2 &&
      word.x < box.x + box.width,
  );
}
