import type { Asked } from '#reading/blanks/asked-blank.ts';
import type { PageFacts, TextLine } from '#reading/page/page-facts.ts';
import type { PartyTable } from './party-table.ts';

/** The owners of a block's blanks that are known so far. */
export type Owners = ReadonlyMap<Asked, number | null>;

/**
 * Checks whether each signature of a column has its date above it: "Bremen, den ______", then the signature
 * line.
 */
export function hasLeadingDates(column: readonly Asked[]): boolean {
  const kinds = column.flatMap(({ kind }) => (kind === 'date' || kind === 'signature' ? [kind] : []));
  return (
    kinds.length > 2 &&
    kinds.length % 2 === 0 &&
    kinds.every((kind, at) => kind === (at % 2 === 0 ? 'date' : 'signature'))
  );
}

/** Returns the owner of the blank to the left in the same row. */
export function findRowOwner(
  { left, bottom }: Asked,
  block: readonly Asked[],
  owners: Owners,
): number | null {
  const beside = block.findLast(
    (other) => other.right <= left + 4 && Math.abs(other.bottom - bottom) < 5 && owners.has(other),
  );
  return beside === undefined ? null : (owners.get(beside) ?? null);
}

/** Returns the heading of another column on the same line: "Dated: ______   ACME, INC.". */
export function findHeadingBehind(
  page: PageFacts,
  { right, bottom }: Asked,
  table: PartyTable,
): string | null {
  const behind = page.lines.find(
    (line) => line.x > right && Math.abs(line.baseline - bottom) < 6 && table.knows(line.text),
  );
  return behind?.text ?? null;
}

/** The largest indentation of lines from the name that heads them, in points. */
const INDENT = 110;

/** Checks whether the lines under a party's name are indented further than lines under a heading would be. */
export function isIndented(line: TextLine, { left }: Asked, table: PartyTable): boolean {
  return line.x > left - INDENT && line.x < left && line.x + line.width > left + 20 && table.knows(line.text);
}
