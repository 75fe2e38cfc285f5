import { createHash } from 'node:crypto';
import { type Canvas, createCanvas, type Image, loadImage } from '@napi-rs/canvas';
import type { SignatureMark } from '#server/pdf/seal/seal-request.ts';
import { checkSignatureImage, SignatureImageError } from './signature-image.ts';
import type { Place, SheetDrawing } from './skia-sheets.ts';
import { measureText } from './text.ts';

/** The pictures of a request, decoded once each. */
export type LoadedMarks = ReadonlyMap<string, Image | Canvas>;

const INK = '#14213d';
/** In points. A signature in a large box is still handwriting, not a headline. */
const LARGEST_HANDWRITING = 40;
/** Pixels on the longer side that still print sharply in any signature field. */
const MOST_PIXELS = 1600;

/** Checks and decodes every picture among the marks. Throws `SignatureImageError` for one that is not acceptable. */
export async function loadMarks(marks: Iterable<SignatureMark>): Promise<LoadedMarks> {
  const loaded = new Map<string, Image | Canvas>();
  for (const mark of marks) {
    if (mark.kind === 'typed') continue;
    const key = keyOf(mark.image);
    if (loaded.has(key)) continue;
    checkSignatureImage(mark.image);
    loaded.set(key, reduced(await decoded(mark.image)));
  }
  return loaded;
}

/**
 * Draws a mark as large as its place allows, vertically in the middle and from the left; `point` is the unit of
 * font sizes.
 */
export function drawMark(
  drawing: SheetDrawing,
  place: Place,
  mark: SignatureMark,
  loaded: LoadedMarks,
  point = 1,
): void {
  if (mark.kind === 'typed') {
    drawHandwriting(drawing, place, mark.text, point);
    return;
  }
  const image = loaded.get(keyOf(mark.image));
  if (!image) throw new Error('a signature picture was not loaded before drawing');
  const scale = Math.min(place.width / image.width, place.height / image.height);
  const width = image.width * scale;
  const height = image.height * scale;
  drawing.context.drawImage(image, place.x, place.y + (place.height - height) / 2, width, height);
}

function drawHandwriting(drawing: SheetDrawing, place: Place, text: string, point: number): void {
  if (text === '') return;
  const ink = measureText(text, 'script', 1);
  const left = Math.max(0, ink.left);
  const width = left + Math.max(ink.width, ink.right);
  const height = ink.ascent + ink.descent;
  if (width === 0 || height === 0) return;
  const size = Math.min(place.width / width, place.height / height, LARGEST_HANDWRITING * point);
  drawing.text({
    text,
    style: 'script',
    size,
    x: place.x + left * size,
    y: place.y + (place.height - height * size) / 2 + ink.ascent * size,
    color: INK,
  });
}

/** The last word on a picture: what its structure promises, only decoding shows. */
export async function decoded(picture: Uint8Array): Promise<Image> {
  try {
    return await loadImage(picture);
  } catch (error) {
    throw new SignatureImageError('broken', { cause: error });
  }
}

function reduced(image: Image): Image | Canvas {
  const scale = MOST_PIXELS / Math.max(image.width, image.height);
  if (scale >= 1) return image;
  const canvas = createCanvas(Math.max(1, image.width * scale), Math.max(1, image.height * scale));
  const context = canvas.getContext('2d');
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}

function keyOf(image: Uint8Array): string {
  return createHash('sha256').update(image).digest('base64');
}
