import { crc32, inflateSync } from 'node:zlib';
import { LIMITS } from '#domain/limits.ts';

/** A signature picture that passed every check. In pixels. */
export type CheckedImage = {
  mime: 'image/png' | 'image/jpeg';
  bytes: Uint8Array;
  width: number;
  height: number;
};

export type SignatureImageReason =
  'not_a_data_url' | 'not_png_or_jpeg' | 'too_many_bytes' | 'too_many_pixels' | 'broken';

/** The picture can't be used as a signature. `reason` is for programs, the message for people. */
export class SignatureImageError extends Error {
  override readonly name = 'SignatureImageError';
  readonly reason: SignatureImageReason;

  constructor(reason: SignatureImageReason, options?: ErrorOptions) {
    super(MESSAGES[reason], options);
    this.reason = reason;
  }
}

const MESSAGES: Readonly<Record<SignatureImageReason, string>> = {
  not_a_data_url: 'The image must be a base64 data URL of a PNG or JPEG.',
  not_png_or_jpeg: 'The image must be a PNG or JPEG.',
  too_many_bytes: 'The image must be 512 KiB or smaller.',
  too_many_pixels: 'The image must be 2,000 × 2,000 pixels or smaller.',
  broken: 'The image is damaged.',
};

const MAX_IMAGE_SIDE = 2000;
const PNG_START = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const JPEG_START = [0xff, 0xd8, 0xff];

/**
 * Reads the data URL that a signer submits, with cheap checks only: first bytes and size. Throws
 * `SignatureImageError`.
 */
export function readSignatureImage(dataUrl: string): Uint8Array {
  const match = /^data:image\/(png|jpe?g);base64,([A-Za-z0-9+/]+={0,2})$/.exec(dataUrl);
  const base64 = match?.[2];
  if (base64 === undefined) throw new SignatureImageError('not_a_data_url');
  if (base64.length > Math.ceil(LIMITS.signatureImageMaxBytes / 3) * 4)
    throw new SignatureImageError('too_many_bytes');
  const bytes = new Uint8Array(Buffer.from(base64, 'base64'));
  if (bytes.length > LIMITS.signatureImageMaxBytes) throw new SignatureImageError('too_many_bytes');
  if (!startsWith(bytes, PNG_START) && !startsWith(bytes, JPEG_START)) {
    throw new SignatureImageError('not_png_or_jpeg');
  }
  return bytes;
}

/**
 * Checks a picture before it's decoded: its format, its size, and that it's complete (PNG checksums and pixel count;
 * JPEG segments to the end of the image), because decoders silently fill in missing parts. Unpacks up to 32 MB: not
 * for the event loop. Throws `SignatureImageError`.
 */
export function checkSignatureImage(bytes: Uint8Array): CheckedImage {
  if (bytes.length > LIMITS.signatureImageMaxBytes) throw new SignatureImageError('too_many_bytes');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    if (startsWith(bytes, PNG_START)) return { mime: 'image/png', bytes, ...checkPng(bytes, view) };
    if (startsWith(bytes, JPEG_START)) return { mime: 'image/jpeg', bytes, ...checkJpeg(bytes, view) };
  } catch (error) {
    // Reading past the end (RangeError) and zlib errors mean the same: the picture is incomplete.
    throw error instanceof SignatureImageError ? error : new SignatureImageError('broken');
  }
  throw new SignatureImageError('not_png_or_jpeg');
}

type Size = { width: number; height: number };

const PNG_CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const PNG_DEPTHS = [1, 2, 4, 8, 16];

/** PNG (ISO/IEC 15948): header first, then data, end last. */
function checkPng(bytes: Uint8Array, view: DataView): Size {
  const size = { width: view.getUint32(16), height: view.getUint32(20) };
  refuseSize(size);
  const data: Uint8Array[] = [];
  let position = PNG_START.length;
  for (let type = ''; type !== 'IEND';) {
    const length = view.getUint32(position);
    const end = position + 8 + length;
    type = Buffer.from(bytes.subarray(position + 4, position + 8)).toString('latin1');
    if (position === PNG_START.length && type !== 'IHDR') throw new SignatureImageError('broken');
    if (crc32(bytes.subarray(position + 4, end)) !== view.getUint32(end))
      throw new SignatureImageError('broken');
    // An animation has frames that no one saw when signing.
    if (type === 'acTL') throw new SignatureImageError('not_png_or_jpeg');
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
  if (channels === undefined || !PNG_DEPTHS.includes(depth)) throw new SignatureImageError('broken');
  const expected = size.height * (Math.ceil((size.width * channels * depth) / 8) + 1);
  // Interlacing adds at most this much padding and filter bytes for its seven passes.
  const most = interlaced ? expected * 2 + 64 : expected;
  const unpacked = inflateSync(packed, { maxOutputLength: most }).length;
  if (interlaced ? unpacked < expected - size.height : unpacked !== expected) {
    throw new SignatureImageError('broken');
  }
}

/** JPEG (ITU-T T.81, annex B): segments up to the first scan, one frame among them, end of image last. */
function checkJpeg(bytes: Uint8Array, view: DataView): Size {
  let size: Size | null = null;
  let position = 2;
  for (;;) {
    if (view.getUint8(position) !== 0xff) throw new SignatureImageError('broken');
    const marker = view.getUint8(position + 1);
    if (marker === 0xff) {
      position += 1;
      continue;
    }
    if (marker === 0xda) break;
    if (isFrame(marker)) {
      if (size) throw new SignatureImageError('broken');
      size = { width: view.getUint16(position + 7), height: view.getUint16(position + 5) };
    }
    const length = view.getUint16(position + 2);
    if (length < 2) throw new SignatureImageError('broken');
    position += 2 + length;
  }
  const tail = Buffer.from(bytes.subarray(position)).lastIndexOf(Uint8Array.of(0xff, 0xd9));
  if (!size || tail === -1) throw new SignatureImageError('broken');
  refuseSize(size);
  return size;
}

/** SOF0 to SOF15, except DHT, JPG and DAC in between. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

function refuseSize({ width, height }: Size): void {
  if (width === 0 || height === 0) throw new SignatureImageError('broken');
  if (width > MAX_IMAGE_SIDE || height > MAX_IMAGE_SIDE) throw new SignatureImageError('too_many_pixels');
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte);
}
