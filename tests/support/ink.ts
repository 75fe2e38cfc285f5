import { createCanvas, loadImage } from '@napi-rs/canvas';
import type { Locator } from '@playwright/test';
import type { RenderedPage } from './pdf.ts';

/** Part of a page, in fractions. */
export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** The screen's content, 8-bit RGB. */
export async function pictureOf(element: Locator): Promise<RenderedPage> {
  return await readPicture(await element.screenshot());
}

/** Decodes a picture, or a part of it in pixels. */
export async function readPicture(bytes: Uint8Array, part?: Box): Promise<RenderedPage> {
  const picture = await loadImage(bytes);
  const { x, y, width, height } = part ?? { x: 0, y: 0, width: picture.width, height: picture.height };
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.drawImage(picture, -x, -y);
  const { data } = context.getImageData(0, 0, width, height);
  const pixels = new Uint8Array(3 * width * height);
  for (let at = 0; at < width * height; at += 1) pixels.set(data.subarray(4 * at, 4 * at + 3), 3 * at);
  return { width, height, pixels };
}

/** Returns the smallest part of a page that contains all dark pixels in a box; null if there are none. */
export function boundInk({ width, height, pixels }: RenderedPage, within: Box): Box | null {
  let [left, top, right, bottom] = [Infinity, Infinity, -1, -1];
  for (let y = Math.ceil(within.y * height); y < (within.y + within.height) * height; y += 1)
    for (let x = Math.ceil(within.x * width); x < (within.x + within.width) * width; x += 1) {
      const at = 3 * (y * width + x);
      if (!isDark(pixels.subarray(at, at + 3))) continue;
      [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), y];
    }
  if (right < 0) return null;
  return {
    ...{ x: left / width, y: top / height },
    ...{ width: (right + 1 - left) / width, height: (bottom + 1 - top) / height },
  };
}

function isDark(color: Uint8Array | Uint8ClampedArray): boolean {
  return color.every((value) => value < 110);
}
