import type { Asked } from '#reading/blanks/asked-blank.ts';
import type { PageFacts } from '#reading/page/page-facts.ts';
import type { PartyTable } from './party-table.ts';
import { findPartingLine } from './headings.ts';
import { namesWitness } from '#reading/labels/signing-labels.ts';

/** A blank of a block, with its party. */
export type Assigned = { readonly asked: Asked; readonly party: number | null };

/** How many lines of text may come before the part that continues from the previous page. */
const MOST_LINES = 5;

/**
 * Continues a block across a page break: blanks at the start of the next page belong to the last signer
 * before the break.
 */
export function continueBlock(
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
      findPartingLine(page, 0, asked, { block, table }) === undefined;
    return isOpen ? { asked, party: carried } : one;
  });
}

/** Returns the last signer of a page. */
export function findLastSigner(assigned: readonly Assigned[]): number | null {
  return assigned.findLast(({ asked }) => asked.kind === 'signature')?.party ?? null;
}
