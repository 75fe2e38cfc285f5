import { createCanvas } from '@napi-rs/canvas';
import { sniffFormat } from '#domain/document/sniff.ts';
import { checkImage, ImageError } from './check-image.ts';
import { getUprightTransform, readPngOrientation } from './exif.ts';
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
  const { bytes, orientation } =
    format === 'jpeg' ? readJpeg(source) : { bytes: source, orientation: readPngOrientation(source) };
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
