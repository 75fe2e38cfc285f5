import { isRole } from '#reading/parties/party-roles.ts';
import { isOffice } from './closing-words.ts';
import { findExecutionOver, findClauseOwner } from './execution-clauses.ts';
import type { PageFacts } from '#reading/page/page-facts.ts';
import type { PartyTable } from './party-table.ts';
import type { Asked } from '#reading/blanks/asked-blank.ts';
import { findCaptionLines } from './captions.ts';
import { findSignatureHeading, selectColumn, isAnswer, isNaming, findPartingLine } from './headings.ts';
import { hasLeadingDates, findHeadingBehind, type Owners, findRowOwner } from './rows.ts';
import { namesWitness, findSigner, detectSigningKind } from '#reading/labels/signing-labels.ts';

/**
 * Assigns a party to each blank of a block. A signature belongs to the heading above it in its column or to
 * the caption under it. Other blanks belong to the signature in their column unless a heading is in between.
 * Null for witnesses.
 */
export function assignParties(
  page: PageFacts,
  block: readonly Asked[],
  table: PartyTable,
): { asked: Asked; party: number | null }[] {
  const owners = new Map<Asked, number | null>();
  const signatures = block.filter(({ kind }) => kind === 'signature');
  for (const asked of signatures) owners.set(asked, findOwner(page, asked, block, table, owners));
  for (const asked of block)
    if (!owners.has(asked)) owners.set(asked, findSharedOwner(page, asked, block, table, owners));
  return block.map((asked) => ({ asked, party: owners.get(asked) ?? null }));
}

function isWitnessed(page: PageFacts, { kind, blank, words }: Asked): boolean {
  const under = kind === 'signature' ? findCaptionLines(page, blank) : [blank.caption];
  return [blank.label, words, ...under].some((line) => namesWitness(line?.text ?? ''));
}

function findNamedParty({ owner }: Asked, table: PartyTable): number | null {
  if (owner === null || !(table.knows(owner) || isNaming(owner, table))) return null;
  return table.entryFor(owner);
}

function findOwner(
  page: PageFacts,
  asked: Asked,
  block: readonly Asked[],
  table: PartyTable,
  owners: Owners,
): number | null {
  const caption = asked.blank.caption?.text ?? '';
  if (isWitnessed(page, asked)) return null;
  const own = findNamedParty(asked, table);
  if (own !== null) return own;
  // Names under lines aren't headings of the next lines.
  if (asked.blank.label === null && (isRole(caption) || table.knows(caption))) return table.entryFor(caption);
  const heading = findSignatureHeading(page, asked, block, table);
  if (heading !== null) return namesWitness(heading) ? null : table.entryFor(heading);
  if (isNaming(caption, table) && detectSigningKind(caption) === null) return table.entryFor(caption);
  const clause = findClauseOwner(findExecutionOver(page, asked.blank.box), table);
  if (clause !== null) return table.entryFor(clause);
  if (
    asked.blank.label === null &&
    caption !== '' &&
    detectSigningKind(caption) === null &&
    !isOffice(caption)
  )
    return table.entryFor(caption);
  // A second person signs for the same party unless another party is named in between.
  const above = findFirstAbove(block, asked);
  const owner =
    findOwnerBeside(page, asked, block, owners) ??
    (above === undefined || isParted(page, above, asked, block) ? undefined : owners.get(above));
  return owner === undefined || owner === null || table.isAnonymous(owner) ? table.anonymous() : owner;
}

/**
 * Checks whether there are words other than labels between two signatures of a column. An unknown party may
 * begin there.
 */
function isParted(page: PageFacts, above: Asked, asked: Asked, block: readonly Asked[]): boolean {
  const labels = new Set(block.flatMap(({ blank, words }) => [blank.label, words]));
  return page.lines.some(
    (line) =>
      line.baseline > above.bottom + 3 &&
      line.baseline < asked.bottom - 6 &&
      line.x < asked.right - 4 &&
      line.x + line.width > asked.left - 4 &&
      !labels.has(line) &&
      !isAnswer(page, line),
  );
}

/** Returns the owner of the signature to the left, if there are no words that head this column. */
function findOwnerBeside(
  page: PageFacts,
  asked: Asked,
  block: readonly Asked[],
  owners: Owners,
): number | null | undefined {
  const beside = block.findLast(
    ({ kind, right, bottom }) =>
      kind === 'signature' && right <= asked.left + 4 && Math.abs(bottom - asked.bottom) < 5,
  );
  if (beside === undefined) return undefined;
  const isHeaded = page.lines.some(
    (line) =>
      line.baseline < asked.bottom - 8 &&
      line.baseline > asked.bottom - 50 &&
      line.x + line.width > asked.left + 20 &&
      line.x < asked.right &&
      line.x >= asked.left - 30,
  );
  if (isHeaded) return undefined;
  const [first, own] = [findFirstAbove(block, beside), findFirstAbove(block, asked)];
  // Under a row of signatures, each column continues with its own party.
  if (own !== undefined && (first === undefined || owners.get(first) === owners.get(beside)))
    return undefined;
  return owners.get(beside) ?? undefined;
}

function findFirstAbove(block: readonly Asked[], asked: Asked): Asked | undefined {
  return selectColumn(block, asked).findLast(
    (other) => other.kind === 'signature' && other.bottom < asked.bottom - 4,
  );
}

function findSharedOwner(
  page: PageFacts,
  asked: Asked,
  block: readonly Asked[],
  table: PartyTable,
  owners: Owners,
): number | null {
  if (isWitnessed(page, asked)) return null;
  const own = findNamedParty(asked, table);
  if (own !== null) return own;
  if (asked.kind === 'initials') return findInitialsOwner(asked, block, table, owners);
  const column = selectColumn(block, asked).filter(({ kind }) => kind === 'signature');
  const leads = asked.kind === 'date' && hasLeadingDates(selectColumn(block, asked));
  const above = leads ? undefined : column.findLast(({ bottom }) => bottom <= asked.bottom + 3);
  const owner = above === undefined ? undefined : owners.get(above);
  if (above !== undefined && owner !== undefined) {
    const parting = findPartingLine(page, above.bottom, asked, { block, table });
    if (parting === undefined) return owner;
    const isOwn = findCaptionLines(page, above.blank).includes(parting);
    if (isOwn && (owner === null || !table.isAnonymous(owner))) return owner;
    // If a signature has no name yet, the name is under it.
    if (owner !== null && table.isAnonymous(owner)) return table.name(owner, parting.text);
  }
  const below = column.find(({ bottom }) => bottom > asked.bottom);
  if (below !== undefined && findPartingLine(page, asked.bottom, below, { block, table }) === undefined)
    return owners.get(below) ?? null;
  const row = block.filter(({ kind, bottom }) => kind === 'signature' && Math.abs(bottom - asked.bottom) < 5);
  const beside =
    row.findLast(({ right }) => right <= asked.left + 4) ?? row.find(({ left }) => left >= asked.right - 4);
  if (beside !== undefined) return owners.get(beside) ?? null;
  const behind = findHeadingBehind(page, asked, table);
  if (behind !== null) return table.entryFor(behind);
  if (isNaming(asked.blank.caption?.text ?? '', table))
    return table.entryFor(asked.blank.caption?.text ?? '');
  const heading = findSignatureHeading(page, asked, block, table);
  return heading === null || namesWitness(heading)
    ? above === undefined
      ? findRowOwner(asked, block, owners)
      : (owners.get(above) ?? null)
    : table.entryFor(heading);
}

/** Assigns each of the short blanks after one label to one party, in order. Otherwise, the label decides. */
function findInitialsOwner(
  asked: Asked,
  block: readonly Asked[],
  table: PartyTable,
  owners: Owners,
): number | null {
  const label = asked.blank.label?.text ?? '';
  const signer = findSigner(label);
  if (signer !== null) return table.entryFor(`${signer}:`);
  const named = label.replace(/^\S+\s/, '');
  if (named !== label && table.knows(named)) return table.entryFor(named);
  const row = block.filter(({ kind, bottom }) => kind === 'initials' && Math.abs(bottom - asked.bottom) < 3);
  const signers = [
    ...new Set(block.filter(({ kind }) => kind === 'signature').map((one) => owners.get(one) ?? null)),
  ].filter((owner) => owner !== null);
  return signers[row.indexOf(asked)] ?? null;
}
