import type { PageFacts } from './page-facts.ts';
import type { PartyTable } from './party-table.ts';
import type { Asked } from './signing-asked.ts';
import { headingOf, inColumn, isNaming, partingLine } from './signing-headings.ts';
import { namesWitness, signingKind } from './signing-labels.ts';

/**
 * Says whose each blank of a block is. A signature is that of the heading above it in its own column, or of the caption under
 * it; what else is asked for belongs to the signature of its column, unless another heading stands between. Witnesses are null.
 */
export function assignParties(
  page: PageFacts,
  block: readonly Asked[],
  table: PartyTable,
): { asked: Asked; party: number | null }[] {
  const owners = new Map<Asked, number | null>();
  const signatures = block.filter(({ kind }) => kind === 'signature');
  for (const asked of signatures) owners.set(asked, ownerOf(page, asked, block, table, owners));
  for (const asked of block)
    if (!owners.has(asked)) owners.set(asked, sharedOwner(page, asked, block, table, owners));
  return block.map((asked) => ({ asked, party: owners.get(asked) ?? null }));
}

type Owners = ReadonlyMap<Asked, number | null>;

function ownerOf(
  page: PageFacts,
  asked: Asked,
  block: readonly Asked[],
  table: PartyTable,
  owners: Owners,
): number | null {
  const caption = asked.blank.caption?.text ?? '';
  if (namesWitness(caption) || namesWitness(asked.blank.label?.text ?? '')) return null;
  const heading = headingOf(page, asked, block, table);
  if (heading !== null) return namesWitness(heading) ? null : table.entryFor(heading);
  if (isNaming(caption, table) && signingKind(caption) === null) return table.entryFor(caption);
  if (asked.blank.label === null && caption !== '' && signingKind(caption) === null)
    return table.entryFor(caption);
  // A second person signs for the same party when nothing names another one between.
  const above = inColumn(block, asked).findLast(
    (other) => other.kind === 'signature' && other.bottom < asked.bottom - 4,
  );
  const owner = above === undefined ? undefined : owners.get(above);
  return owner === undefined || owner === null || asked.bottom - (above?.bottom ?? 0) < 20
    ? (owner ?? table.anonymous())
    : table.anonymous();
}

function sharedOwner(
  page: PageFacts,
  asked: Asked,
  block: readonly Asked[],
  table: PartyTable,
  owners: Owners,
): number | null {
  const label = asked.blank.label?.text ?? '';
  if (namesWitness(label) || namesWitness(asked.blank.caption?.text ?? '')) return null;
  if (asked.kind === 'initials') return initialsOwner(asked, block, table, owners);
  const column = inColumn(block, asked).filter(({ kind }) => kind === 'signature');
  const above = column.findLast(({ bottom }) => bottom <= asked.bottom + 3);
  const owner = above === undefined ? undefined : owners.get(above);
  if (above !== undefined && owner !== undefined) {
    const parting = partingLine(page, above.bottom, asked, table);
    if (parting === undefined) return owner;
    // A signature that nothing has named yet is named under it.
    if (owner !== null && table.isAnonymous(owner)) return table.name(owner, parting.text);
  }
  const below = column.find(({ bottom }) => bottom > asked.bottom);
  if (below !== undefined && partingLine(page, asked.bottom, below, table) === undefined)
    return owners.get(below) ?? null;
  const row = block.filter(({ kind, bottom }) => kind === 'signature' && Math.abs(bottom - asked.bottom) < 5);
  const beside =
    row.findLast(({ right }) => right <= asked.left + 4) ?? row.find(({ left }) => left >= asked.right - 4);
  if (beside !== undefined) return owners.get(beside) ?? null;
  if (isNaming(asked.blank.caption?.text ?? '', table))
    return table.entryFor(asked.blank.caption?.text ?? '');
  const heading = headingOf(page, asked, block, table);
  return heading === null || namesWitness(heading)
    ? above === undefined
      ? null
      : (owners.get(above) ?? null)
    : table.entryFor(heading);
}

/** Short blanks after one label are for one party each, in their order; else the label says whose they are. */
function initialsOwner(
  asked: Asked,
  block: readonly Asked[],
  table: PartyTable,
  owners: Owners,
): number | null {
  const label = asked.blank.label?.text ?? '';
  const named = label.replace(/^\S+\s/, '');
  if (named !== label && table.knows(named)) return table.entryFor(named);
  const row = block.filter(({ kind, bottom }) => kind === 'initials' && Math.abs(bottom - asked.bottom) < 3);
  const signers = [
    ...new Set(block.filter(({ kind }) => kind === 'signature').map((one) => owners.get(one) ?? null)),
  ].filter((owner) => owner !== null);
  return signers[row.indexOf(asked)] ?? null;
}
