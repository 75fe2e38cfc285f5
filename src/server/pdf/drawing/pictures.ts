import { createCanvas, type Image, loadImage } from '@napi-rs/canvas';
import { type PDF, PdfName, PdfNumber, type PdfObject, type PdfRef, PdfStream } from '@libpdf/core';
import { compressedStream } from '#server/pdf/engine/objects.ts';
import { type CheckedImage, SignatureImageError } from './signature-image.ts';

/** A picture that is ready to be drawn: JPEG, or three bytes a pixel; and a byte a pixel of opacity where it is not opaque. */
export type Picture = {
  readonly width: number;
  readonly height: number;
  readonly colors: Uint8Array;
  readonly encoding: 'jpeg' | 'rgb';
  readonly opacity: Uint8Array | null;
};

/** Pixels on the longer side that still print sharply in any signature field. */
const MOST_PIXELS = 1600;
const JPEG_QUALITY = 92;

/** Decodes a picture. Throws `SignatureImageError`: its structure may promise what only decoding disproves. */
export async function decodedImage(picture: Uint8Array): Promise<Image> {
  try {
    return await loadImage(picture);
  } catch (error) {
    throw new SignatureImageError('broken', { cause: error });
  }
}

/** Decodes a picture for drawing, no larger than it needs to be and without anything else that its file contains. */
export async function pictureOf({ bytes, mime }: CheckedImage): Promise<Picture> {
  const image = await decodedImage(bytes);
  const scale = Math.min(1, MOST_PIXELS / Math.max(image.width, image.height));
  const width = Math.max(1, Math.round(image.width * scale));
  const height = Math.max(1, Math.round(image.height * scale));
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, width, height);
  if (mime === 'image/jpeg') {
    const colors = new Uint8Array(await canvas.encode('jpeg', JPEG_QUALITY));
    return { width, height, colors, encoding: 'jpeg', opacity: null };
  }
  return { width, height, encoding: 'rgb', ...separated(context.getImageData(0, 0, width, height).data) };
}

/** Registers a picture as an image XObject (ISO 32000-2, 8.9.5), its opacity as a soft mask. */
export function embedPicture(pdf: PDF, picture: Picture): PdfRef {
  const { colors, encoding, opacity } = picture;
  const entries = imageEntries(picture, 'DeviceRGB');
  const image =
    encoding === 'jpeg'
      ? PdfStream.fromDict({ ...entries, Filter: PdfName.of('DCTDecode') }, colors)
      : compressedStream(entries, colors);
  if (opacity)
    image.set('SMask', pdf.register(compressedStream(imageEntries(picture, 'DeviceGray'), opacity)));
  return pdf.register(image);
}

function separated(rgba: Uint8ClampedArray): Pick<Picture, 'colors' | 'opacity'> {
  const pixels = rgba.length / 4;
  const colors = new Uint8Array(pixels * 3);
  const opacity = new Uint8Array(pixels);
  let isOpaque = true;
  for (let pixel = 0, from = 0, to = 0; pixel < pixels; pixel += 1) {
    colors[to++] = rgba[from++] ?? 0;
    colors[to++] = rgba[from++] ?? 0;
    colors[to++] = rgba[from++] ?? 0;
    const alpha = rgba[from++] ?? 0;
    opacity[pixel] = alpha;
    if (alpha !== 255) isOpaque = false;
  }
  return { colors, opacity: isOpaque ? null : opacity };
}

function imageEntries(picture: Picture, colorSpace: string): Record<string, PdfObject> {
  return {
    Type: PdfName.of('XObject'),
    Subtype: PdfName.of('Image'),
    Width: PdfNumber.of(picture.width),
    Height: PdfNumber.of(picture.height),
    ColorSpace: PdfName.of(colorSpace),
    BitsPerComponent: PdfNumber.of(8),
  };
}
