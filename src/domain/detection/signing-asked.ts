import type { PageBox, PageFacts, TextLine } from './page-facts.ts';
import { isRole, type PartyTable } from './party-table.ts';
import { type Blank, undrawnBlank } from './signing-blanks.ts';
import { namesWitness, type SigningKind, signingKind } from './signing-labels.ts';

/** A blank with what it asks for. `left` and `right` are what its label and blank span, `bottom` is its line. */
export type Asked = {
  readonly blank: Blank;
  readonly kind: SigningKind;
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
};

/** Blanks of one block follow each other within this distance, in points. */
const BLOCK_GAP = 120;
/** How far a label without a line stands from the blanks of its block, in points. */
const NEAR = 74;

/** The blanks of a page that ask for something that signers give, from top to bottom. */
export function askedBlanks(page: PageFacts, drawn: readonly Blank[], table: PartyTable): Asked[] {
  const asked = drawn.flatMap((blank) => {
    const kind = kindOf(blank, table, drawn);
    return kind === null ? [] : [toAsked(blank, kind)];
  });
  if (asked.some(({ kind }) => kind === 'signature') || page.lines.some(({ text }) => CLOSING.test(text))) {
    const known = new Set(asked.map(({ blank }) => blank));
    for (const blank of drawn)
      if (!known.has(blank) && isForPerson(blank)) asked.push(toAsked(blank, 'signature'));
  }
  const taken = new Set(drawn.map(({ label }) => label));
  const anchors = asked.filter(({ blank, kind }) => blank.cue !== 'cell' && kind !== 'initials');
  const open = page.lines.flatMap((line) => {
    const kind = taken.has(line) || !/:\s*$/.test(line.text) ? null : signingKind(line.text);
    return kind === null ? [] : [{ line, kind }];
  });
  for (const { line, kind } of open) {
    const near = anchors.filter(
      ({ left, bottom }) => Math.abs(left - line.x) < 40 && Math.abs(bottom - line.baseline) < NEAR,
    );
    const isUndrawnBlock = open.some(
      (other) => isBeneath(other.line, line) && (other.kind === 'signature') !== (kind === 'signature'),
    );
    if (near.length === 0 && !isUndrawnBlock) continue;
    const end = near.find(({ kind: drawnKind }) => drawnKind === 'signature')?.right ?? null;
    const blank = undrawnBlank(page, line, end);
    if (blank !== null && !isAnswered(page, blank.box)) asked.push(toAsked(blank, kind));
  }
  return asked.sort((one, other) => one.bottom - other.bottom || one.left - other.left);
}

const CLOSING = /in witness where|have (?:duly )?(?:executed|signed)|day and year/i;
const PERSON =
  /^(?:(?:Mr|Mrs|Ms|Dr)\.? )?\p{Lu}[\p{L}'-]+(?: \p{Lu}\.?)?(?: (?:de |van |von |la )?\p{Lu}[\p{L}'-]+){1,2}(?:, (?:Jr|Sr|II|III|MD|Esq)\.?|, (?:an )?[Ii]ndividual(?:ly)?)?$/u;

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
  return blocks.filter((block) => block.some(({ kind }) => kind === 'signature'));
}

function toAsked(blank: Blank, kind: SigningKind): Asked {
  const { x, y, width, height } = blank.box;
  const left = blank.cue === 'cell' ? x : Math.min(blank.label?.x ?? x, x);
  return { blank, kind, left, right: x + width, bottom: y + height };
}

function kindOf(blank: Blank, table: PartyTable, drawn: readonly Blank[]): SigningKind | null {
  const { label, caption } = blank;
  const beside = label === null ? null : signingKind(label.text);
  if (beside !== null) return beside;
  if (label !== null && namesWitness(label.text) && label.text.length < 30) return 'signature';
  if (caption === null) return null;
  const under = /:\s*$/.test(caption.text) ? null : signingKind(caption.text);
  if (under !== null) return under;
  if (namesWitness(caption.text)) return 'signature';
  if (!isRole(caption.text) && !table.knows(caption.text)) return null;
  // A line for the name of the one who signs on the next line.
  const isAbove = drawn.some(
    (other) =>
      other.label !== null &&
      signingKind(other.label.text) === 'signature' &&
      other.box.y > blank.box.y + 6 &&
      other.box.y - blank.box.y < 60 &&
      other.box.x < blank.box.x + blank.box.width &&
      other.box.x + other.box.width > blank.box.x,
  );
  return isAbove ? 'company' : 'signature';
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
