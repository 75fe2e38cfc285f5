import { isOffice, leadsToDate } from '#reading/signing-blocks/closing-words.ts';
import {
  findExecutionBeside,
  findExecutionOver,
  isNameInClause,
  findClauseOwner,
} from '#reading/signing-blocks/execution-clauses.ts';
import type { PageBox, PageFacts, TextLine } from '#reading/page/page-facts.ts';
import { isRole } from '#reading/parties/party-roles.ts';
import { fromWords, findHeadedBlanks, type Meaning } from '#reading/labels/label-meaning.ts';
import type { PartyTable } from '#reading/signing-blocks/party-table.ts';
import type { Blank } from './signing-blanks.ts';
import type { SigningKind } from '#reading/labels/label-grammar.ts';
import { detectSigningKind, isConsent, namesWitness } from '#reading/labels/signing-labels.ts';

/**
 * Returns the meaning of each blank on a page, based on the words around it. Leaves out blanks that signers
 * don't fill in.
 */
export function findMeanings(
  page: PageFacts,
  drawn: readonly Blank[],
  table: PartyTable,
): ReadonlyMap<Blank, Meaning> {
  const headed = findHeadedBlanks(drawn);
  const meanings = new Map<Blank, Meaning>();
  for (const blank of drawn) {
    const meaning = headed.has(blank)
      ? markSure(fromWords(blank.head))
      : findMeaning(page, blank, table, drawn);
    if (meaning !== null) meanings.set(blank, meaning);
  }
  return new Map(
    [...meanings].map(([blank, meaning]) => [
      blank,
      isPlace(blank, meaning, meanings)
        ? { ...meaning, kind: 'other' }
        : resolveSigner(blank, meaning, meanings, table),
    ]),
  );
}

function markSure(meaning: Meaning | null): Meaning | null {
  return meaning === null ? null : { ...meaning, sure: true };
}

function findMeaning(
  page: PageFacts,
  blank: Blank,
  table: PartyTable,
  drawn: readonly Blank[],
): Meaning | null {
  const { cue, label, caption, remark, head } = blank;
  const before = label?.text ?? findLineBefore(page, blank.box)?.text ?? '';
  if (isNameInClause(before) && drawn.some((other) => isRightOfClause(other, blank))) {
    const owner = findClauseOwner(
      findExecutionBeside(page, blank.box) ?? findExecutionOver(page, blank.box),
      table,
    );
    return { kind: 'name', words: label, owner, sure: true };
  }
  if (label !== null && cue !== 'cell' && leadsToDate(label.text))
    return markSure({ kind: 'date', words: label, owner: null, sure: true });
  const beside = label === null ? null : (fromWrapped(page, label) ?? fromWords(label));
  if (beside !== null) return beside;
  if (cue === 'cell') {
    const over = fromWords(head);
    return over === null ? null : { ...over, owner: label?.text ?? null };
  }
  const createSignatureMeaning = (words: TextLine | null, owner: string | null = null): Meaning => ({
    kind: 'signature',
    words,
    owner,
    sure: false,
  });
  if (label !== null && isConsent(label.text)) return createSignatureMeaning(label);
  if (label !== null && namesWitness(label.text) && label.text.length < 30)
    return { ...createSignatureMeaning(label), kind: WITNESS_SIGNS.test(label.text) ? 'signature' : 'other' };
  const behind = label === null && remark !== null && /^\(.*\)/.test(remark.text) ? fromWords(remark) : null;
  if (behind !== null) return markSure(behind);
  if (label === null && remark !== null && SEAL.test(remark.text))
    return markSure(createSignatureMeaning(remark));
  const executed = findExecutionBeside(page, blank.box);
  if (executed !== null) return markSure(createSignatureMeaning(label, findClauseOwner(executed, table)));
  if (label !== null && (isRole(label.text) || table.knows(label.text))) return null;
  if (caption === null) return null;
  if (SIGNED_AS.test(caption.text)) return createSignatureMeaning(caption);
  const next =
    label === null && fromWords(head) === null && /:\s*$/.test(caption.text) ? fromWords(caption) : null;
  // If the next line of a block asks for a name, it's the name of the person who signs above it.
  if (next !== null && NAMED_NEXT.has(next.kind) && Math.abs(caption.x - blank.box.x) < 8)
    return createSignatureMeaning(null);
  const under = /:\s*$/.test(caption.text) ? null : fromWords(caption);
  if (under !== null) return under;
  if (namesWitness(caption.text) || (label === null && isOffice(caption.text)))
    return createSignatureMeaning(caption);
  if (!isRole(caption.text) && !table.knows(caption.text)) return null;
  return {
    kind: isOverSignature(blank, drawn) ? 'company' : 'signature',
    words: caption,
    owner: null,
    sure: false,
  };
}

/** Returns the line of text that continues into a blank at the start of the next line. */
function findLineBefore(page: PageFacts, { x, y, height }: PageBox): TextLine | undefined {
  return page.lines.find(
    (line) =>
      Math.abs(line.x - x) < 6 &&
      y + height - line.baseline > 6 &&
      y + height - line.baseline < line.size * 2,
  );
}

/** Checks whether a line to the right of a clause is where the person named in the clause signs. */
function isRightOfClause({ box }: Blank, of: Blank): boolean {
  const isBeyond = box.x + box.width > of.box.x + of.box.width + 60 && box.x > of.box.x + 60;
  return isBeyond && Math.abs(box.y - of.box.y) < 64;
}

/** Matches "Witness", "Attest:" and "Notary Public", but not "Witness occupation". */
const WITNESS_SIGNS =
  /(?:witness|attest|notary(?: public)?|zeug(?:e|in)|témoin|testigo|testimone|testemunha|getuige|świadek)(?:es|s|en|i)?(?: ?#?\d)?[\s:.)]*$/iu;

/** Matches "Fdo.: Carmen Iglesias", which names the person who signs above it. */
const SIGNED_AS = /^(?:[Ff]do|[Gg]ez|[Ff]irmado|[Ss]igned|[Pp]odp)\s*[.:]+\s*\p{Lu}/u;

const NAMED_NEXT: ReadonlySet<SigningKind> = new Set(['name', 'title']);

const SEAL = /^\(?(?:seal|l\.\s?s\.?)\)?$/i;

/** Joins a label that wraps in a narrow column, such as "Authorised" over "Signatory:". */
function fromWrapped(page: PageFacts, label: TextLine): Meaning | null {
  const above = page.lines.find(
    (line) =>
      line !== label &&
      Math.abs(line.x - label.x) < 3 &&
      label.baseline - line.baseline > 4 &&
      label.baseline - line.baseline < label.size * 1.6,
  );
  if (above === undefined || detectSigningKind(above.text) !== null || /[:.,;]\s*$/.test(above.text))
    return null;
  const kind = detectSigningKind(`${above.text} ${label.text}`);
  return kind === null ? null : { kind, words: label, owner: null, sure: false };
}

/** Checks whether a line is for the name of the person who signs on the next line. */
function isOverSignature({ box }: Blank, drawn: readonly Blank[]): boolean {
  return drawn.some(
    (other) =>
      other.label !== null &&
      detectSigningKind(other.label.text) === 'signature' &&
      other.box.y > box.y + 6 &&
      other.box.y - box.y < 60 &&
      other.box.x < box.x + box.width &&
      other.box.x + other.box.width > box.x,
  );
}

/** The largest distance between the blanks of one signer, in points. */
const SAME_SIGNER = 90;

/** Checks whether a blank is for the place before a date: "Fait à ____, le ____". */
function isPlace(blank: Blank, { kind, words }: Meaning, all: ReadonlyMap<Blank, Meaning>): boolean {
  return (
    kind === 'date' &&
    /^\W*(?:fait à|done at|lieu|ort|place)\W*$/iu.test(words?.text ?? '') &&
    [...all].some(
      ([{ box }, other]) =>
        other.kind === 'date' && box.x > blank.box.x + blank.box.width && Math.abs(box.y - blank.box.y) < 4,
    )
  );
}

/**
 * Decides whether words for a company mark a signature line. "Firma" means a company's name in German and
 * Polish but a signature in Italian and Spanish, and "Company" under a line may say who signs there. A block
 * has only one line to sign.
 */
function resolveSigner(
  blank: Blank,
  meaning: Meaning,
  all: ReadonlyMap<Blank, Meaning>,
  table: PartyTable,
): Meaning {
  const words = meaning.words?.text ?? '';
  const isRoleUnder = meaning.words !== null && meaning.words === blank.caption && table.knows(words);
  if (meaning.kind !== 'company' || !(isRoleUnder || /^\W*firma\W*$/i.test(words))) return meaning;
  const signs = [...all].some(
    ([{ box }, { kind }]) =>
      kind === 'signature' &&
      Math.abs(box.y - blank.box.y) < SAME_SIGNER &&
      box.x < blank.box.x + blank.box.width &&
      box.x + box.width > blank.box.x,
  );
  return signs ? meaning : { ...meaning, kind: 'signature' };
}
