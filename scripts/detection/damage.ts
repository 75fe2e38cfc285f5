import { createCanvas, loadImage } from '@napi-rs/canvas';
import type { Point, Quad } from '../../src/reading/page/page-facts.ts';
import { projectSquare } from '../../src/reading/scans/projection.ts';
import type { Placement } from '../../src/reading/scans/read-picture.ts';
import { turnPicture, turnQuarters, type GrayPage } from '../../src/reading/scans/gray-page.ts';

/** What scanners and phones do to the picture of a page, and how the page comes to lie. */
export type Damage = {
  readonly damage: (gray: GrayPage) => Promise<GrayPage>;
  readonly placement: Placement;
};

/** Where the page's corners lie in a photo, as fractions of it. */
const IN_PHOTO: Quad = [
  [0.07, 0.05],
  [0.95, 0.08],
  [0.91, 0.94],
  [0.04, 0.96],
];

/** Every picture is damaged in the same way each time. */
export const DAMAGES = {
  scan: { damage: (gray) => Promise.resolve(gray), placement: {} },
  tilted: { damage: (gray) => Promise.resolve(turnPicture(gray, 2)), placement: { tilt: 2 } },
  'upside down': { damage: (gray) => Promise.resolve(turnQuarters(gray, 2)), placement: { turns: 2 } },
  'on its side': { damage: (gray) => Promise.resolve(turnQuarters(gray, 1)), placement: { turns: 1 } },
  noisy: { damage: addNoise, placement: {} },
  photo: { damage: (gray) => takePhoto(gray, IN_PHOTO), placement: { sheet: IN_PHOTO } },
} as const satisfies Record<string, Damage>;

/** Returns numbers from 0 to 1 that look random and are the same each time (xorshift). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 2 ** 32;
  };
}

function drawNormal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(random() + 1e-9)) * Math.cos(2 * Math.PI * random());
}

/** An office scanner in need of cleaning: blur, gray paper, noise, specks, and a coarse JPEG. */
async function addNoise(gray: GrayPage): Promise<GrayPage> {
  const random = createRandom(7);
  const { width, height, values } = smooth(gray, 0.6);
  for (let at = 0; at < values.length; at += 1)
    values[at] = clampGray(22 + (values[at] ?? 0) * 0.86 + drawNormal(random) * 14);
  for (let speck = 0; speck < values.length / 9000; speck += 1) {
    const corner = Math.floor(random() * (height - 3)) * width + Math.floor(random() * (width - 3));
    const size = random() < 0.5 ? 1 : 2;
    for (let row = 0; row < size; row += 1)
      values.fill(40, corner + row * width, corner + row * width + size);
  }
  return await compress({ ...gray, values }, 35);
}

/** A phone's photo of a page on a dark table: perspective, uneven light with a shadow, blur, noise, and JPEG. */
export async function takePhoto(gray: GrayPage, corners: Quad): Promise<GrayPage> {
  const random = createRandom(11);
  const { width, height } = gray;
  const { values } = smooth(layOnTable(gray, corners), 0.5);
  for (let at = 0; at < values.length; at += 1) {
    const [x, y] = [(at % width) / width, Math.floor(at / width) / height];
    const shadow = 0.12 * Math.exp(-((x - 0.25) ** 2 + (y - 0.75) ** 2) / 0.05);
    const light = 0.62 + 0.36 * (0.55 * x + 0.45 * (1 - y)) - shadow;
    values[at] = clampGray((18 + (values[at] ?? 0) * 0.88) * light + drawNormal(random) * 6);
  }
  return await compress({ ...gray, values }, 60);
}

const TABLE = 70;

/** Draws the page with its corners at places of a picture of the same size, on a table. */
function layOnTable(gray: GrayPage, corners: Quad): GrayPage {
  const { width, height, values } = gray;
  const photo = new Uint8Array(width * height).fill(TABLE);
  const locate = invertProjection(projectSquare(corners));
  for (let at = 0; at < photo.length; at += 1) {
    const [along, down] = locate([((at % width) + 0.5) / width, (Math.floor(at / width) + 0.5) / height]);
    if (along < 0 || along > 1 || down < 0 || down > 1) continue;
    const [x, y] = [along * width - 0.5, down * height - 0.5];
    const [left, top] = [Math.max(0, Math.floor(x)), Math.max(0, Math.floor(y))];
    const [right, low] = [Math.max(0, x - left), Math.max(0, y - top)];
    const read = (row: number, column: number) =>
      values[Math.min(height - 1, row) * width + Math.min(width - 1, column)] ?? 0;
    const above = read(top, left) * (1 - right) + read(top, left + 1) * right;
    const below = read(top + 1, left) * (1 - right) + read(top + 1, left + 1) * right;
    photo[at] = above * (1 - low) + below * low + 0.5;
  }
  return { ...gray, values: photo };
}

/** Returns the function that takes points back to where a projection took them from. */
function invertProjection([a, b, c, d, e, f, g, h]: ReturnType<typeof projectSquare>) {
  const inverse = [
    [e - f * h, c * h - b, b * f - c * e],
    [f * g - d, a - c * g, c * d - a * f],
    [d * h - e * g, b * g - a * h, a * e - b * d],
  ] as const;
  return ([x, y]: Point): Point => {
    const [along = 0, down = 0, depth = 1] = inverse.map(([one, two, three]) => one * x + two * y + three);
    return [along / depth, down / depth];
  };
}

/** Mixes each pixel with its neighbors. */
function smooth(gray: GrayPage, share: number): GrayPage {
  const { width, height, values } = gray;
  const whole = 1 + 2 * share;
  const across = new Float32Array(values.length);
  const blurred = new Uint8Array(values.length);
  for (let at = 0; at < values.length; at += 1) {
    const column = at % width;
    const sides = (values[column > 0 ? at - 1 : at] ?? 0) + (values[column < width - 1 ? at + 1 : at] ?? 0);
    across[at] = ((values[at] ?? 0) + share * sides) / whole;
  }
  for (let at = 0; at < values.length; at += 1) {
    const sides =
      (across[at >= width ? at - width : at] ?? 0) +
      (across[at < width * (height - 1) ? at + width : at] ?? 0);
    blurred[at] = ((across[at] ?? 0) + share * sides) / whole + 0.5;
  }
  return { ...gray, values: blurred };
}

async function compress(gray: GrayPage, quality: number): Promise<GrayPage> {
  const { width, height } = gray;
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  const image = context.createImageData(width, height);
  for (const [at, value] of gray.values.entries()) image.data.set([value, value, value, 255], at * 4);
  context.putImageData(image, 0, 0);
  context.drawImage(await loadImage(canvas.toBuffer('image/jpeg', quality)), 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  return { ...gray, values: Uint8Array.from(gray.values, (_, at) => data[at * 4 + 1] ?? 0) };
}

function clampGray(value: number): number {
  return Math.max(0, Math.min(255, value));
}
