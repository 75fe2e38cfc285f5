import { SvelteMap } from 'svelte/reactivity';
import type { SignBody } from '#wire/signer.ts';
import type { PageView, PdfDocument } from '../pdf/pdf-document.ts';

/** A width that is enough to find out whether a page can be drawn, in CSS pixels. */
const TRIAL_WIDTH_PX = 240;

/** Records how the pages that a person went to were shown. */
export class SeenPages {
  readonly #views = new SvelteMap<number, PageView>();
  /** Whether a page has been shown. */
  readonly any = $derived.by(() => [...this.#views.values()].some((view) => view !== 'failed'));
  /** The pages that can't be shown. Nobody can sign while there are any. */
  readonly failed = $derived.by(() => this.#having('failed'));

  /** Records how a page is shown. A page that was rendered once stays recorded as rendered. */
  note(number: number, view: PageView): void {
    if (this.#views.get(number) !== 'rendered') this.#views.set(number, view);
  }

  /**
   * Checks whether pages that haven't been on the screen yet can be shown. `open` returns null if the document can't
   * be opened.
   */
  async check(open: () => Promise<PdfDocument | null>, numbers: Iterable<number>): Promise<void> {
    for (const number of new Set(numbers)) {
      if (this.#views.has(number)) continue;
      const pdf = await open();
      if (pdf !== null && !(await canBeShown(pdf, number))) this.note(number, 'failed');
    }
  }

  /** The summary that the event log records. */
  get report(): NonNullable<SignBody['pages']> {
    return { rendered: this.#having('rendered'), pictures: this.#having('picture'), failed: this.failed };
  }

  clear(): void {
    this.#views.clear();
  }

  #having(view: PageView): number[] {
    return [...this.#views]
      .filter(([, each]) => each === view)
      .map(([number]) => number)
      .sort((one, other) => one - other);
  }
}

async function canBeShown(pdf: PdfDocument, number: number): Promise<boolean> {
  try {
    const { drawPage } = await import('../pdf/page-painter.ts');
    const canvas = document.createElement('canvas');
    await drawPage(await pdf.page(number), { canvas, widthPx: TRIAL_WIDTH_PX }).done;
    return true;
  } catch (error) {
    console.error(`page ${number} cannot be drawn`, error);
    return ((await pdf.pagePicture?.(number)) ?? null) !== null;
  }
}
