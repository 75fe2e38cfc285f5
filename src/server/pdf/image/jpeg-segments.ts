import { readTiffOrientation } from './exif.ts';

/** What a page needs to know about a JPEG besides its size. */
export type JpegFacts = {
  /** The rotation that viewers apply: EXIF's Orientation, 1 to 8 (CIPA DC-008, 4.6.5). */
  readonly orientation: number;
  /** The number of components: 1 for gray, 3 for color, 4 for CMYK. */
  readonly components: number;
  /** Whether Adobe's marker says that CMYK values are stored inverted. */
  readonly isAdobe: boolean;
  /** The image without EXIF, XMP and comments, which can reveal where and with what it was taken. */
  readonly bytes: Uint8Array;
};

const START_OF_SCAN = 0xda;
const APP1 = 0xe1;
const APP13 = 0xed;
const APP14 = 0xee;
const COMMENT = 0xfe;
const PRIVATE: readonly number[] = [APP1, APP13, COMMENT];

/** Reads the segments of a complete JPEG (ITU-T T.81, annex B) up to its first scan. */
export function readJpeg(jpeg: Uint8Array): JpegFacts {
  const view = new DataView(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength);
  const kept: Uint8Array[] = [jpeg.subarray(0, 2)];
  let [orientation, components, position, isAdobe] = [1, 3, 2, false];
  for (;;) {
    const marker = view.getUint8(position + 1);
    if (marker === 0xff) {
      position += 1;
      continue;
    }
    if (marker === START_OF_SCAN) break;
    const end = position + 2 + view.getUint16(position + 2);
    const segment = jpeg.subarray(position, end);
    if (marker >= 0xc0 && marker <= 0xc2) components = view.getUint8(position + 9);
    if (marker === APP1) orientation = readExifOrientation(segment.subarray(4)) ?? orientation;
    if (marker === APP14) isAdobe = true;
    if (!PRIVATE.includes(marker)) kept.push(segment);
    position = end;
  }
  return { orientation, components, isAdobe, bytes: Buffer.concat([...kept, jpeg.subarray(position)]) };
}

/** Returns null for a segment that isn't EXIF, or that has no orientation. */
function readExifOrientation(segment: Uint8Array): number | null {
  const isExif = Buffer.from(segment.subarray(0, 4)).toString('latin1') === 'Exif';
  return isExif ? readTiffOrientation(segment.subarray(6)) : null;
}
