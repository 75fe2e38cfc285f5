import { createRequire } from 'node:module';
import { createCanvas } from '@napi-rs/canvas';
import { ImageError, type ImageLimits, requireSize } from './check-image.ts';

type HeifImage = {
  get_width(): number;
  get_height(): number;
  display(target: ImageData, done: (drawn: ImageData | null) => void): void;
};
type ImageData = { readonly data: Uint8ClampedArray; readonly width: number; readonly height: number };
type Heif = { readonly HeifDecoder: new () => { decode(file: Uint8Array): readonly HeifImage[] } };

/** The JPEG quality in percent. It has no visible loss. */
const JPEG_QUALITY = 95;

/** Converts a HEIC photo (ISO/IEC 23008-12) to an upright JPEG without metadata. Throws `ImageError`. */
export async function convertHeicToJpeg(file: Uint8Array, limits: ImageLimits): Promise<Uint8Array> {
  // Loaded only for these files, because it compiles 1.5 MB of WebAssembly.
  const heif = createRequire(import.meta.url)('libheif-js/wasm-bundle') as Heif;
  const images = new heif.HeifDecoder().decode(file);
  const [image] = images;
  if (image === undefined) throw new ImageError('broken');
  if (images.length > 1) throw new ImageError('several_images');
  const size = { width: image.get_width(), height: image.get_height() };
  requireSize(size, limits);
  const canvas = createCanvas(size.width, size.height);
  const context = canvas.getContext('2d');
  const pixels = context.createImageData(size.width, size.height);
  await new Promise<void>((resolve, reject) => {
    image.display(pixels, (drawn) => (drawn === null ? reject(new ImageError('broken')) : resolve()));
  });
  context.putImageData(pixels, 0, 0);
  return new Uint8Array(await canvas.encode('jpeg', JPEG_QUALITY));
}
