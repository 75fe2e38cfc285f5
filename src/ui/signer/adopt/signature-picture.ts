import { leavesInk } from '#domain/document/picture-ink.ts';
import { SIGNING_LIMITS } from '#domain/signing-limits.ts';
import { clearBackground } from './clear-background.ts';

export type PictureProblem = 'type' | 'unreadable' | 'size' | 'blank';

const MAX_SIDE_PX = 1200;
const MIN_SIDE_PX = 200;
/** More than a camera produces. The limit keeps a wrong file from filling up the memory. */
const FILE_MAX_BYTES = 25 * 1024 * 1024;
const JPEG_QUALITY = 0.88;

/**
 * Scales an uploaded image of a signature to at most 1,200 pixels and 512 KiB, as a data URL. Ink on paper
 * becomes a PNG of the ink alone; `inColor` counts any color as ink, as stamps have it. Redrawing also removes
 * metadata such as the location.
 */
export async function toSignaturePicture(
  file: File,
  inColor = false,
): Promise<{ image: string } | { problem: PictureProblem }> {
  if (file.type !== 'image/png' && file.type !== 'image/jpeg') return { problem: 'type' };
  if (file.size > FILE_MAX_BYTES) return { problem: 'size' };
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(file);
  } catch {
    return { problem: 'unreadable' };
  }
  try {
    for (let side = MAX_SIDE_PX; side >= MIN_SIDE_PX; side *= 0.7) {
      const image = encode(
        bitmap,
        Math.min(1, side / Math.max(bitmap.width, bitmap.height)),
        file.type,
        inColor,
      );
      if (image === 'blank') return { problem: 'blank' };
      if (image !== null && getDataUrlSize(image) <= SIGNING_LIMITS.signatureImageMaxBytes) return { image };
    }
    return { problem: 'size' };
  } finally {
    bitmap.close();
  }
}

/** Returns the number of bytes in a base64 data URL. */
export function getDataUrlSize(url: string): number {
  const encoded = url.slice(url.indexOf(',') + 1);
  return Math.floor((encoded.replace(/=+$/, '').length * 3) / 4);
}

/** Returns a data URL, or `blank` for a picture without ink, or null if the browser can't draw. */
function encode(
  bitmap: ImageBitmap,
  scale: number,
  type: 'image/png' | 'image/jpeg',
  inColor: boolean,
): string | null {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) return null;
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  if (!leavesInk(context.getImageData(0, 0, canvas.width, canvas.height))) return 'blank';
  return extractInk(canvas, context, inColor) ?? canvas.toDataURL(type, JPEG_QUALITY);
}

/** Returns the ink of a picture as a PNG, or null if the picture isn't ink on paper. */
function extractInk(
  canvas: HTMLCanvasElement,
  context: CanvasRenderingContext2D,
  inColor: boolean,
): string | null {
  const pixels = context.getImageData(0, 0, canvas.width, canvas.height);
  const inked = clearBackground(pixels, inColor);
  if (inked === null) return null;
  const trimmed = document.createElement('canvas');
  trimmed.width = inked.width;
  trimmed.height = inked.height;
  trimmed.getContext('2d')?.putImageData(pixels, -inked.x, -inked.y);
  return trimmed.toDataURL('image/png');
}
