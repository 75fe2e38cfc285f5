import type { Asked } from '#reading/blanks/asked-blank.ts';
import type { PageFacts, TextLine } from '#reading/page/page-facts.ts';
import type { PartyTable } from './party-table.ts';

/** Whose the blanks of a block are, as far as that is known. */
export type Owners = ReadonlyMap<Asked, number | null>;

/** Whether each signature of a column has its date over it: "Bremen, den ______" and then the line to sign. */
export function datesLead(column: readonly Asked[]): boolean {
  const kinds = column.flatMap(({ kind }) => (kind === 'date' || kind === 'signature' ? [kind] : []));
  return (
    kinds.length > 2 &&
    kinds.length % 2 === 0 &&
    kinds.every((kind, at) => kind === (at % 2 === 0 ? 'date' : 'signature'))
  );
}

/** The owner of the blank at the left on the same row. */
export function ownerOfRow({ left, bottom }: Asked, block: readonly Asked[], owners: Owners): number | null {
  const beside = block.findLast(
    (other) => other.right <= left + 4 && Math.abs(other.bottom - bottom) < 5 && owners.has(other),
  );
  return beside === undefined ? null : (owners.get(beside) ?? null);
}

/** "Dated: ______   ACME, INC.": the heading of another column on the same line. */
export function namedBehind(page: PageFacts, { right, bottom }: Asked, table: PartyTable): string | null {
  const behind = page.lines.find(
    (line) => line.x > right && Math.abs(line.baseline - bottom) < 6 && table.knows(line.text),
  );
  return behind?.text ?? null;
}

/** How far lines are set in from the name that heads them, in points. */
const INDENT = 110;

/** A party's name from which its lines are set in by more than a heading's indent. */
export function isIndented(line: TextLine, { left }: Asked, table: PartyTable): boolean {
  return line.x > left - INDENT && line.x < left && line.x + line.width > left + 20 && table.knows(line.text);
}
