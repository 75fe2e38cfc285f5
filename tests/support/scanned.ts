import { createCanvas } from '@napi-rs/canvas';
import { PDFDocument } from 'pdf-lib';
import type { RenderedPage } from './pdf.ts';

/** A4 at 100 dots per inch. */
const [WIDTH, HEIGHT] = [827, 1169];
/**
 * The page number is also printed as boxes at the bottom, black for a 1 bit, so that a program can read it.
 */
const BITS = 6;
const BIT = { x: 0.08, y: 0.93, size: 0.03, step: 0.05 };

/** A document whose pages are pictures, like a scan: gray paper with grain, and nothing but pixels. */
export async function scannedPdf(pages: number): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const paper = grainyPaper();
  const canvas = createCanvas(WIDTH, HEIGHT);
  const context = canvas.getContext('2d');
  for (let number = 1; number <= pages; number += 1) {
    // Each sheet is placed slightly differently.
    context.drawImage(paper, -(number % 7), -(number % 5));
    context.fillStyle = '#222';
    context.font = '22px sans-serif';
    context.fillText(`Annex, sheet ${number} of ${pages}`, 0.1 * WIDTH, 0.08 * HEIGHT);
    for (let line = 0; line < 16; line += 1)
      context.fillRect(
        0.1 * WIDTH,
        (0.12 + line * 0.02) * HEIGHT,
        (0.5 + ((number * line) % 4) / 10) * WIDTH,
        6,
      );
    context.fillStyle = 'black';
    for (let bit = 0; bit < BITS; bit += 1)
      if (((number >> bit) & 1) === 1)
        context.fillRect(
          ...([(BIT.x + bit * BIT.step) * WIDTH, BIT.y * HEIGHT] as const),
          ...([BIT.size * WIDTH, BIT.size * HEIGHT] as const),
        );
    const picture = await pdf.embedJpg(canvas.toBuffer('image/jpeg', 72));
    pdf.addPage([595, 842]).drawImage(picture, { x: 0, y: 0, width: 595, height: 842 });
  }
  return await pdf.save();
}

/** Reads a scanned page's number from its picture. */
export function readPageNumber({ width, height, pixels }: RenderedPage): number {
  let number = 0;
  for (let bit = 0; bit < BITS; bit += 1) {
    const x = Math.floor((BIT.x + bit * BIT.step + BIT.size / 2) * width);
    const y = Math.floor((BIT.y + BIT.size / 2) * height);
    if ((pixels[3 * (y * width + x)] ?? 255) < 128) number |= 1 << bit;
  }
  return number;
}

function grainyPaper() {
  const canvas = createCanvas(WIDTH + 7, HEIGHT + 5);
  const context = canvas.getContext('2d');
  const grain = context.createImageData(canvas.width, canvas.height);
  // A sequence that looks like noise and is the same in each run.
  let state = 1;
  for (let at = 0; at < grain.data.length; at += 4) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    grain.data.fill(225 + (state >>> 28), at, at + 3);
    grain.data[at + 3] = 255;
  }
  context.putImageData(grain, 0, 0);
  return canvas;
}
