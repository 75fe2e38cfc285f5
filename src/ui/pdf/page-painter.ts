import type { PDFPageProxy } from 'pdfjs-dist';

/** Browsers refuse canvases beyond this area or leave them blank (Safari on phones: 16,777,216 pixels). */
const CANVAS_MAX_PIXELS = 16_000_000;

/**
 * Narrower pages are drawn this wide and shrunk by the browser, because letters less than a pixel high aren't
 * drawn at all.
 */
const DRAWN_MIN_PX = 240;

export type PaintedPage = {
  /** Resolves when the canvas shows the page. Rejects when the page can't be drawn. */
  readonly done: Promise<void>;
  /** Stops the work. `done` then resolves without a picture. */
  readonly cancel: () => void;
};

/**
 * Draws a page into a canvas, crisp at the screen's pixel ratio, and lays its text over it for selection and
 * for screen readers. `widthPx` is the width of the page on the screen in CSS pixels.
 */
export function paintPage(
  page: PDFPageProxy,
  target: { readonly canvas: HTMLCanvasElement; readonly text: HTMLElement; readonly widthPx: number },
): PaintedPage {
  const parts = [drawPage(page, target), layText(page, target)];
  return {
    done: Promise.all(parts.map(({ done }) => done)).then(() => undefined),
    cancel: () => {
      for (const part of parts) part.cancel();
    },
  };
}

/** Draws a page into a canvas, crisp at the screen's pixel ratio. */
export function drawPage(
  page: PDFPageProxy,
  { canvas, widthPx }: { readonly canvas: HTMLCanvasElement; readonly widthPx: number },
): PaintedPage {
  const scale = getScale(page, widthPx);
  const { width, height } = page.getViewport({ scale });
  const viewport = page.getViewport({ scale: scale * choosePixelRatio(width, height) });
  canvas.width = Math.max(1, Math.floor(viewport.width));
  canvas.height = Math.max(1, Math.floor(viewport.height));
  const drawing = page.render({ canvas, viewport });
  return makeStoppable(drawing.promise, () => drawing.cancel());
}

/** Lays a page's text into an element, for selection and for screen readers. */
export function layText(
  page: PDFPageProxy,
  { text, widthPx }: { readonly text: HTMLElement; readonly widthPx: number },
): PaintedPage {
  const scale = getScale(page, widthPx);
  let canceled = false;
  let cancelLayer: (() => void) | null = null;
  return makeStoppable(lay(), () => {
    canceled = true;
    cancelLayer?.();
  });

  async function lay(): Promise<void> {
    const { TextLayer } = await import('pdfjs-dist');
    if (canceled) return;
    text.replaceChildren();
    // The text is laid out in units of the page, which can be larger than points because of UserUnit (ISO
    // 32000-2, 7.7.3.3).
    text.style.setProperty('--total-scale-factor', String(scale * page.userUnit));
    const layer = new TextLayer({
      textContentSource: page.streamTextContent(),
      container: text,
      viewport: page.getViewport({ scale }),
    });
    cancelLayer = () => layer.cancel();
    await layer.render();
  }
}

function makeStoppable(work: Promise<void>, stop: () => void): PaintedPage {
  let canceled = false;
  return {
    done: work.catch((error: unknown) => {
      if (!canceled) throw error;
    }),
    cancel: () => {
      canceled = true;
      stop();
    },
  };
}

function getScale(page: PDFPageProxy, widthPx: number): number {
  return widthPx / page.getViewport({ scale: 1 }).width;
}

/** Returns canvas pixels per CSS pixel, reduced if the canvas would be too large for the browser. */
function choosePixelRatio(widthPx: number, heightPx: number): number {
  const wanted = Math.max(window.devicePixelRatio || 1, DRAWN_MIN_PX / widthPx);
  return Math.min(wanted, Math.sqrt(CANVAS_MAX_PIXELS / (widthPx * heightPx)));
}
