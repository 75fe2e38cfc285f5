import type { Issue } from '../errors.ts';

/**
 * How each page of the document reached a person's screen, as reported by the page that they signed on. Page
 * numbers count from 1.
 */
type ShownPages = {
  /** Pages that the browser drew from the document itself. */
  readonly rendered: readonly number[];
  /** Pages that were shown as a picture from the server. */
  readonly pictures: readonly number[];
};

/**
 * The shown pages, and in `failed` the pages that the person went to but that couldn't be shown in either
 * way.
 */
export type ReportedPages = ShownPages & { readonly failed: readonly number[] };

/** Returns what is wrong with a report about a document with this many pages. */
export function listShownPagesIssues(pages: ReportedPages, pageCount: number): Issue[] {
  return (['rendered', 'pictures', 'failed'] as const)
    .filter((how) => pages[how].some((number) => number > pageCount))
    .map((how) => ({ path: `/pages/${how}`, message: `must be at most ${pageCount} each` }));
}

/**
 * Returns the pages that are missing from the person's screen: those that failed, and page 1 as well if no
 * page was shown at all.
 */
export function listMissingPages({ rendered, pictures, failed }: ReportedPages): readonly number[] {
  return rendered.length + pictures.length === 0 ? sortNumbers([1, ...failed]) : sortNumbers(failed);
}

/**
 * Returns a report in the form in which it is logged. A page that was shown in both ways counts as drawn by
 * the browser.
 */
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
