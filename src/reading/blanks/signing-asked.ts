import { type Asked, FOR_PERSON, toAsked } from './asked-blank.ts';
import { findMeanings } from './blank-meaning.ts';
import { isClosing } from '#reading/signing-blocks/closing-words.ts';
import type { PageBox, PageFacts, TextLine } from '#reading/page/page-facts.ts';
import type { PartyTable } from '#reading/signing-blocks/party-table.ts';
import { type Blank, findUndrawnBlank } from './signing-blanks.ts';
import type { SigningKind } from '#reading/labels/label-grammar.ts';
import { findSigner, detectSigningKind } from '#reading/labels/signing-labels.ts';
import { findBareLines, findOtherBlanks, findRoleLines } from '#reading/signing-blocks/lines.ts';

/** The largest distance between blanks of one block, in points. */
const BLOCK_GAP = 120;
/** The largest distance between a label without a line and the blanks of its block, in points. */
const NEAR = 74;

/** Returns the blanks of a page that signers fill in, from top to bottom. */
export function findAskedBlanks(page: PageFacts, drawn: readonly Blank[], table: PartyTable): Asked[] {
  const meanings = findMeanings(page, drawn, table);
  const asked = [...meanings].map(([blank, meaning]) => toAsked(blank, meaning, drawn));
  const persons = drawn.filter((blank) => !meanings.has(blank) && isForPerson(blank));
  if (
    persons.length > 1 ||
    asked.some(({ kind }) => kind === 'signature') ||
    page.lines.some(({ text }) => isClosing(text))
  )
    asked.push(...persons.map((blank) => toAsked(blank, FOR_PERSON, drawn)));
  asked.push(...findRoleLines(page, drawn, asked, table));
  asked.push(...findBareLines(page, drawn, asked, table));
  asked.push(...findOtherBlanks(drawn, asked));
  const taken = new Set([...drawn.map(({ label }) => label), ...asked.map(({ words }) => words)]);
  const anchors = asked.filter(({ blank, kind }) => blank.cue !== 'cell' && kind !== 'initials');
  const open = page.lines.flatMap((line) => {
    const kind = taken.has(line) || !/:\s*$/.test(line.text) ? null : detectSigningKind(line.text);
    return kind === null ? [] : [{ line, kind }];
  });
  for (const { line, kind } of open) {
    if (kind === 'company' && (line.bold || line.text === line.text.toUpperCase())) continue;
    if (kind === 'signature' && anchors.some((other) => isUnderLabel(other, line))) continue;
    const beneath = kind === 'signature' ? drawn.find((blank) => isLineBeneath(blank, line)) : undefined;
    if (beneath !== undefined && !asked.some(({ blank }) => blank === beneath)) {
      asked.push(toAsked(beneath, { kind, words: line, owner: null, sure: false }, drawn));
      continue;
    }
    const over = kind === 'signature' ? drawn.find((blank) => isLineOver(blank, line)) : undefined;
    if (over !== undefined && !asked.some(({ blank }) => blank === over)) {
      const blank = findUndrawnBlank(page, line, over.box.x + over.box.width);
      asked.push(toAsked(over, FOR_PERSON, drawn));
      if (blank !== null && !isAnswered(page, blank.box))
        asked.push(toAsked(blank, { kind: 'name', words: line, owner: null, sure: false }, drawn));
      continue;
    }
    const near = anchors.filter(
      ({ left, bottom }) => Math.abs(left - line.x) < 40 && Math.abs(bottom - line.baseline) < NEAR,
    );
    const isUndrawnBlock = open.some(
      (other) => isBeneath(other.line, line) && (other.kind === 'signature') !== (kind === 'signature'),
    );
    if (near.length === 0 && !isUndrawnBlock) continue;
    const end = near.find(({ kind: drawnKind }) => drawnKind === 'signature')?.right ?? null;
    const blank = findUndrawnBlank(page, line, end);
    if (blank !== null && !isAnswered(page, blank.box))
      asked.push(toAsked(blank, { kind, words: line, owner: null, sure: false }, drawn));
  }
  return asked
    .map((one) => (isNameUnder(one, asked) ? { ...one, kind: 'name' as const } : one))
    .sort((one, other) => one.bottom - other.bottom || one.left - other.left);
}

/** Checks whether a blank right under the signature line asks for the signer's name: "Fdo.: ______". */
function isNameUnder({ kind, words, blank, bottom }: Asked, asked: readonly Asked[]): boolean {
  if (kind !== 'signature' || !SIGNED_BY.test(words?.text ?? '')) return false;
  return asked.some(
    (other) =>
      other.kind === 'signature' &&
      other.blank.label === null &&
      bottom - other.bottom > 6 &&
      bottom - other.bottom < 26 &&
      other.left < blank.box.x + blank.box.width &&
      other.right > blank.box.x,
  );
}

const SIGNED_BY = /^\W*(?:fdo|firmado(?: por)?|gez|signed by|signé par|firmato da)\W*$/iu;

const PERSON =
  /^(?:(?:Mr|Mrs|Ms|Dr)\.? )?\p{Lu}[\p{L}'-]+(?: \p{Lu}\.?)?(?: (?:de |van |von |la )?\p{Lu}[\p{L}'-]+){1,2}(?:, [^\d]{2,60})?$/u;

/** Checks whether a line is above the name of a person who signs only for themselves. */
function isForPerson({ cue, label, caption }: Blank): boolean {
  return (
    (cue === 'rule' || cue === 'underscore') &&
    label === null &&
    caption !== null &&
    PERSON.test(caption.text.trim())
  );
}

/**
 * Checks whether the words are a heading over the line rather than its label: "Signed for and on behalf of
 * the Client:" over "Signature: ____".
 */
function isUnderLabel({ kind, left, bottom }: Asked, line: TextLine): boolean {
  const gap = bottom - line.baseline;
  return kind === 'signature' && gap > 5 && gap < 75 && Math.abs(left - line.x) < 12;
}

/** Checks whether a drawn line right under words has no label of its own: "Signed for the Lessor by:" over dots. */
function isLineBeneath({ box, cue, label }: Blank, line: TextLine): boolean {
  const gap = box.y + box.height - line.baseline;
  return (
    label === null && cue !== 'cell' && gap > 8 && gap < line.size * 3.5 && Math.abs(box.x - line.x) < 12
  );
}

/** Checks whether a line without a label is right over "By:": there the person signs whose name comes after it. */
function isLineOver({ box, cue, label }: Blank, line: TextLine): boolean {
  const gap = line.baseline - box.y - box.height;
  const isLead = /^by\s*:\s*$/i.test(line.text);
  return isLead && label === null && cue !== 'cell' && gap > 4 && gap < 24 && Math.abs(box.x - line.x) < 12;
}

/** Checks whether two labels are in the same column. */
function isBeneath(one: TextLine, other: TextLine): boolean {
  return one !== other && Math.abs(one.x - other.x) < 6 && Math.abs(one.baseline - other.baseline) < 32;
}

/** Groups blanks into blocks that have a signature. Blanks that stand alone belong to a form. */
export function groupIntoBlocks(asked: readonly Asked[]): Asked[][] {
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
    const signed = block.map(toSigned);
    return signed.some(({ kind }) => kind === 'signature') && signed.some(({ kind }) => AFTER.has(kind))
      ? [signed]
      : [];
  });
}

/** Checks whether a blank is for initials at the foot of a page: "Owner's Initials: ____". */
function isOwnedInitials({ kind, words }: Asked): boolean {
  return kind === 'initials' && words !== null && findSigner(words.text) !== null;
}

const AFTER: ReadonlySet<SigningKind> = new Set(['title', 'date']);

/** Turns a name into a signature: if a block's only line is above "Name", people sign on it. */
function toSigned(asked: Asked): Asked {
  const { kind, words, blank } = asked;
  return kind === 'name' && words !== null && words === blank.caption
    ? { ...asked, kind: 'signature' }
    : asked;
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
