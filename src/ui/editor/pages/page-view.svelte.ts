import { ACTUAL_SCALE, type Zoom } from '#ui/pdf/page-layout.ts';

const SCALES = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3] as const;

/** Which page is shown, and how large. */
export class PageView {
  /** The page in the middle of the window. */
  page = $state(1);
  zoom = $state<Zoom>('width');
  /** The scale of that page; 1 is actual size. */
  scale = $state(1);
  #goTo: (page: number) => void = () => {};

  /** Called by the pages once they exist. */
  connect(goTo: (page: number) => void): void {
    this.#goTo = goTo;
  }

  goTo(page: number): void {
    this.#goTo(page);
  }

  seen(page: number, pixelsPerPoint: number): void {
    this.page = page;
    this.scale = pixelsPerPoint / ACTUAL_SCALE;
  }

  /** The next larger or smaller scale; null at the end. */
  step(by: 1 | -1): number | null {
    const other = by === 1 ? SCALES.find(isLarger(this.scale)) : SCALES.findLast(isSmaller(this.scale));
    return other ?? null;
  }
}

/** Scales that would look the same count as equal. */
const SAME = 0.01;
const isLarger = (than: number) => (scale: number) => scale > than + SAME;
const isSmaller = (than: number) => (scale: number) => scale < than - SAME;
