import { m } from '#i18n/compiled/messages.js';

/** The entered pages, in order, or what is wrong with the input. */
export type AskedPages = { readonly pages: readonly number[] } | { readonly problem: string };

/** Reads a list of pages such as “2-5, 8, 10-”: a range without an end goes to the last page. */
export function readPages(text: string, pageCount: number): AskedPages {
  const parts = text
    .split(/[,;\s]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (parts.length === 0) return { problem: m.editor_pages_missing() };
  const pages = new Set<number>();
  for (const part of parts) {
    const found = /^(\d{1,5})(?:(?:-|–)(\d{1,5})?)?$/.exec(part);
    if (found === null) return { problem: m.editor_pages_invalid({ part }) };
    const isRange = /[-–]/.test(part);
    const from = Number(found[1]);
    const to = isRange ? Number(found[2] ?? pageCount) : from;
    if (from < 1 || Math.max(from, to) > pageCount)
      return { problem: m.editor_pages_beyond({ count: pageCount }) };
    if (to < from) return { problem: m.editor_pages_backwards({ part }) };
    for (let page = from; page <= to; page += 1) pages.add(page);
  }
  return { pages: [...pages].sort((one, other) => one - other) };
}

/** Writes a list of pages in its shortest form, such as “2-5, 8”. */
export function formatPageRanges(pages: readonly number[]): string {
  const runs: { from: number; to: number }[] = [];
  for (const page of pages) {
    const run = runs.at(-1);
    if (run !== undefined && run.to + 1 === page) run.to = page;
    else runs.push({ from: page, to: page });
  }
  return runs.map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`)).join(', ');
}
