import { createCanvas } from '@napi-rs/canvas';
import { describe, expect, test } from 'vitest';
import { checkSignatureImage, readSignatureImage } from '#server/pdf/image/signature-image.ts';
import { IN_LINES } from '../../support/base64-lines.ts';
import { png } from '../support/png.ts';
import { examplePicture } from '../support/seal-request-example.ts';
import { UNDECODABLE_PICTURES } from '../support/undecodable-pictures.ts';

function dataUrl(bytes: Uint8Array, mime = 'image/png'): string {
  return `data:${mime};base64,${Buffer.from(bytes).toString('base64')}`;
}

function reasonOf(make: () => unknown): string {
  try {
    make();
  } catch (error) {
    return (error as { reason?: string }).reason ?? String(error);
  }
  return 'accepted';
}

describe('readSignatureImage', () => {
  test('takes a PNG and a JPEG, whatever the URL claims', () => {
    const [picture, jpeg] = [examplePicture(), examplePicture('jpeg')];
    expect(readSignatureImage(dataUrl(picture))).toEqual(new Uint8Array(picture));
    expect(readSignatureImage(dataUrl(jpeg, 'image/jpeg'))).toEqual(new Uint8Array(jpeg));
    expect(readSignatureImage(dataUrl(jpeg, 'image/png'))).toEqual(new Uint8Array(jpeg));
  });

  test.each(IN_LINES)('takes base64 in lines %s', (_, inLines) => {
    const picture = examplePicture();
    const largest = Buffer.concat([picture], 512 * 1024);
    for (const bytes of [picture, largest])
      expect(readSignatureImage(`data:image/png;base64,${inLines(bytes)}`)).toEqual(new Uint8Array(bytes));
    const larger = inLines(Buffer.concat([picture], 512 * 1024 + 1));
    expect(reasonOf(() => readSignatureImage(`data:image/png;base64,${larger}`))).toBe('too_many_bytes');
  });

  test('unpacks nothing: what lies behind the first bytes is for a thread to find', () => {
    for (const [, picture] of UNDECODABLE_PICTURES) {
      expect(readSignatureImage(dataUrl(picture))).toEqual(new Uint8Array(picture));
    }
    const vast = png(10, 10, Buffer.alloc(64 * 1024 * 1024));
    expect(readSignatureImage(dataUrl(vast))).toEqual(new Uint8Array(vast));
  });

  test.each([
    ['no URL', 'hello'],
    ['another scheme', 'https://example.org/signature.png'],
    ['SVG', 'data:image/svg+xml;base64,PHN2Zy8+'],
    ['not base64', 'data:image/png;base64,%%%'],
    ['a space', 'data:image/png;base64,iVBO Rw0K'],
    ['a line break in its type', 'data:image/png\n;base64,iVBORw0K'],
    ['empty', 'data:image/png;base64,'],
    ['a line break only', 'data:image/png;base64,\n'],
  ])('refuses %s', (_, url) => {
    expect(reasonOf(() => readSignatureImage(url))).toBe('not_a_data_url');
  });

  test('refuses other kinds in disguise', () => {
    for (const text of [
      'GIF89a......',
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'RIFF....WEBPVP8 ',
      '%PDF-1.7',
    ]) {
      expect(reasonOf(() => readSignatureImage(dataUrl(Buffer.from(text))))).toBe('not_png_or_jpeg');
    }
  });

  test('refuses more than 512 KiB', () => {
    const padded = Buffer.concat([examplePicture('jpeg'), Buffer.alloc(512 * 1024)]);
    expect(reasonOf(() => readSignatureImage(dataUrl(padded)))).toBe('too_many_bytes');
    expect(reasonOf(() => checkSignatureImage(padded))).toBe('too_many_bytes');
  });
});

describe('checkSignatureImage', () => {
  test('names kind and size', () => {
    const size = { width: 600, height: 200 };
    expect(checkSignatureImage(examplePicture())).toMatchObject({ mime: 'image/png', ...size });
    expect(checkSignatureImage(examplePicture('jpeg'))).toMatchObject({ mime: 'image/jpeg', ...size });
  });

  test('takes every kind of PNG that canvases and drawing programs make', () => {
    expect(checkSignatureImage(png(5, 3, Buffer.alloc(3 * 21))).width).toBe(5);
    expect(checkSignatureImage(png(5, 3, Buffer.alloc(3 * 6), [8, 0, 0, 0, 0])).height).toBe(3);
    expect(checkSignatureImage(png(9, 2, Buffer.alloc(2 * 3), [1, 0, 0, 0, 0])).width).toBe(9);
  });

  test('refuses pictures that are too large, before anything unpacks them', () => {
    expect(reasonOf(() => checkSignatureImage(png(2001, 1, Buffer.alloc(8005))))).toBe('too_many_pixels');
    expect(reasonOf(() => checkSignatureImage(png(0xffffffff, 0xffffffff, Buffer.alloc(1))))).toBe(
      'too_many_pixels',
    );
    const wide = createCanvas(2001, 2).toBuffer('image/jpeg');
    expect(reasonOf(() => checkSignatureImage(wide))).toBe('too_many_pixels');
  });

  test('refuses a PNG that unpacks to more or less than it announces', () => {
    expect(reasonOf(() => checkSignatureImage(png(10, 10, Buffer.alloc(40_000_000))))).toBe('broken');
    expect(reasonOf(() => checkSignatureImage(png(10, 10, Buffer.alloc(100))))).toBe('broken');
    expect(reasonOf(() => checkSignatureImage(png(0, 10, Buffer.alloc(10))))).toBe('broken');
    // Sixteen bits per channel at the maximum size: the most that is ever unpacked.
    const largest = png(2000, 2000, Buffer.alloc(2000 * 16_001), [16, 6, 0, 0, 0]);
    expect(checkSignatureImage(largest)).toMatchObject({ width: 2000, height: 2000 });
    const depthOf255 = png(10, 10, Buffer.alloc(10 * 1276), [255, 6, 0, 0, 0]);
    expect(reasonOf(() => checkSignatureImage(depthOf255))).toBe('broken');
  });

  test('refuses a picture that is cut off or damaged anywhere', () => {
    const whole = examplePicture();
    for (const length of [3, 12, 40, 200, whole.length - 5]) {
      expect(reasonOf(() => checkSignatureImage(whole.subarray(0, length)))).not.toBe('accepted');
    }
    for (let position = 8; position < whole.length; position += 37) {
      const damaged = Uint8Array.from(whole);
      damaged[position] = (damaged[position] ?? 0) ^ 0x55;
      expect(
        reasonOf(() => checkSignatureImage(damaged)),
        `byte ${position}`,
      ).not.toBe('accepted');
    }
    const jpeg = examplePicture('jpeg');
    for (const length of [3, 20, 200, jpeg.length - 2]) {
      expect(reasonOf(() => checkSignatureImage(jpeg.subarray(0, length)))).toBe('broken');
    }
  });
});
