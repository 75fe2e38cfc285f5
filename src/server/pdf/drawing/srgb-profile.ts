import { type PDF, PdfDict, PdfName, PdfNumber, type PdfRef, PdfString } from '@libpdf/core';
import { createCompressedStream } from '#server/pdf/engine/objects.ts';

/** Red, green, blue and white of sRGB as XYZ, adapted to D50 (ICC.1:2022, annex F). */
const PRIMARIES = {
  rXYZ: [0.43607, 0.22249, 0.01392],
  gXYZ: [0.38515, 0.71687, 0.09708],
  bXYZ: [0.14307, 0.06061, 0.7141],
  wtpt: [0.9642, 1, 0.82491],
} as const;
/** The curve of IEC 61966-2-1: g, a, b, c and d of a curve of type 3. */
const CURVE = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045] as const;
const HEADER_BYTES = 128;

/** Registers an ICC profile of sRGB, which says what colors mean on every device. */
export function addSrgbProfile(pdf: PDF): PdfRef {
  return pdf.register(createCompressedStream({ N: PdfNumber.of(3) }, createSrgbProfile()));
}

/** Creates the output intent that defines RGB colors by the profile (ISO 19005-3, 6.2.3). */
export function createOutputIntent(profile: PdfRef): PdfDict {
  return PdfDict.of({
    Type: PdfName.of('OutputIntent'),
    S: PdfName.of('GTS_PDFA1'),
    OutputConditionIdentifier: PdfString.fromString('sRGB'),
    Info: PdfString.fromString('sRGB'),
    DestOutputProfile: profile,
  });
}

/** Creates an ICC profile of version 4 with the tags that a display's needs (ICC.1:2022, 8.4.3). */
export function createSrgbProfile(): Uint8Array {
  const curve = encodeTag('para', [encodeUint32(3 << 16), ...CURVE.map(encodeFixed)]);
  const tags: readonly (readonly [string, Buffer])[] = [
    ['desc', encodeText('sRGB')],
    ['cprt', encodeText('Public domain')],
    ...Object.entries(PRIMARIES).map(
      ([name, xyz]) => [name, encodeTag('XYZ ', xyz.map(encodeFixed))] as const,
    ),
    ['rTRC', curve],
    ['gTRC', curve],
    ['bTRC', curve],
  ];
  let offset = HEADER_BYTES + 4 + tags.length * 12;
  const table = tags.map(([name, data]) => {
    const entry = Buffer.concat([Buffer.from(name), encodeUint32(offset), encodeUint32(data.length)]);
    offset += data.length;
    return entry;
  });
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32BE(offset, 0);
  header.writeUInt32BE(0x04400000, 8);
  header.write('mntrRGB XYZ ', 12);
  // The day of the format's current version.
  [2022, 5, 1].forEach((part, index) => header.writeUInt16BE(part, 24 + index * 2));
  header.write('acsp', 36);
  PRIMARIES.wtpt.forEach((value, index) => encodeFixed(value).copy(header, 68 + index * 4));
  return Buffer.concat([header, encodeUint32(tags.length), ...table, ...tags.map(([, data]) => data)]);
}

function encodeTag(type: string, parts: readonly Buffer[]): Buffer {
  return Buffer.concat([Buffer.from(type), Buffer.alloc(4), ...parts]);
}

function encodeText(text: string): Buffer {
  const characters = Buffer.from(text, 'utf16le').swap16();
  const record = [1, 12].map(encodeUint32);
  const start = [encodeUint32(characters.length), encodeUint32(28)];
  const padding = Buffer.alloc((4 - (characters.length % 4)) % 4);
  return encodeTag('mluc', [...record, Buffer.from('enUS'), ...start, characters, padding]);
}

function encodeUint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function encodeFixed(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(Math.round(value * 65_536));
  return bytes;
}
