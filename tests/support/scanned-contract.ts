import { createCanvas, GlobalFonts, type Canvas } from '@napi-rs/canvas';
import { createRequire } from 'node:module';
import {
  degrees as toAngle,
  PDFDocument,
  setTextRenderingMode,
  StandardFonts,
  TextRenderingMode,
} from 'pdf-lib';
import type { Quad } from '#reading/page/page-facts.ts';
import { takePhoto } from '../../scripts/detection/damage.ts';

/** A letter-size page at 200 dots per inch. */
const [WIDTH, HEIGHT] = [612, 792];
const SCALE = 200 / 72;
const FONT = 'Scanned Sans';

GlobalFonts.registerFromPath(
  createRequire(import.meta.url).resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
  FONT,
);

/** What is printed: text by its left end and baseline, and lines by their left end, height and length. */
const TEXTS: readonly (readonly [text: string, x: number, baseline: number])[] = [
  ['SERVICES AGREEMENT', 72, 80],
  ['This Services Agreement is made between Northwind Traders Inc., a Delaware corporation', 72, 110],
  ['("Client"), and Harbor Consulting LLC, a Maine company ("Consultant").', 72, 126],
  ['The parties agree that the Consultant provides the services that the Client orders from', 72, 156],
  ['time to time, and that the Client pays for them within thirty days of each invoice.', 72, 172],
  ['This Agreement is governed by the laws of the State of Delaware.', 72, 202],
  ['IN WITNESS WHEREOF, the parties have executed this Agreement by their authorized officers.', 72, 240],
  ['NORTHWIND TRADERS INC.', 72, 290],
  ['HARBOR CONSULTING LLC', 340, 290],
  ...[72, 340].flatMap((x) =>
    ['By:', 'Name:', 'Title:', 'Date:'].map((label, row) => [label, x, 330 + row * 36] as const),
  ),
];
const RULES: readonly (readonly [x: number, y: number, width: number])[] = [72, 340].flatMap((x) =>
  [0, 1, 2, 3].map((row) => [x + 40, 332 + row * 36, 170] as const),
);

export type ScanOptions = {
  /** How far the sheet lies askew, clockwise. */
  readonly degrees?: number;
  /** The text that a copier has put on the page: letters along the lines, or level words at their places. */
  readonly layer?: 'tilted' | 'level';
  /** The brightness of the paper at the left and at the right edge, from 0 to 255. */
  readonly paper?: readonly [number, number];
  /** The quarter turns by which the sheet lies turned, clockwise. */
  readonly turns?: number;
  /** Where the sheet's corners are in a photo of it on a table. */
  readonly photo?: Quad;
};

/** A page of a contract with its signing block as a scanner leaves it: a picture, and perhaps invisible text. */
export async function scanContract({
  degrees = 0,
  layer,
  paper = [255, 255],
  turns = 0,
  photo,
}: ScanOptions = {}): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const [width, height] = turns % 2 === 0 ? [WIDTH, HEIGHT] : [HEIGHT, WIDTH];
  const page = pdf.addPage([width, height]);
  const drawn = drawPage(degrees, paper);
  const turned = turns === 0 ? drawn : turnCanvas(drawn, turns);
  const shown = photo === undefined ? turned : await photograph(turned, photo);
  const picture = await pdf.embedJpg(shown.toBuffer('image/jpeg', 80));
  page.drawImage(picture, { x: 0, y: 0, width, height });
  if (layer === undefined) return await pdf.save();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  page.pushOperators(setTextRenderingMode(TextRenderingMode.Invisible));
  for (const [text, x, baseline] of TEXTS) {
    let at = x;
    for (const word of text.split(' ')) {
      const place = turnPoint(at, baseline, degrees);
      const rotate = toAngle(layer === 'tilted' ? -degrees : 0);
      const size = (SIZE * measureWidth(word)) / Math.max(1, font.widthOfTextAtSize(word, SIZE));
      page.drawText(`${word} `, { x: place.x, y: HEIGHT - place.y, size, font, rotate });
      at += measureWidth(`${word} `);
    }
  }
  return await pdf.save();
}

/** Where a point of the straight page is on the page as it lies. */
export function turnPoint(x: number, y: number, degrees: number): { x: number; y: number } {
  const angle = (degrees * Math.PI) / 180;
  const [along, down] = [x - WIDTH / 2, y - HEIGHT / 2];
  return {
    x: WIDTH / 2 + Math.cos(angle) * along - Math.sin(angle) * down,
    y: HEIGHT / 2 + Math.sin(angle) * along + Math.cos(angle) * down,
  };
}

const SIZE = 11;

function measureWidth(text: string): number {
  const context = createCanvas(1, 1).getContext('2d');
  context.font = `${SIZE}px ${FONT}`;
  return context.measureText(text).width;
}

function turnCanvas(canvas: Canvas, turns: number): Canvas {
  const [width, height] = turns % 2 === 0 ? [canvas.width, canvas.height] : [canvas.height, canvas.width];
  const turned = createCanvas(width, height);
  const context = turned.getContext('2d');
  context.translate(width / 2, height / 2);
  context.rotate((turns * Math.PI) / 2);
  context.drawImage(canvas, -canvas.width / 2, -canvas.height / 2);
  return turned;
}

async function photograph(canvas: Canvas, corners: Quad): Promise<Canvas> {
  const { width, height } = canvas;
  const image = canvas.getContext('2d').getImageData(0, 0, width, height);
  const values = new Uint8Array(width * height).map((_, at) => image.data[at * 4 + 1] ?? 0);
  const photo = await takePhoto({ width, height, values, scale: SCALE }, corners);
  for (const [at, value] of photo.values.entries()) image.data.set([value, value, value], at * 4);
  canvas.getContext('2d').putImageData(image, 0, 0);
  return canvas;
}

function drawPage(degrees: number, [left, right]: readonly [number, number]): Canvas {
  const canvas = createCanvas(Math.round(WIDTH * SCALE), Math.round(HEIGHT * SCALE));
  const context = canvas.getContext('2d');
  const light = context.createLinearGradient(0, 0, canvas.width, 0);
  light.addColorStop(0, `rgb(${left}, ${left}, ${left})`);
  light.addColorStop(1, `rgb(${right}, ${right}, ${right})`);
  context.fillStyle = light;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.scale(SCALE, SCALE);
  context.translate(WIDTH / 2, HEIGHT / 2);
  context.rotate((degrees * Math.PI) / 180);
  context.translate(-WIDTH / 2, -HEIGHT / 2);
  context.fillStyle = 'rgb(30, 30, 30)';
  context.font = `${SIZE}px ${FONT}`;
  for (const [text, x, baseline] of TEXTS) context.fillText(text, x, baseline);
  for (const [x, y, width] of RULES) context.fillRect(x, y, width, 0.8);
  return canvas;
}
