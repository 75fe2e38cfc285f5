import type { Asked } from '#reading/blanks/asked-blank.ts';
import type { PageFacts } from '#reading/page/page-facts.ts';
import type { PartyTable } from './party-table.ts';
import { partingLine } from './headings.ts';
import { namesWitness } from '#reading/labels/signing-labels.ts';

/** A blank of a block with whose it is. */
export type Assigned = { readonly asked: Asked; readonly party: number | null };

/** Lines of text that may stand over what goes on from the page before. */
const MOST_LINES = 5;

/** A block that is parted by the end of a page: what goes on at the head of the next one belongs to who signs last before it. */
export function continued(
  page: PageFacts,
  assigned: readonly Assigned[],
  carried: number | null,
  table: PartyTable,
): readonly Assigned[] {
  if (carried === null) return assigned;
  const block = assigned.map(({ asked }) => asked);
  const first = Math.min(
    ...block.filter(({ kind }) => kind === 'signature').map(({ bottom }) => bottom),
    page.height,
  );
  return assigned.map((one) => {
    const { asked, party } = one;
    const isOpen =
      party === null &&
      asked.bottom < first - 4 &&
      !namesWitness(asked.words?.text ?? '') &&
      page.lines.filter(({ baseline }) => baseline < asked.bottom - 6).length <= MOST_LINES &&
      partingLine(page, 0, asked, { block, table }) === undefined;
    return isOpen ? { asked, party: carried } : one;
  });
}

/** Who signs last on a page. */
export function lastSigner(assigned: readonly Assigned[]): number | null {
  return assigned.findLast(({ asked }) => asked.kind === 'signature')?.party ?? null;
}
