import { PdfArray, PdfDict, PdfName, PdfNumber, type PdfObject, PdfStream, PdfString } from '@libpdf/core';
import { decodeStream } from '#server/pdf/engine/decode-stream.ts';
import {
  follow,
  getArrayEntry,
  getEntry,
  getNameEntry,
  getNumberEntry,
  isTrue,
  listItems,
  type ObjectGraph,
} from '#server/pdf/engine/objects.ts';
import { checkFont } from './check-font.ts';
import { ContentCheck } from './content-check.ts';
import { Obstacle } from './obstacle.ts';

/**
 * Returns what keeps a prepared document from becoming archivable (PDF/A-3u) when its colors are defined and
 * its metadata claim it; null if nothing does. Rules that few documents meet in earnest, and such as would
 * need a program for fonts in other forms, count as not met: the claim must be true (ISO 19005-3, 6).
 */
export function findArchiveObstacle(graph: ObjectGraph, pages: readonly PdfDict[]): string | null {
  try {
    if (!graph.version.startsWith('1.')) throw new Obstacle('version');
    if (graph.catalog.has('OutputIntents')) throw new Obstacle('intent');
    checkObjects(graph);
    const contents = new ContentCheck(graph);
    for (const page of pages) {
      checkBoxes(graph, page);
      contents.checkPage(page);
    }
    for (const [font, shown] of contents.shown) checkFont(graph, font, shown);
    return null;
  } catch (error) {
    return error instanceof Obstacle ? error.message : new Obstacle('damage').message;
  }
}

/** Checks every object that the document consists of. */
function checkObjects(graph: ObjectGraph): void {
  const seen = new Set<PdfObject>();
  const pending: (PdfObject | undefined)[] = [graph.catalog];
  while (pending.length > 0) {
    const object = follow(graph, pending.pop());
    if (object === undefined || seen.has(object)) continue;
    if (object instanceof PdfName) checkName(object.value);
    else if (object instanceof PdfString) checkLimit(object.bytes.length <= 32_767);
    else if (object instanceof PdfNumber) checkLimit(Math.abs(object.value) <= 2_147_483_647);
    else if (object instanceof PdfArray) {
      seen.add(object);
      checkColorSpace(graph, object);
      pending.push(...listItems(object));
    } else if (object instanceof PdfDict) {
      seen.add(object);
      checkDict(graph, object);
      for (const [key, value] of object) {
        checkName(key.value);
        pending.push(value);
      }
    }
  }
}

function checkName(name: string): void {
  checkLimit(Buffer.byteLength(name) <= 127);
  if (name === 'DeviceCMYK') throw new Obstacle('color');
}

function checkLimit(isWithin: boolean): void {
  if (!isWithin) throw new Obstacle('limit');
}

const PROFILE_SPACES = new Map([
  ['RGB ', 3],
  ['GRAY', 1],
]);
const PROFILE_CLASSES = new Set(['scnr', 'mntr', 'prtr', 'spac']);

/** Checks an array if it is a color space (ISO 19005-3, 6.2.4). */
function checkColorSpace(graph: ObjectGraph, array: PdfArray): void {
  const [name, stream] = listItems(array).map((item) => follow(graph, item));
  if (!(name instanceof PdfName)) return;
  if (name.value === 'Separation' || name.value === 'DeviceN') throw new Obstacle('color');
  if (name.value !== 'ICCBased') return;
  if (!(stream instanceof PdfStream)) throw new Obstacle('color');
  const profile = Buffer.from(decodeStream(graph, stream));
  const [version, kind, space] = [profile[8] ?? 9, readTag(profile, 12), readTag(profile, 16)];
  const components = PROFILE_SPACES.get(space);
  if (version > 4 || !PROFILE_CLASSES.has(kind) || components !== getNumberEntry(graph, stream, 'N'))
    throw new Obstacle('color');
}

function readTag(profile: Buffer, at: number): string {
  return profile.subarray(at, at + 4).toString('latin1');
}

const FILTERS = new Set(
  ['Flate', 'DCT', 'ASCII85', 'ASCIIHex', 'RunLength', 'CCITTFax', 'JBIG2'].map((name) => `${name}Decode`),
);
const BLEND_MODES = new Set(
  `Normal Compatible Multiply Screen Overlay Darken Lighten ColorDodge ColorBurn HardLight SoftLight Difference
   Exclusion Hue Saturation Color Luminosity`.split(/\s+/),
);
const FOREIGN_STREAM = ['F', 'FFilter', 'FDecodeParms'];

function checkDict(graph: ObjectGraph, dict: PdfDict): void {
  if (dict.has('Metadata') && dict !== graph.catalog) throw new Obstacle('metadata');
  if (dict.has('PresSteps') || dict.has('AA')) throw new Obstacle('operator');
  if (dict instanceof PdfStream) checkStream(graph, dict);
  if (dict.has('Rect') && dict.has('Subtype')) checkLink(graph, dict);
  checkGraphics(graph, dict);
}

function checkStream(graph: ObjectGraph, stream: PdfStream): void {
  const filter = getEntry(graph, stream, 'Filter');
  const filters = filter instanceof PdfArray ? listItems(filter) : [filter];
  for (const item of filters.map((one) => follow(graph, one)))
    if (item !== undefined && !(item instanceof PdfName && FILTERS.has(item.value)))
      throw new Obstacle('image');
  if (FOREIGN_STREAM.some((key) => stream.has(key))) throw new Obstacle('operator');
  const subtype = getNameEntry(graph, stream, 'Subtype');
  if (subtype === 'Image' && (isTrue(graph, stream, 'Interpolate') || stream.has('Intent')))
    throw new Obstacle('image');
  if (subtype === 'PS' || stream.has('Subtype2')) throw new Obstacle('operator');
}

/** Bits of an annotation's flags: it must be printed, and not be hidden in any way (ISO 19005-3, 6.3.2). */
const PRINTED = 4;
const HIDDEN = 1 | 2 | 32 | 256;

function checkLink(graph: ObjectGraph, annotation: PdfDict): void {
  const flags = getNumberEntry(graph, annotation, 'F') ?? 0;
  const isLink = getNameEntry(graph, annotation, 'Subtype') === 'Link';
  if (!isLink || (flags & PRINTED) === 0 || (flags & HIDDEN) !== 0 || annotation.has('AP'))
    throw new Obstacle('link');
}

/** Checks a dictionary if it is a graphics state (ISO 19005-3, 6.2.5). */
function checkGraphics(graph: ObjectGraph, dict: PdfDict): void {
  const isDefault = (key: string) => !dict.has(key) || getNameEntry(graph, dict, key) === 'Default';
  const type = getNameEntry(graph, dict, 'Type');
  if (type !== 'ExtGState' && !dict.has('ca') && !dict.has('CA') && !dict.has('BM') && !dict.has('SMask'))
    return;
  const mode = dict.has('BM') ? (getNameEntry(graph, dict, 'BM') ?? '') : 'Normal';
  const isPlain = !dict.has('TR') && !dict.has('HTP') && ['TR2', 'HT'].every(isDefault);
  if (!isPlain || !BLEND_MODES.has(mode) || dict.has('RI')) throw new Obstacle('graphics');
}

const BOXES = ['MediaBox', 'CropBox', 'TrimBox', 'ArtBox', 'BleedBox'];

/** Checks how large a page is (ISO 19005-3, 6.1.13). */
function checkBoxes(graph: ObjectGraph, page: PdfDict): void {
  for (const key of BOXES) {
    const corners = listItems(getArrayEntry(graph, page, key)).map((item) => follow(graph, item));
    const [left, bottom, right, top] = corners.map((one) => (one instanceof PdfNumber ? one.value : 0));
    if (left === undefined || bottom === undefined || right === undefined || top === undefined) continue;
    for (const side of [right - left, top - bottom])
      checkLimit(Math.abs(side) >= 3 && Math.abs(side) <= 14_400);
  }
}
