import type { WireDocument } from '#wire/document.ts';
import type { Draft, DraftField } from '#ui/editor/draft/draft.ts';
import { withoutFields } from '#ui/editor/draft/changes.ts';
import { findDraftRuleProblems } from '#ui/editor/rules/draft-rules.ts';

/** What removing a file would do to the fields of a draft. */
export type Removal = {
  /** The fields that are removed with the file. */
  readonly removed: readonly DraftField[];
  /** The fields in other files whose rules read one of the removed fields. They have to be changed first. */
  readonly dependent: readonly DraftField[];
};

/** Describes what removing a file would do. */
export function describeRemoval(draft: Draft, { firstPage, pageCount }: WireDocument): Removal {
  const first = firstPage ?? Infinity;
  const removed = draft.fields.filter(({ page }) => page >= first && page < first + (pageCount ?? 0));
  const left = withoutFields(draft, new Set(removed.map(({ key }) => key)));
  const unknown = findDraftRuleProblems(left).filter(({ kind }) => kind === 'unknown');
  return { removed, dependent: [...new Set(unknown.map(({ field }) => field))] };
}
