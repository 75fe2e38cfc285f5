import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { describe, expect, it } from 'vitest';
import { ImageError } from '#server/pdf/image/check-image.ts';
import { reencodeImage } from '#server/pdf/image/reencode.ts';
import { corners, cornersOf, TURNED_PICTURES, withExif } from '../support/corner-pictures.ts';
import { UNDECODABLE_PICTURES } from '../support/undecodable-pictures.ts';

const ROOM = 10 * 1024 * 1024;

async function seen(bytes: Uint8Array) {
  const image = await loadImage(bytes);
  const { width, height } = image;
  const context = createCanvas(width, height).getContext('2d');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  return { width, height, pixels: Uint8Array.from(data.filter((_, index) => index % 4 < 3)) };
}

describe('reencoded', () => {
  it.each(['png', 'jpeg'] as const)('keeps a %s a picture of its kind', async (kind) => {
    const { contentType, bytes } = await reencodeImage(corners(kind), ROOM);
    expect(contentType).toBe(`image/${kind}`);
    const picture = await seen(bytes);
    expect([picture.width, picture.height]).toEqual([240, 160]);
    expect(cornersOf(picture)).toEqual(['red', 'green', 'blue', 'black']);
  });

  it.each(TURNED_PICTURES)(
    'turns a %s the way EXIF orientation %i says',
    async (kind, orientation, expected) => {
      const { bytes } = await reencodeImage(withExif(corners(kind), orientation), ROOM);
      const picture = await seen(bytes);
      expect(picture.width > picture.height).toBe(orientation < 5);
      expect(cornersOf(picture)).toEqual(expected);
      expect(Buffer.from(bytes).includes('GPS')).toBe(false);
    },
  );

  it('leaves out what is behind the picture', async () => {
    for (const kind of ['png', 'jpeg'] as const) {
      const hidden = Buffer.concat([corners(kind), Buffer.from('<script>alert(1)</script>')]);
      expect(Buffer.from((await reencodeImage(hidden, ROOM)).bytes).includes('<script>')).toBe(false);
    }
  });

  it('makes a JPEG of a photo in HEIC, and of a PNG that would not fit', async () => {
    const heic = await reencodeImage(readFileSync(new URL('corners.heic', import.meta.url)), ROOM);
    expect(heic.contentType).toBe('image/jpeg');
    expect(cornersOf(await seen(heic.bytes))).toEqual(['red', 'green', 'blue', 'black']);
    const canvas = createCanvas(300, 300);
    const noise = canvas.getContext('2d').createImageData(300, 300);
    noise.data.forEach((_, index) => (noise.data[index] = index % 4 === 3 ? 255 : randomInt(256)));
    canvas.getContext('2d').putImageData(noise, 0, 0);
    const png = await reencodeImage(canvas.toBuffer('image/png'), 100_000);
    expect(png.contentType).toBe('image/jpeg');
    expect(png.bytes.length).toBeLessThanOrEqual(100_000);
    await expect(reencodeImage(canvas.toBuffer('image/png'), 1000)).rejects.toThrow(ImageError);
  });

  it('scales down what is larger than needed', async () => {
    const { bytes } = await reencodeImage(createCanvas(9400, 100).toBuffer('image/png'), ROOM);
    const { width, height } = await loadImage(bytes);
    expect([width, height]).toEqual([4700, 50]);
  });

  it.each(UNDECODABLE_PICTURES.map(([name, bytes]) => [name, bytes] as const))(
    'refuses %s',
    async (_name, bytes) => {
      await expect(reencodeImage(bytes, ROOM)).rejects.toThrow(ImageError);
    },
  );
});
