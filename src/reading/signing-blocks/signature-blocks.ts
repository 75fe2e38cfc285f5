import type { DetectedParty } from '#domain/envelope/graph.ts';
import { joinContractText } from '#reading/contract/contract-text.ts';
import { findIntroducedParties } from '#reading/parties/parties.ts';
import { findMeanings } from '#reading/blanks/blank-meaning.ts';
import { findBodyBlanks } from '#reading/blanks/body-blanks.ts';
import { type PageFacts, type Rule, toFractions, type Word } from '#reading/page/page-facts.ts';
import { endsInLegalForm } from '#reading/parties/legal-forms.ts';
import { isRole } from '#reading/parties/party-roles.ts';
import { PartyTable } from './party-table.ts';
import type { ProposedField } from '#reading/proposed-field.ts';
import { assignParties } from './block-parties.ts';
import { findAskedBlanks, groupIntoBlocks } from '#reading/blanks/signing-asked.ts';
import { type Blank, findDrawnBlanks } from '#reading/blanks/signing-blanks.ts';
import { type Assigned, continueBlock, findLastSigner } from './pages.ts';
import type { SigningKind } from '#reading/labels/label-grammar.ts';
import { detectSigningKind, getFieldForKind } from '#reading/labels/signing-labels.ts';

const DASHES = /^[-\u2013\u2014]{6,}$/;

/** The fields of a contract's signature blocks with their parties, in the order of the contract. */
export type SignatureBlocks = {
  readonly fields: readonly ProposedField[];
  readonly parties: readonly DetectedParty[];
};

type Found = {
  readonly page: PageFacts;
  readonly blank: Blank;
  readonly kind: SigningKind | 'text';
  readonly party: number | null;
};

/**
 * Finds signature blocks by their grammar: the party above or under the line, then By, Name, Title, Date.
 * Null if the document isn't a contract.
 */
export function findSignatureBlocks(printed: readonly PageFacts[]): SignatureBlocks | null {
  const pages = printed.map(withDashedRules);
  const text = joinContractText(pages.map((page) => page.lines.map((line) => line.text).join('\n')));
  const introduced = findIntroducedParties(text);
  const table = new PartyTable(introduced);
  const found: Found[] = [];
  let carried: number | null = null;
  for (const page of pages) {
    const drawn = findDrawnBlanks(page);
    const meanings = findMeanings(page, drawn, table);
    const body = findBodyBlanks(
      page,
      drawn.filter((blank) => meanings.get(blank)?.sure !== true),
    );
    const inBody = new Set(body.map(({ blank }) => blank));
    const asked = findAskedBlanks(
      page,
      drawn.filter((blank) => !inBody.has(blank)),
      table,
    );
    for (const { blank, kind, alias } of body) {
      found.push({ page, blank, kind, party: alias === null ? null : table.entryFor(`${alias}:`) });
    }
    const claimed = new Set(body.map(({ blank }) => blank));
    const blocks = groupIntoBlocks(asked).flatMap((block) => assignParties(page, block, table));
    const assigned: readonly Assigned[] = continueBlock(page, blocks, carried, table);
    carried = findLastSigner(blocks);
    for (const { asked: one, party } of assigned) {
      claimed.add(one.blank);
      found.push({ page, blank: one.blank, kind: one.kind, party });
    }
    for (const blank of drawn) {
      if (!claimed.has(blank) && isOpen(blank))
        found.push({ page, blank, kind: getKindBeside(blank), party: findSoleParty(blank, assigned) });
    }
  }
  const counts = new Map<number, number>();
  for (const { party } of found) if (party !== null) counts.set(party, (counts.get(party) ?? 0) + 1);
  const { parties, indexOf } = table.used(counts);
  if (!isContract(text.text, introduced.length, parties) && !isSigningPage(found)) return null;
  const fields = found.map((field) =>
    toProposedField(field, field.party === null ? null : (indexOf.get(field.party) ?? null)),
  );
  return { fields, parties };
}

/** The smallest width, in points. Narrower blanks are filled in before the contract is sent. */
const LEAST_WIDTH = 24;
/** The largest distance of other blanks above or below a block that belongs to one party, in points. */
const BLOCK_REACH = 120;

/**
 * Words that only introduce a signature, in English, German, French, Spanish, Italian, Portuguese, Polish,
 * and Dutch.
 */
const ONLY_LEADS = /^(?:by|per|x|durch|par|por|da|przez|door)$/i;

/**
 * Checks whether a blank outside all blocks is to be filled in: underscores, or a line after a label with a
 * colon.
 */
function isOpen({ cue, box, label }: Blank): boolean {
  if (box.width < LEAST_WIDTH || label === null) return false;
  return cue === 'underscore' || (cue === 'rule' && /:\s*$/.test(label.text));
}

function getKindBeside({ label }: Blank): SigningKind | 'text' {
  const kind = label === null ? null : detectSigningKind(label.text);
  return kind === null || kind === 'signature' ? 'text' : kind;
}

function findSoleParty({ box }: Blank, assigned: readonly Assigned[]): number | null {
  const near = assigned.filter(({ asked }) => Math.abs(asked.bottom - box.y - box.height) < BLOCK_REACH);
  const parties = new Set(near.map(({ party }) => party));
  return parties.size === 1 ? (near[0]?.party ?? null) : null;
}

const CONTRACT =
  /(?<!\p{L})(?:agreement|contract|lease|indenture|(?:\p{L}+)?vertrag(?:e?s)?|(?:\p{L}+)?vereinbarung|contrat|contrato|contratto|acuerdo|accordo|acordo|bail|convention|(?:\p{L}+)?overeenkomst|contracte|umow[aęyą])(?!\p{L})/giu;
const CLOSING =
  /in witness where|the parties (?:hereto )?(?:have|has) (?:caused|executed|signed|entered|duly)|duly (?:authori[sz]ed|executed)|\bha(?:ve|s) (?:duly )?(?:executed|signed|caused)|unterzeichnen diesen vertrag|signent le présent|firman el presente|have executed this/i;

/** The smallest share and the smallest number of words about the contract itself. Forms have fewer. */
const LEAST_SHARE = 0.003;
const LEAST_MENTIONS = 3;

/** Checks whether a document is a contract. Forms have signature lines too, but name no parties. */
function isContract(text: string, introduced: number, parties: readonly DetectedParty[]): boolean {
  const mentions = text.match(CONTRACT)?.length ?? 0;
  if (mentions >= LEAST_MENTIONS && mentions >= text.split(' ').length * LEAST_SHARE) return true;
  const named = parties.filter(
    ({ name, roleLabel }) =>
      (name !== null && endsInLegalForm(name)) || (roleLabel !== null && isRole(roleLabel)),
  );
  return named.length >= 2 || (named.length >= 1 && CLOSING.test(text)) || (introduced >= 2 && mentions > 0);
}

/** Checks whether two parties sign by people with titles, which they do on the signature page of a contract. */
function isSigningPage(found: readonly Found[]): boolean {
  const signed = found.filter(
    ({ kind, blank }) => kind === 'signature' && ONLY_LEADS.test(getPrinted(blank)),
  );
  const parties = new Set(
    signed.flatMap(({ party }) =>
      party !== null && found.some((other) => other.party === party && other.kind === 'title') ? [party] : [],
    ),
  );
  return parties.size >= 2;
}

function toProposedField({ page, blank, kind }: Found, partyIndex: number | null): ProposedField {
  const { type, autoSource } =
    kind === 'text' ? { type: 'text' as const, autoSource: null } : getFieldForKind(kind);
  return {
    page: page.number,
    box: toFractions(blank.box, page),
    type,
    label: getLabel(blank, kind),
    required: kind === 'signature' && partyIndex !== null,
    multiline: false,
    group: null,
    partyIndex,
    proposedAutoSource: partyIndex === null ? null : autoSource,
    confidence: blank.cue === 'label' ? 0.7 : 0.9,
  };
}

/**
 * Returns the label of a blank without its colon. "By:" doesn't count as a label, because the name of the
 * field type says more.
 */
function getLabel(blank: Blank, kind: Found['kind']): string {
  const printed = getPrinted(blank);
  return kind === 'signature' && ONLY_LEADS.test(printed) ? '' : printed;
}

function getPrinted({ label, caption }: Blank): string {
  return (label ?? caption)?.text.replace(/[\s_:：]+$/, '') ?? '';
}

/** Turns rows of dashes into the lines they represent, as in typewritten contracts. */
function withDashedRules(page: PageFacts): PageFacts {
  const dashes = page.words.filter(isDashes);
  if (dashes.length === 0) return page;
  const words = page.words.filter((word) => !isDashes(word));
  const lines = page.lines.filter((line) => !line.words.every((word) => isDashes(word) || word.text === '-'));
  return { ...page, words, lines, rules: [...page.rules, ...dashes.map(toRule)] };
}

function isDashes({ text }: Word): boolean {
  return DASHES.test(text);
}

function toRule({ x, width, baseline, size }: Word): Rule {
  return {
    x,
    y: baseline - size * 0.3,
    width,
    height: 0.5,
    orientation: 'horizontal',
    luminance: 0,
    dashed: true,
  };
}
