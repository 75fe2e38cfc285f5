import { createCanvas } from '@napi-rs/canvas';
import { sniffFormat } from '#domain/document/sniff.ts';
import { checkImage, ImageError } from './check-image.ts';
import { convertHeicToJpeg } from './heic.ts';
import { decodeImage, IMAGE_LIMITS, MAX_SIDE } from './image-document.ts';
import { readJpeg } from './jpeg-segments.ts';

export type Reencoded = { readonly contentType: 'image/png' | 'image/jpeg'; readonly bytes: Uint8Array };

/** The JPEG qualities to try, in percent. The best one that fits is used. */
const QUALITIES = [90, 75, 55];

/**
 * Decodes a PNG, JPEG or HEIC and encodes its pixels again, upright and without anything else from the file.
 * A PNG stays a PNG unless only a JPEG fits `maxBytes`. Throws `ImageError`.
 */
export async function reencodeImage(file: Uint8Array, maxBytes: number): Promise<Reencoded> {
  const source = sniffFormat(file) === 'heic' ? await convertHeicToJpeg(file, IMAGE_LIMITS) : file;
  const { format } = checkImage(source, IMAGE_LIMITS);
  const { bytes, orientation } = format === 'jpeg' ? readJpeg(source) : { bytes: source, orientation: 1 };
  const image = await decodeImage(bytes);
  const scale = Math.min(1, MAX_SIDE / Math.max(image.width, image.height));
  const width = Math.max(1, Math.round(image.width * scale));
  const height = Math.max(1, Math.round(image.height * scale));
  const canvas = orientation > 4 ? createCanvas(height, width) : createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.imageSmoothingQuality = 'high';
  context.setTransform(...getUprightTransform(orientation, width, height));
  context.drawImage(image, 0, 0, width, height);
  if (format === 'png') {
    const png = await canvas.encode('png');
    if (png.length <= maxBytes) return { contentType: 'image/png', bytes: png };
    // A JPEG has no transparency, so the picture is put on a background.
    context.globalCompositeOperation = 'destination-over';
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, width, height);
  }
  for (const quality of QUALITIES) {
    const jpeg = await canvas.encode('jpeg', quality);
    if (jpeg.length <= maxBytes) return { contentType: 'image/jpeg', bytes: jpeg };
  }
  throw new ImageError('too_many_pixels');
}

type Matrix = [number, number, number, number, number, number];

/**
 * Returns the canvas transformation that turns a picture of w × h pixels as EXIF says (CIPA DC-008, 4.6.5).
 */
function getUprightTransform(orientation: number, w: number, h: number): Matrix {
  const matrices: Readonly<Record<number, Matrix>> = {
    2: [-1, 0, 0, 1, w, 0],
    3: [-1, 0, 0, -1, w, h],
    4: [1, 0, 0, -1, 0, h],
    5: [0, 1, 1, 0, 0, 0],
    6: [0, 1, -1, 0, h, 0],
    7: [0, -1, -1, 0, h, w],
    8: [0, -1, 1, 0, 0, w],
  };
  return matrices[orientation] ?? [1, 0, 0, 1, 0, 0];
}
