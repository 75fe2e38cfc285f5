import type { PDFPageProxy } from 'pdfjs-dist';

/** Browsers refuse or blank canvases beyond this area (Safari on phones: 16,777,216 pixels). */
const CANVAS_MAX_PIXELS = 16_000_000;

export type PaintedPage = {
  /** Resolves when the canvas shows the page; rejects when it cannot be drawn. */
  readonly done: Promise<void>;
  /** Stops the work; `done` then resolves without a picture. */
  readonly cancel: () => void;
};

/**
 * Draws a page into a canvas, crisp at the screen's pixel ratio, and lays its text over it for selection and for screen
 * readers. `widthPx` is the width of the page on the screen in CSS pixels.
 */
export function paintPage(
  page: PDFPageProxy,
  target: { readonly canvas: HTMLCanvasElement; readonly text: HTMLElement; readonly widthPx: number },
): PaintedPage {
  const scale = target.widthPx / page.getViewport({ scale: 1 }).width;
  const viewport = page.getViewport({ scale });
  const ratio = pixelRatio(viewport.width * viewport.height);
  const canvasViewport = page.getViewport({ scale: scale * ratio });
  const { canvas } = target;
  canvas.width = Math.max(1, Math.floor(canvasViewport.width));
  canvas.height = Math.max(1, Math.floor(canvasViewport.height));

  const drawing = page.render({ canvas, viewport: canvasViewport });
  let cancelled = false;
  let cancelText: (() => void) | null = null;

  async function layText(): Promise<void> {
    const { TextLayer } = await import('pdfjs-dist');
    if (cancelled) return;
    target.text.replaceChildren();
    // The text is laid out in units of the page, which UserUnit makes larger than points (ISO 32000-2, 7.7.3.3).
    target.text.style.setProperty('--total-scale-factor', String(scale * page.userUnit));
    const layer = new TextLayer({
      textContentSource: page.streamTextContent(),
      container: target.text,
      viewport,
    });
    cancelText = () => layer.cancel();
    await layer.render();
  }

  const done = Promise.all([drawing.promise, layText()]).then(
    () => undefined,
    (error: unknown) => {
      if (!cancelled) throw error;
    },
  );
  return {
    done,
    cancel: () => {
      cancelled = true;
      drawing.cancel();
      cancelText?.();
    },
  };
}

/** Device pixels for each CSS pixel, lowered where the canvas would become too large for the browser. */
function pixelRatio(areaPx: number): number {
  const wanted = window.devicePixelRatio || 1;
  return Math.min(wanted, Math.sqrt(CANVAS_MAX_PIXELS / areaPx));
}
