import { crc32, inflateSync } from 'node:zlib';
import { sniffFormat } from '#domain/document/sniff.ts';

/** The limits in pixels of the longer side and of the whole image. */
export type ImageLimits = { readonly side: number; readonly pixels: number };
type ImageFormat = 'png' | 'jpeg';
export type ImageFacts = { readonly format: ImageFormat; readonly width: number; readonly height: number };
export type ImageProblem = 'not_an_image' | 'several_images' | 'too_many_pixels' | 'broken';

/** The bytes aren't a usable image. */
export class ImageError extends Error {
  override readonly name = 'ImageError';

  readonly problem: ImageProblem;

  constructor(problem: ImageProblem) {
    super(`the image is unusable: ${problem}`);
    this.problem = problem;
  }
}

const PNG_START_BYTES = 8;

/**
 * Checks an image before it's decoded: its format, its size, and that it's complete (PNG checksums and pixel
 * count; JPEG segments to the end of the image). Completeness matters because decoders silently fill in
 * missing parts. Must not run on the event loop, because it unpacks the pixels of a PNG. Throws `ImageError`.
 */
export function checkImage(bytes: Uint8Array, limits: ImageLimits): ImageFacts {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const format = sniffFormat(bytes);
  if (format !== 'png' && format !== 'jpeg') throw new ImageError('not_an_image');
  const check = format === 'png' ? checkPng : checkJpeg;
  try {
    return { format, ...check(bytes, view, limits) };
  } catch (error) {
    // Reading past the end (RangeError) and zlib errors mean the same: the image is incomplete.
    throw error instanceof ImageError ? error : new ImageError('broken');
  }
}

type Size = { width: number; height: number };

const PNG_CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const PNG_DEPTHS = [1, 2, 4, 8, 16];

/** Checks a PNG (ISO/IEC 15948): the header comes first, then the data, and the end last. */
function checkPng(bytes: Uint8Array, view: DataView, limits: ImageLimits): Size {
  const size = { width: view.getUint32(16), height: view.getUint32(20) };
  requireSize(size, limits);
  const data: Uint8Array[] = [];
  let position = PNG_START_BYTES;
  for (let type = ''; type !== 'IEND';) {
    const length = view.getUint32(position);
    const end = position + 8 + length;
    type = Buffer.from(bytes.subarray(position + 4, position + 8)).toString('latin1');
    if (position === PNG_START_BYTES && type !== 'IHDR') throw new ImageError('broken');
    if (crc32(bytes.subarray(position + 4, end)) !== view.getUint32(end)) throw new ImageError('broken');
    // An animation has frames that no one saw when signing.
    if (type === 'acTL') throw new ImageError('several_images');
    if (type === 'IDAT') data.push(bytes.subarray(position + 8, end));
    position = end + 4;
  }
  checkPngPixels(size, view, Buffer.concat(data));
  return size;
}

function checkPngPixels(size: Size, view: DataView, packed: Uint8Array): void {
  const channels = PNG_CHANNELS[view.getUint8(25)];
  const depth = view.getUint8(24);
  const interlaced = view.getUint8(28) === 1;
  if (channels === undefined || !PNG_DEPTHS.includes(depth)) throw new ImageError('broken');
  const expected = size.height * (Math.ceil((size.width * channels * depth) / 8) + 1);
  // Interlacing adds at most this much padding and filter bytes for its seven passes.
  const most = interlaced ? expected * 2 + 64 : expected;
  const unpacked = inflateSync(packed, { maxOutputLength: most }).length;
  if (interlaced ? unpacked < expected - size.height : unpacked !== expected) {
    throw new ImageError('broken');
  }
}

/**
 * Checks a JPEG (ITU-T T.81, annex B): segments up to the first scan with exactly one frame among them, and
 * the end of the image last.
 */
function checkJpeg(bytes: Uint8Array, view: DataView, limits: ImageLimits): Size {
  let size: Size | null = null;
  let position = 2;
  for (;;) {
    if (view.getUint8(position) !== 0xff) throw new ImageError('broken');
    const marker = view.getUint8(position + 1);
    if (marker === 0xff) {
      position += 1;
      continue;
    }
    if (marker === 0xda) break;
    if (isFrame(marker)) {
      if (size) throw new ImageError('broken');
      size = { width: view.getUint16(position + 7), height: view.getUint16(position + 5) };
    }
    const length = view.getUint16(position + 2);
    if (length < 2) throw new ImageError('broken');
    position += 2 + length;
  }
  const tail = Buffer.from(bytes.subarray(position)).lastIndexOf(Uint8Array.of(0xff, 0xd9));
  if (!size || tail === -1) throw new ImageError('broken');
  requireSize(size, limits);
  return size;
}

/** Checks for the markers SOF0 to SOF15, except DHT, JPG and DAC, which lie in between. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

/** Refuses an image that is empty or too large. Throws `ImageError`. */
export function requireSize({ width, height }: Size, { side, pixels }: ImageLimits): void {
  if (width === 0 || height === 0) throw new ImageError('broken');
  if (width > side || height > side || width * height > pixels) throw new ImageError('too_many_pixels');
}
