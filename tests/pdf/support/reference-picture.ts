import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { loadPdfium } from '#server/pdf/engine/pdfium.ts';
import { type GrayPixels, RenderedDocument, withFile } from '#server/pdf/engine/rendered-document.ts';

const PICTURES = join(import.meta.dirname, '../pictures');

/** The side of a tile in pixels. Tiles are compared by their mean gray. */
const TILE = 4;
const LARGEST_DIFFERENCE = 24;
/** The share of tiles that may differ by more. */
const DIFFERING_SHARE = 0.001;

/** Renders all pages of a document in gray, at `scale` pixels per point. */
export async function grayPages(bytes: Uint8Array, scale: number): Promise<GrayPixels[]> {
  const library = await loadPdfium();
  return withFile(library, bytes, (file) => {
    const document = RenderedDocument.open(library, file, bytes.length);
    if (!document) throw new Error('PDFium cannot open the document');
    try {
      return Array.from({ length: document.pageCount }, (_, index) => {
        const points = document.size(index) ?? { width: 0, height: 0 };
        const size = { width: Math.round(points.width * scale), height: Math.round(points.height * scale) };
        const picture = document.render(index, 'form', size, 60_000);
        if (!picture) throw new Error(`PDFium cannot render page ${index + 1}`);
        return picture;
      });
    } finally {
      document.close();
    }
  });
}

/**
 * Returns the share of tiles that differ visibly from the picture of that name; 1 if its size differs or it
 * doesn't exist. With UPDATE_PICTURES=1, replaces the picture instead. Look at it before you commit it.
 */
export async function differenceFrom(name: string, pixels: GrayPixels): Promise<number> {
  const path = join(PICTURES, `${name}.png`);
  if (process.env['UPDATE_PICTURES'] === '1') {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, png(pixels));
  }
  if (!existsSync(path)) return 1;
  return differingShare(await grayOf(readFileSync(path)), pixels);
}

/** Whether a share of differing tiles is small enough. */
export function isAlike(share: number): boolean {
  return share <= DIFFERING_SHARE;
}

/** Returns the share of tiles whose mean gray differs visibly; 1 for pictures of another size. */
export function differingShare(one: GrayPixels, other: GrayPixels): number {
  if (one.width !== other.width || one.height !== other.height) return 1;
  const [first, second] = [meansOf(one), meansOf(other)];
  const differing = first.filter((mean, tile) => Math.abs(mean - (second[tile] ?? 0)) > LARGEST_DIFFERENCE);
  return differing.length / first.length;
}

function meansOf({ width, height, values }: GrayPixels): number[] {
  const columns = Math.floor(width / TILE);
  return Array.from({ length: columns * Math.floor(height / TILE) }, (_, tile) => {
    const corner = Math.floor(tile / columns) * TILE * width + (tile % columns) * TILE;
    let sum = 0;
    for (let y = 0; y < TILE; y += 1)
      for (let x = 0; x < TILE; x += 1) sum += values[corner + y * width + x] ?? 0;
    return sum / TILE ** 2;
  });
}

function png({ width, height, values }: GrayPixels): Buffer {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  const image = context.createImageData(width, height);
  values.forEach((value, index) => image.data.set([value, value, value, 255], index * 4));
  context.putImageData(image, 0, 0);
  return canvas.toBuffer('image/png');
}

async function grayOf(bytes: Buffer): Promise<GrayPixels> {
  const image = await loadImage(bytes);
  const { width, height } = image;
  const context = createCanvas(width, height).getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  return { width, height, values: Uint8Array.from({ length: width * height }, (_, at) => data[at * 4] ?? 0) };
}
