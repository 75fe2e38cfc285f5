import type { QuoteBox } from '#domain/envelope/thread.ts';
import { SIGNING_LIMITS } from '#domain/signing-limits.ts';

/** A passage that a person has selected on a page. */
export type Passage = {
  readonly page: number;
  readonly boxes: readonly QuoteBox[];
  /** As the browser has it. What is quoted in the end is what the document itself says there. */
  readonly text: string;
  /** Where the selection ends on the screen, in CSS pixels. */
  readonly end: { readonly x: number; readonly y: number };
};

/** Returns the selected passage of a page, or null. Of a selection over several pages, this is the part on the first. */
export function readPassage(): Passage | null {
  const selection = getSelection();
  if (selection === null || selection.rangeCount === 0 || selection.isCollapsed) return null;
  const range = selection.getRangeAt(0);
  const layer = findTextLayer(range.startContainer);
  const page = layer?.closest<HTMLElement>('[data-page]') ?? null;
  if (layer === null || page === null) return null;
  // A selection runs over fields as well, and to the end of what it began in.
  const pieces = [...layer.querySelectorAll('span')]
    .filter((span) => span.querySelector('span') === null && range.intersectsNode(span))
    .map((span) => clipRange(range, span))
    .filter((piece) => piece.toString().trim() !== '');
  const rects = pieces.flatMap((piece) => [...piece.getClientRects()]).filter(({ width }) => width > 0);
  const last = rects.at(-1);
  if (last === undefined) return null;
  const whole = page.getBoundingClientRect();
  return {
    page: Number(page.dataset['page']),
    boxes: rects.slice(0, SIGNING_LIMITS.quoteBoxesMax).map((rect) => toFractions(rect, whole)),
    text: pieces.join(' ').trim(),
    end: { x: last.right, y: last.bottom },
  };
}

function findTextLayer(node: Node): Element | null {
  const element = node instanceof Element ? node : node.parentElement;
  return element?.closest('.pdf-text') ?? null;
}

/** Returns the part of a range that lies within an element. */
function clipRange(range: Range, element: Element): Range {
  const clipped = document.createRange();
  clipped.selectNodeContents(element);
  if (range.compareBoundaryPoints(Range.START_TO_START, clipped) > 0)
    clipped.setStart(range.startContainer, range.startOffset);
  if (range.compareBoundaryPoints(Range.END_TO_END, clipped) < 0)
    clipped.setEnd(range.endContainer, range.endOffset);
  return clipped;
}

function toFractions(part: DOMRect, whole: DOMRect): QuoteBox {
  const toFraction = (length: number, of: number) => Math.max(0, Math.min(1, length / of));
  const [x, y] = [
    toFraction(part.left - whole.left, whole.width),
    toFraction(part.top - whole.top, whole.height),
  ];
  return {
    ...{ x, y },
    width: toFraction(part.right - whole.left, whole.width) - x,
    height: toFraction(part.bottom - whole.top, whole.height) - y,
  };
}
