import { deflateSync } from 'node:zlib';
import { createCanvas, type Image, loadImage } from '@napi-rs/canvas';
import {
  concatTransformationMatrix,
  drawObject,
  PDFDocument,
  PDFName,
  popGraphicsState,
  pushGraphicsState,
} from 'pdf-lib';
import { sniffFormat } from '#domain/document/sniff.ts';
import { checkImage, ImageError } from './check-image.ts';
import { readPngOrientation } from './exif.ts';
import { convertHeicToJpeg } from './heic.ts';
import { readJpeg } from './jpeg-segments.ts';

/** The limits for images in pixels. An iPhone's largest photo has 48 million pixels. */
export const IMAGE_LIMITS = { side: 20_000, pixels: 50_000_000 };
/** The size of A4 in points (ISO 216). A page has the image's own proportions and fits on such a sheet. */
const SHEET = { short: 595.28, long: 841.89 };
/**
 * The most pixels on a side of an image that is drawn or encoded here, which is more than 400 dots per inch
 * on A4.
 */
export const MAX_SIDE = 4_700;

/** An image XObject (ISO 32000-2, 8.9.5) that hasn't been registered yet. */
type Drawn = {
  readonly width: number;
  readonly height: number;
  readonly colorSpace: 'DeviceGray' | 'DeviceRGB' | 'DeviceCMYK';
  readonly filter: 'DCTDecode' | 'FlateDecode';
  readonly data: Uint8Array;
  readonly orientation: number;
  readonly isInverted: boolean;
};

/** Creates a one-page PDF from a PNG, JPEG or HEIC. Throws `ImageError`. */
export async function createImageDocument(file: Uint8Array): Promise<Uint8Array> {
  const bytes = sniffFormat(file) === 'heic' ? await convertHeicToJpeg(file, IMAGE_LIMITS) : file;
  const { format, width, height } = checkImage(bytes, IMAGE_LIMITS);
  const decoded = await decodeImage(bytes);
  const drawn =
    format === 'jpeg' ? drawJpeg(bytes, width, height) : drawPng(decoded, readPngOrientation(bytes));
  const pdf = await PDFDocument.create({ updateMetadata: false });
  const isTurned = drawn.orientation > 4;
  const [across, down] = isTurned ? [drawn.height, drawn.width] : [drawn.width, drawn.height];
  const [sheetWidth, sheetHeight] = across > down ? [SHEET.long, SHEET.short] : [SHEET.short, SHEET.long];
  const scale = Math.min(sheetWidth / across, sheetHeight / down);
  const size = [across * scale, down * scale] as const;
  const page = pdf.addPage([...size]);
  const image = pdf.context.stream(drawn.data, {
    Type: 'XObject',
    Subtype: 'Image',
    Width: drawn.width,
    Height: drawn.height,
    ColorSpace: drawn.colorSpace,
    BitsPerComponent: 8,
    Filter: drawn.filter,
    ...(drawn.isInverted ? { Decode: [1, 0, 1, 0, 1, 0, 1, 0] } : {}),
  });
  const name = page.node.newXObject('Image', pdf.context.register(image));
  page.pushOperators(
    pushGraphicsState(),
    concatTransformationMatrix(...getOrientationMatrix(drawn.orientation, ...size)),
    drawObject(PDFName.of(name.decodeText())),
    popGraphicsState(),
  );
  return await pdf.save();
}

/** Decodes an image, because only decoding can disprove what its structure promises. */
export async function decodeImage(bytes: Uint8Array): Promise<Image> {
  try {
    return await loadImage(bytes);
  } catch {
    throw new ImageError('broken');
  }
}

/** Puts a JPEG's own data onto the page, so that nothing is lost. */
function drawJpeg(jpeg: Uint8Array, width: number, height: number): Drawn {
  const { orientation, components, isAdobe, bytes } = readJpeg(jpeg);
  const isInverted = isAdobe && components === 4;
  const colorSpace = components === 1 ? 'DeviceGray' : components === 4 ? 'DeviceCMYK' : 'DeviceRGB';
  return { width, height, colorSpace, filter: 'DCTDecode', data: bytes, orientation, isInverted };
}

/** Draws a PNG's pixels on white, like paper. */
function drawPng(image: Image, orientation: number): Drawn {
  const scale = Math.min(1, MAX_SIDE / Math.max(image.width, image.height));
  const width = Math.max(1, Math.round(image.width * scale));
  const height = Math.max(1, Math.round(image.height * scale));
  const context = createCanvas(width, height).getContext('2d');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, width, height);
  const data = deflateSync(withoutAlpha(context.getImageData(0, 0, width, height).data));
  return {
    width,
    height,
    colorSpace: 'DeviceRGB',
    filter: 'FlateDecode',
    data,
    orientation,
    isInverted: false,
  };
}

function withoutAlpha(rgba: Uint8ClampedArray): Uint8Array {
  const rgb = new Uint8Array((rgba.length / 4) * 3);
  for (let from = 0, to = 0; from < rgba.length; from += 4) {
    rgb[to++] = rgba[from] ?? 0;
    rgb[to++] = rgba[from + 1] ?? 0;
    rgb[to++] = rgba[from + 2] ?? 0;
  }
  return rgb;
}

type Matrix = [number, number, number, number, number, number];

/**
 * Returns the matrix that draws the unit square onto a page of w × h points, turned as EXIF's orientation
 * says.
 */
function getOrientationMatrix(orientation: number, w: number, h: number): Matrix {
  const matrices: Readonly<Record<number, Matrix>> = {
    1: [w, 0, 0, h, 0, 0],
    2: [-w, 0, 0, h, w, 0],
    3: [-w, 0, 0, -h, w, h],
    4: [w, 0, 0, -h, 0, h],
    5: [0, -h, -w, 0, w, h],
    6: [0, -h, w, 0, 0, h],
    7: [0, h, w, 0, 0, 0],
    8: [0, h, -w, 0, w, 0],
  };
  return matrices[orientation] ?? [w, 0, 0, h, 0, 0];
}
