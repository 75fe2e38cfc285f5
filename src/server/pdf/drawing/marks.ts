import { createHash } from 'node:crypto';
import { breakMark } from '#domain/envelope/mark-lines.ts';
import type { SignatureStyle } from '#domain/envelope/signature-style.ts';
import type { SignatureMark } from '#server/pdf/seal/seal-request.ts';
import type { LoadedMarks, Picture } from './pictures.ts';
import type { Place, SheetDrawing } from './sheets.ts';
import type { FontStyle } from './text/faces.ts';
import { measureText } from './text/wrap.ts';

/** The font style of each style of typed signature. */
const FONT_STYLE_OF = {
  flowing: 'handwriting',
  clear: 'clear handwriting',
  bold: 'bold handwriting',
} as const satisfies Record<SignatureStyle, FontStyle>;

const INK = '#14213d';
/**
 * The largest size of a typed signature in points. Even in a large box, it should look like handwriting and
 * not like a headline.
 */
const LARGEST_HANDWRITING = 40;

/** Decodes all pictures with `decode`. Each picture is decoded once. */
export async function loadMarks(
  marks: Iterable<SignatureMark>,
  decode: (image: Uint8Array) => Promise<Picture>,
): Promise<LoadedMarks> {
  const loaded = new Map<string, Picture>();
  for (const mark of marks) {
    if (mark.kind === 'typed') continue;
    const key = hashImage(mark.image);
    if (loaded.has(key)) continue;
    loaded.set(key, await decode(mark.image));
  }
  return loaded;
}

/**
 * Draws a mark as large as its place allows, left-aligned and centered vertically. `point` is the unit of
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
    drawHandwriting(drawing, place, mark, point);
    return;
  }
  const picture = loaded.get(hashImage(mark.image));
  if (!picture) throw new Error('a signature picture was not loaded before drawing');
  const scale = Math.min(place.width / picture.width, place.height / picture.height);
  const width = picture.width * scale;
  const height = picture.height * scale;
  drawing.picture(picture, { x: place.x, y: place.y + (place.height - height) / 2, width, height });
}

function drawHandwriting(
  drawing: SheetDrawing,
  place: Place,
  { text, style: hand = 'flowing' }: Extract<SignatureMark, { kind: 'typed' }>,
  point: number,
): void {
  if (text === '') return;
  const style = FONT_STYLE_OF[hand];
  const lines = breakMark(text, place.width, place.height).map((line) => {
    const ink = measureText(line, style, 1);
    const left = Math.max(0, ink.left);
    return { text: line, ...ink, left, width: left + Math.max(ink.width, ink.right) };
  });
  const width = Math.max(...lines.map((line) => line.width));
  const height = lines.reduce((sum, { ascent, descent }) => sum + ascent + descent, 0);
  if (width === 0 || height === 0) return;
  const size = Math.min(place.width / width, place.height / height, LARGEST_HANDWRITING * point);
  let top = place.y + (place.height - height * size) / 2;
  for (const line of lines) {
    const [x, y] = [place.x + line.left * size, top + line.ascent * size];
    drawing.text({ text: line.text, style, size, x, y, color: INK });
    top += (line.ascent + line.descent) * size;
  }
}

function hashImage(image: Uint8Array): string {
  return createHash('sha256').update(image).digest('base64');
}
