import type { QuoteBox } from '#domain/envelope/thread.ts';

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
  const text = selection?.toString().trim() ?? '';
  if (selection === null || selection.rangeCount === 0 || text === '') return null;
  const range = selection.getRangeAt(0);
  const page = findPage(range.startContainer);
  if (page === null) return null;
  const whole = page.getBoundingClientRect();
  const parts = [...range.getClientRects()].filter(
    (part) => part.width > 0 && part.height > 0 && isWithin(part, whole),
  );
  const last = parts.at(-1);
  if (last === undefined) return null;
  return {
    page: Number(page.dataset['page']),
    boxes: parts.map((part) => toFractions(part, whole)),
    text,
    end: { x: last.right, y: last.bottom },
  };
}

function findPage(node: Node): HTMLElement | null {
  const element = node instanceof Element ? node : node.parentElement;
  return element?.closest('.pdf-text')?.closest<HTMLElement>('[data-page]') ?? null;
}

function isWithin(part: DOMRect, whole: DOMRect): boolean {
  const [x, y] = [(part.left + part.right) / 2, (part.top + part.bottom) / 2];
  return x >= whole.left && x <= whole.right && y >= whole.top && y <= whole.bottom;
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
