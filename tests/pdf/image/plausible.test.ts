import { createCanvas } from '@napi-rs/canvas';
import { describe, expect, it } from 'vitest';
import type { Picture } from '#server/pdf/drawing/pictures.ts';
import { isPlausibleLogo, isPlausiblePicture } from '#server/pdf/image/plausible.ts';
import { readPicture } from '#server/pdf/image/read-picture.ts';
import { corners, withExif } from '../support/corner-pictures.ts';

const SIZE = { width: 30, height: 20 };

function drawn(color: string) {
  const canvas = createCanvas(SIZE.width, SIZE.height);
  const context = canvas.getContext('2d');
  context.fillStyle = color;
  context.fillRect(0, 0, SIZE.width, SIZE.height);
  return canvas;
}
const png = (color = '#123') => new Uint8Array(drawn(color).toBuffer('image/png'));
const jpeg = () => new Uint8Array(drawn('#123').toBuffer('image/jpeg'));

async function markOf(image: Uint8Array): Promise<Picture> {
  const outcome = await readPicture({ as: 'mark', image });
  if (outcome.kind !== 'mark') throw new Error(outcome.kind);
  return outcome.picture;
}

describe('what comes from the process that decodes pictures', () => {
  it('is taken if it is a picture', async () => {
    for (const image of [png(), png('#1238'), jpeg()])
      expect(isPlausiblePicture(await markOf(image))).toBe(true);
    const logo = await readPicture({ as: 'logo', image: png() });
    expect(logo.kind === 'logo' && isPlausibleLogo(logo.logo)).toBe(true);
  });

  it.each(['png', 'jpeg'] as const)('is upright where EXIF turns a %s', async (kind) => {
    const mark = await markOf(withExif(corners(kind), 6));
    expect([mark.width, mark.height]).toEqual([160, 240]);
    const [red = 0, green = 0, blue = 0] = mark.colors.subarray(150 * 3, 151 * 3);
    expect([red > 200, green > 200, blue > 200]).toEqual([true, false, false]);
  });

  it.each<[string, Uint8Array, (good: Picture) => unknown]>([
    ['fewer pixels than it promises', png(), ({ colors }) => ({ colors: colors.subarray(3) })],
    ['more pixels than it promises', png(), () => ({ height: 19 })],
    ['opacity of another size', png('#1238'), ({ opacity }) => ({ opacity: opacity?.subarray(1) })],
    ['no whole number of pixels', png(), () => ({ width: 60, height: 10.5 })],
    [
      'a side that is longer than what is drawn',
      png(),
      () => ({ width: 1601, height: 1, colors: new Uint8Array(4803) }),
    ],
    ['no pixels', png(), () => ({ width: 0, height: 0, colors: new Uint8Array() })],
    ['something else than bytes', png(), () => ({ colors: { length: 1800 } })],
    ['a JPEG of another size', jpeg(), () => ({ width: 31 })],
    ['a JPEG that ends early', jpeg(), ({ colors }) => ({ colors: colors.subarray(0, -2) })],
    ['something else that is called a JPEG', jpeg(), () => ({ colors: Buffer.from('%PDF-1.7') })],
    ['a PNG that is called a JPEG', jpeg(), () => ({ colors: png() })],
    ['another encoding', png(), () => ({ encoding: 'jbig2' })],
  ])('is refused if it has %s', async (_, image, change) => {
    const good = await markOf(image);
    expect(isPlausiblePicture({ ...good, ...(change(good) as object) })).toBe(false);
  });

  it.each([
    ['of another size', { width: 31 }],
    ['larger than a logo may be', { width: 661, height: 1 }],
    ['that is none', { png: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') }],
    ['that is a JPEG', { png: jpeg() }],
  ])('is refused if it is a logo %s', (_, change) => {
    expect(isPlausibleLogo({ png: png(), ...SIZE, ...change })).toBe(false);
  });
});
