import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The functions of HarfBuzz's subsetter that are used here. Pointers are numbers. */
type Subsetter = {
  readonly memory: WebAssembly.Memory;
} & Readonly<
  Record<
    | '_initialize'
    | 'malloc'
    | 'hb_blob_create'
    | 'hb_blob_destroy'
    | 'hb_blob_get_length'
    | 'hb_blob_get_data'
    | 'hb_face_create'
    | 'hb_face_destroy'
    | 'hb_face_reference_blob'
    | 'hb_set_add'
    | 'hb_subset_input_create_or_fail'
    | 'hb_subset_input_destroy'
    | 'hb_subset_input_glyph_set'
    | 'hb_subset_input_set'
    | 'hb_subset_input_set_flags'
    | 'hb_subset_input_unicode_set'
    | 'hb_subset_or_fail',
    (...parameters: readonly number[]) => number
  >
>;

const NO_HINTING = 1;
const RETAIN_GLYPH_IDS = 2;
const NO_LAYOUT_CLOSURE = 0x200;
const READ_ONLY = 1;
const DROP_TABLE_SET = 3;
/** The tables that only shaping needs. */
const DROPPED_TABLES = ['GSUB', 'GPOS', 'GDEF', 'BASE', 'STAT', 'meta', 'DSIG', 'name', 'post'] as const;

let subsetter: Subsetter | null = null;

/**
 * Keeps only the given glyphs of the TrueType font in a file, with their numbers unchanged. Returns the whole
 * font if that fails.
 */
export function subsetFont(path: string, glyphs: Iterable<number>): Uint8Array {
  const hb = (subsetter ??= open());
  const face = loadFace(hb, path);
  const input = hb.hb_subset_input_create_or_fail();
  const dropped = hb.hb_subset_input_set(input, DROP_TABLE_SET);
  for (const tag of DROPPED_TABLES) hb.hb_set_add(dropped, Buffer.from(tag, 'latin1').readUInt32BE());
  const kept = hb.hb_subset_input_glyph_set(input);
  for (const glyph of glyphs) hb.hb_set_add(kept, glyph);
  hb.hb_subset_input_set_flags(input, NO_HINTING | RETAIN_GLYPH_IDS | NO_LAYOUT_CLOSURE);
  return createSubset(hb, face, input) ?? readFileSync(path);
}

/**
 * Keeps only the characters in the given ranges, and what is needed to shape them. Browsers load such a font.
 */
export function subsetToCharacters(
  path: string,
  ranges: readonly (readonly [first: number, last: number])[],
): Uint8Array {
  const hb = (subsetter ??= open());
  const input = hb.hb_subset_input_create_or_fail();
  const kept = hb.hb_subset_input_unicode_set(input);
  for (const [first, last] of ranges)
    for (let character = first; character <= last; character += 1) hb.hb_set_add(kept, character);
  hb.hb_subset_input_set_flags(input, NO_HINTING);
  const subset = createSubset(hb, loadFace(hb, path), input);
  if (subset === null) throw new Error(`${path} can't be subset`);
  return subset;
}

function createSubset(hb: Subsetter, face: number, input: number): Uint8Array | null {
  const subset = hb.hb_subset_or_fail(face, input);
  hb.hb_subset_input_destroy(input);
  if (subset === 0) return null;
  const bytes = readFaceBytes(hb, subset);
  hb.hb_face_destroy(subset);
  return bytes;
}

/**
 * Faces stay loaded, because reading 10 MB of ideographs again for each document would take most of the time.
 */
const faces = new Map<string, number>();

function loadFace(hb: Subsetter, path: string): number {
  const known = faces.get(path);
  if (known !== undefined) return known;
  const font = readFileSync(path);
  const source = hb.malloc(font.length);
  new Uint8Array(hb.memory.buffer).set(font, source);
  const face = hb.hb_face_create(hb.hb_blob_create(source, font.length, READ_ONLY, 0, 0), 0);
  faces.set(path, face);
  return face;
}

function readFaceBytes(hb: Subsetter, face: number): Uint8Array {
  const blob = hb.hb_face_reference_blob(face);
  const start = hb.hb_blob_get_data(blob, 0);
  const bytes = Uint8Array.from(new Uint8Array(hb.memory.buffer, start, hb.hb_blob_get_length(blob)));
  hb.hb_blob_destroy(blob);
  return bytes;
}

function open(): Subsetter {
  const program = readFileSync(fileURLToPath(import.meta.resolve('harfbuzzjs/dist/harfbuzz-subset.wasm')));
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(program));
  const hb = exports as unknown as Subsetter;
  hb._initialize();
  return hb;
}
