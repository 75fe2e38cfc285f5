import { findAcceptedByName } from '#domain/document/accepted.ts';
import { drawPage } from '#ui/pdf/page-painter.ts';
import { openPdf } from '#ui/pdf/pdf-document.ts';

/** What a small picture is made of: the URL of a PDF, or a file on this computer that nobody has checked. */
export type ThumbSource = string | File;

/** Files are opened one after the other: a list has many. */
let drawings: Promise<void> = Promise.resolve();

/** Whether there can be a picture of a file before it is uploaded. */
export function isDrawable(file: File): boolean {
  const format = findAcceptedByName(file.name)?.format;
  return format === 'pdf' || format === 'png' || format === 'jpeg';
}

/** Draws a file's first page, unless `isGone` by the time. Returns whether it was drawn. */
export async function drawThumb(
  source: ThumbSource,
  canvas: HTMLCanvasElement,
  { widthPx, isGone }: { readonly widthPx: number; readonly isGone: () => boolean },
): Promise<boolean> {
  const drawing = drawings.then(async () => {
    if (isGone()) return false;
    if (source instanceof File && findAcceptedByName(source.name)?.format !== 'pdf')
      return await drawPicture(source, canvas, widthPx);
    const pdf = await openPdf(await readBytes(source), { isQuiet: source instanceof File });
    try {
      const page = await pdf.page(1);
      if (isGone()) return false;
      await drawPage(page, { canvas, widthPx }).done;
      return true;
    } finally {
      await pdf.close();
    }
  });
  drawings = drawing.then(
    () => undefined,
    () => undefined,
  );
  return await drawing;
}

async function readBytes(source: ThumbSource): Promise<Uint8Array> {
  if (source instanceof File) return new Uint8Array(await source.arrayBuffer());
  const response = await fetch(source);
  if (!response.ok) throw new Error(`the document answered ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

async function drawPicture(file: File, canvas: HTMLCanvasElement, widthPx: number): Promise<boolean> {
  const width = Math.ceil(widthPx * (window.devicePixelRatio || 1));
  const picture = await createImageBitmap(file, { resizeWidth: width, resizeQuality: 'medium' });
  canvas.width = picture.width;
  canvas.height = picture.height;
  canvas.getContext('2d')?.drawImage(picture, 0, 0);
  picture.close();
  return true;
}
