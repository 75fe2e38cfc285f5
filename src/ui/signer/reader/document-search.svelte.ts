import type { PdfDocument } from '#ui/pdf/pdf-document.ts';
import { findAll, findRanges, foldCase } from '#ui/pdf/text-ranges.ts';

/** A place where a page contains the text: the page, and how many matches the page has before it. */
type Match = { readonly page: number; readonly index: number };

/** Searches a document's text, and marks what was found on the pages that are drawn. */
export class DocumentSearch {
  matches = $state.raw<readonly Match[]>([]);
  /** The position of the current match. */
  at = $state(0);
  /** Whether all pages have been searched. */
  isDone = $state(true);
  readonly current = $derived.by(() => this.matches[this.at] ?? null);
  readonly #pdf: PdfDocument;
  readonly #texts = new Map<number, Promise<string>>();
  #query = '';

  constructor(pdf: PdfDocument) {
    this.#pdf = pdf;
  }

  /** Searches page by page, so that the first match is there at once. */
  async find(query: string): Promise<void> {
    this.#query = foldCase(query.trim());
    const wanted = this.#query;
    [this.matches, this.at, this.isDone] = [[], 0, wanted === ''];
    for (let page = 1; page <= this.#pdf.pageCount && wanted !== ''; page += 1) {
      const found = findAll(await this.#readText(page), wanted);
      if (wanted !== this.#query) return;
      if (found.length > 0) this.matches = [...this.matches, ...found.map((_, index) => ({ page, index }))];
    }
    this.isDone = true;
  }

  step(by: 1 | -1): void {
    const count = this.matches.length;
    if (count > 0) this.at = (this.at + by + count) % count;
  }

  /** Marks the matches on the pages that are drawn. Returns where the current one is, if it is among them. */
  mark(pages: HTMLElement): HTMLElement | null {
    if (!('highlights' in CSS)) return null;
    const others: Range[] = [];
    let here: Range | null = null;
    for (const layer of this.#query === '' ? [] : pages.querySelectorAll('[data-page] .pdf-text')) {
      const page = Number(layer.closest('[data-page]')?.getAttribute('data-page'));
      for (const [index, range] of findRanges(layer, this.#query).entries())
        if (this.current?.page === page && this.current.index === index) here = range;
        else others.push(range);
    }
    CSS.highlights.set('found', new Highlight(...others));
    CSS.highlights.set('found-here', new Highlight(...(here === null ? [] : [here])));
    return here?.startContainer.parentElement ?? null;
  }

  /** Removes the marks. */
  clear(): void {
    if (!('highlights' in CSS)) return;
    for (const name of ['found', 'found-here']) CSS.highlights.delete(name);
  }

  #readText(number: number): Promise<string> {
    const text = this.#texts.get(number) ?? this.#extractText(number);
    this.#texts.set(number, text);
    return text;
  }

  /** Returns a page's text; empty for a page that can't be read, which the viewer reports. */
  async #extractText(number: number): Promise<string> {
    try {
      const { items } = await (await this.#pdf.page(number)).getTextContent();
      return foldCase(
        items.map((item) => ('str' in item ? item.str + (item.hasEOL ? ' ' : '') : '')).join(''),
      );
    } catch {
      return '';
    }
  }
}
