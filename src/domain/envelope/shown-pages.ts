import type { Issue } from '../errors.ts';

/** How the pages of the document came to a person's screen, by their numbers from 1, as the page that they signed on says. */
type ShownPages = {
  /** Drawn by the browser from the document itself. */
  readonly rendered: readonly number[];
  /** Shown as the server's picture. */
  readonly pictures: readonly number[];
};

/** The same with the pages that the person went to and that couldn't be shown in either way. */
export type ReportedPages = ShownPages & { readonly failed: readonly number[] };

/** Returns what is wrong with a report about a document with this many pages. */
export function listShownPagesIssues(pages: ReportedPages, pageCount: number): Issue[] {
  return (['rendered', 'pictures', 'failed'] as const)
    .filter((how) => pages[how].some((number) => number > pageCount))
    .map((how) => ({ path: `/pages/${how}`, message: `must be at most ${pageCount} each` }));
}

/** Returns the pages that are missing from the person's screen: those that failed, and all if none was shown. */
export function listMissingPages({ rendered, pictures, failed }: ReportedPages): readonly number[] {
  return rendered.length + pictures.length === 0 ? sortNumbers([1, ...failed]) : sortNumbers(failed);
}

/** Returns a report as it is logged. A page that was shown in both ways counts as drawn. */
export function toLoggedPages({ rendered, pictures }: ReportedPages): {
  rendered: number[];
  pictures: number[];
} {
  return {
    rendered: sortNumbers(rendered),
    pictures: sortNumbers(pictures.filter((number) => !rendered.includes(number))),
  };
}

function sortNumbers(numbers: readonly number[]): number[] {
  return [...new Set(numbers)].sort((one, other) => one - other);
}
