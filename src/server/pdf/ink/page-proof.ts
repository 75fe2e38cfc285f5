import { inflateSync } from 'node:zlib';
import {
  CopiedFile,
  CopiedReference,
  CopiedStream,
  NULL,
  UnexpectedCopy,
  type CopiedDict,
  type CopiedValue,
} from '#server/pdf/engine/copied-file.ts';
import type { Pdfium } from '#server/pdf/engine/pdfium.ts';
import { scanContent } from '#server/pdf/normalize/content/operators.ts';

/** What two documents have in common, as PDFium reads them. */
export interface PageProof {
  /**
   * Checks whether a page of the original and one of the prepared document are drawn from the same objects.
   * False if they aren't, or if that can't be judged.
   */
  isSame(originalIndex: number, preparedIndex: number): boolean;
}

/**
 * The most values that are compared, which takes a second or two. A kilobyte of data counts as one value, and
 * a kilobyte that has to be unpacked counts as many.
 */
const MOST_COMPARED = 4_000_000;

/**
 * Compares the objects of an original's pages with those of a prepared document: everything that pages are
 * drawn from, such as content, fonts, images, masks, patterns and graphics states. PDFium reads both and
 * writes both out again, so the comparison doesn't depend on the engine that prepared the document. Returns
 * null if PDFium can't read one of them.
 * @throws WebAssembly.RuntimeError
 */
export function createPageProof(
  library: Pdfium,
  original: Uint8Array,
  prepared: Uint8Array,
  mostCompared = MOST_COMPARED,
): PageProof | null {
  try {
    const one = copyOnce(library, original);
    const other = copyOnce(library, prepared);
    return one && other && new ObjectComparison(one, other, mostCompared);
  } catch (error) {
    if (error instanceof UnexpectedCopy) return null;
    throw error;
  }
}

/** A joined document is compared with each of its parts. */
const copies = new WeakMap<Uint8Array, CopiedFile | null>();

function copyOnce(library: Pdfium, bytes: Uint8Array): CopiedFile | null {
  const known = copies.get(bytes);
  if (known !== undefined) return known;
  const copy = CopiedFile.create(library, bytes);
  copies.set(bytes, copy);
  return copy;
}

/**
 * Entries that PDFium doesn't draw: a stream's length, what is private to the producer or refers to other
 * files, and positions in the structure tree. Some of them are removed when a document is prepared.
 */
const UNDRAWN = new Set([
  ...['Length', 'DL', 'PieceInfo', 'LastModified', 'AF', 'OPI', 'Alternates', 'Ref'],
  ...['StructParent', 'StructParents'],
]);

const UNPACKED_WEIGHT = 16;
const KILOBYTE = 1024;
/** Streams that unpack to more aren't compared. */
const MOST_UNPACKED_BYTES = 64 * KILOBYTE * KILOBYTE;

/** References deeper than this aren't followed. */
const DEEPEST = 256;

class ObjectComparison implements PageProof {
  readonly #one: CopiedFile;
  readonly #other: CopiedFile;
  #left: number;
  /** The pairs of objects that are known to be the same or to differ. */
  readonly #same = new Set<string>();
  readonly #different = new Set<string>();
  /** The pairs that are the same if the rest of the page is, because objects may refer to each other. */
  #assumed = new Set<string>();
  #depth = 0;

  constructor(one: CopiedFile, other: CopiedFile, mostCompared: number) {
    this.#one = one;
    this.#other = other;
    this.#left = mostCompared;
  }

  isSame(originalIndex: number, preparedIndex: number): boolean {
    this.#assumed = new Set();
    this.#depth = 0;
    try {
      const same = this.#arePagesSame(
        this.#one.pages[originalIndex] ?? 0,
        this.#other.pages[preparedIndex] ?? 0,
      );
      if (same) for (const pair of this.#assumed) this.#same.add(pair);
      return same;
    } catch (error) {
      if (error instanceof UnexpectedCopy) return false;
      throw error;
    }
  }

  #arePagesSame(originalPage: number, preparedPage: number): boolean {
    if (originalPage === 0 || preparedPage === 0) return false;
    const one = readPage(this.#one, originalPage);
    const other = readPage(this.#other, preparedPage);
    if (one === null || other === null) return false;
    return (
      one.frame.every((side, index) => side === other.frame[index]) &&
      this.#areSame(one.group, other.group) &&
      this.#areSame(one.resources, other.resources) &&
      this.#areContentsSame(one.contents, other.contents)
    );
  }

  /** Checks that the prepared content is the original content, alone or between `q` and `Q`. */
  #areContentsSame(original: readonly CopiedValue[], prepared: readonly CopiedValue[]): boolean {
    if (prepared.length === original.length) return this.#areSame(original, prepared);
    return this.#isEnclosed(original, prepared);
  }

  /** Between `q` and `Q`, content draws the same only if it restores no state that it hasn't saved. */
  #isEnclosed(original: readonly CopiedValue[], prepared: readonly CopiedValue[]): boolean {
    const [save, ...rest] = prepared;
    const restore = rest.pop();
    const closing = rest.slice(original.length);
    if (this.#readContent(this.#other, save) !== 'q\n') return false;
    if (this.#readContent(this.#other, restore) !== '\nQ\n' || closing.length > 1) return false;
    if (closing.some((part) => !CLOSING.test(this.#readContent(this.#other, part)))) return false;
    return (
      original.every((part, index) => this.#areSame(part, rest[index])) &&
      isContained(original.map((part) => this.#readContent(this.#one, part)))
    );
  }

  #readContent(file: CopiedFile, value: CopiedValue | undefined): string {
    const stream = file.follow(value);
    if (!(stream instanceof CopiedStream)) throw new UnexpectedCopy('content is not a stream');
    const unpacked = this.#unpack(file, stream);
    if (unpacked === null) throw new UnexpectedCopy('content has an unusual filter');
    return Buffer.from(unpacked).toString('latin1');
  }

  #areSame(one: CopiedValue | undefined, other: CopiedValue | undefined): boolean {
    if (!(one instanceof CopiedReference && other instanceof CopiedReference))
      return this.#areValuesSame(this.#one.follow(one), this.#other.follow(other));
    const pair = `${one.number} ${other.number}`;
    if (this.#same.has(pair) || this.#assumed.has(pair)) return true;
    if (this.#different.has(pair)) return false;
    this.#assumed.add(pair);
    const same = this.#areValuesSame(this.#one.follow(one), this.#other.follow(other));
    if (!same) this.#different.add(pair);
    return same;
  }

  #areValuesSame(one: CopiedValue, other: CopiedValue): boolean {
    this.#spend(1);
    if (typeof one === 'string') return typeof other === 'string' && areAtomsSame(one, other);
    this.#depth += 1;
    if (this.#depth > DEEPEST) throw new UnexpectedCopy('objects are nested too deeply');
    const same = this.#areContainersSame(one, other);
    this.#depth -= 1;
    return same;
  }

  #areContainersSame(one: Exclude<CopiedValue, string>, other: CopiedValue): boolean {
    if (one instanceof CopiedStream) return other instanceof CopiedStream && this.#areStreamsSame(one, other);
    if (one instanceof Map) return other instanceof Map && this.#areDictsSame(one, other);
    if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false;
    return one.every((item: CopiedValue, index) => this.#areSame(item, other[index] as CopiedValue));
  }

  #areDictsSame(one: CopiedDict, other: CopiedDict, ignored?: ReadonlySet<string>): boolean {
    for (const key of new Set([...one.keys(), ...other.keys()])) {
      if (UNDRAWN.has(key) || ignored?.has(key)) continue;
      if (!this.#areSame(one.get(key), other.get(key))) return false;
    }
    return true;
  }

  #areStreamsSame(one: CopiedStream, other: CopiedStream): boolean {
    this.#spend(one.data.length / KILOBYTE);
    if (one.data.length === other.data.length && Buffer.compare(one.data, other.data) === 0)
      return this.#areDictsSame(one.dict, other.dict);
    // Data without a filter is packed, but not always in the same way.
    if (!this.#areDictsSame(one.dict, other.dict, PACKING)) return false;
    const [unpacked, counterpart] = [this.#unpack(this.#one, one), this.#unpack(this.#other, other)];
    return unpacked !== null && counterpart !== null && Buffer.compare(unpacked, counterpart) === 0;
  }

  /** Returns a stream's data if it isn't packed in an unusual way. */
  #unpack(file: CopiedFile, { dict, data }: CopiedStream): Uint8Array | null {
    if (file.follow(dict.get('DecodeParms')) !== NULL) return null;
    const filter = file.follow(dict.get('Filter'));
    const only =
      Array.isArray(filter) && filter.length === 1 ? file.follow(filter[0] as CopiedValue) : filter;
    if (only === NULL) return data;
    if (only !== '/FlateDecode' && only !== '/Fl') return null;
    const unpacked = inflateWhole(data);
    this.#spend(((unpacked?.length ?? 0) / KILOBYTE) * UNPACKED_WEIGHT);
    return unpacked;
  }

  #spend(values: number): void {
    this.#left -= values;
    if (this.#left < 0) throw new UnexpectedCopy('there is too much to compare');
  }
}

/** Returns null for damaged data, since engines differ in how much of it they unpack. */
function inflateWhole(data: Uint8Array): Uint8Array | null {
  try {
    return inflateSync(data, { maxOutputLength: MOST_UNPACKED_BYTES });
  } catch {
    return null;
  }
}

const PACKING: ReadonlySet<string> = new Set(['Filter', 'DecodeParms']);

/** What closes a content that leaves states, text or marked content open. */
const CLOSING = /^\n(ET\n)?(EMC\n)*(Q\n)*$/;

/**
 * Checks that a page's content restores no state that it hasn't saved. An inline image can't be judged, since
 * engines differ in where its data ends.
 */
function isContained(parts: readonly string[]): boolean {
  let depth = 0;
  let contained = true;
  scanContent(Buffer.from(parts.join('\n'), 'latin1'), ({ operator }) => {
    if (operator === 'q') depth += 1;
    else if (operator === 'Q') depth -= 1;
    contained &&= depth >= 0 && operator !== 'BI';
  });
  return contained;
}

type Page = {
  /** The sides of the visible part, the rotation, and the unit. */
  readonly frame: readonly number[];
  readonly group: CopiedValue | undefined;
  readonly resources: CopiedValue;
  readonly contents: readonly CopiedValue[];
};

/** Reads a page as PDFium does; null if its annotations must be seen, too. */
function readPage(file: CopiedFile, number: number): Page | null {
  const dict = file.follow(new CopiedReference(number));
  if (!(dict instanceof Map)) return null;
  const page = dict as CopiedDict;
  const annotations = file.follow(page.get('Annots'));
  if (annotations !== NULL && !(Array.isArray(annotations) && annotations.length === 0)) return null;
  const contents = file.follow(page.get('Contents'));
  return {
    frame: readFrame(file, page),
    group: page.get('Group'),
    resources: findAttribute(file, page, 'Resources') ?? NO_RESOURCES,
    contents: Array.isArray(contents)
      ? (contents as readonly CopiedValue[])
      : contents === NULL
        ? []
        : [page.get('Contents') ?? NULL],
  };
}

const NO_RESOURCES: CopiedDict = new Map();

/** PDFium's size of a page without a valid box. */
const DEFAULT_BOX = [0, 0, 612, 792] as const;

function readFrame(file: CopiedFile, page: CopiedDict): readonly number[] {
  const media = readBox(file, page, 'MediaBox') ?? DEFAULT_BOX;
  const crop = readBox(file, page, 'CropBox') ?? media;
  const [left, bottom, right, top] = media;
  const [cropLeft, cropBottom, cropRight, cropTop] = crop;
  const rotation = Number(file.follow(findAttribute(file, page, 'Rotate') ?? '0'));
  return [
    Math.max(left, cropLeft),
    Math.max(bottom, cropBottom),
    Math.min(right, cropRight),
    Math.min(top, cropTop),
    ((rotation % 360) + 360) % 360,
    Number(file.follow(page.get('UserUnit') ?? '1')),
  ];
}

type Box = readonly [left: number, bottom: number, right: number, top: number];

/** Returns null if a box is missing or empty. */
function readBox(file: CopiedFile, page: CopiedDict, key: string): Box | null {
  const value = file.follow(findAttribute(file, page, key));
  if (!Array.isArray(value) || value.length !== 4) return null;
  const [x1, y1, x2, y2] = (value as readonly CopiedValue[]).map((side) =>
    Math.fround(Number(file.follow(side))),
  ) as unknown as Box;
  const box = [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)] as const;
  return box[2] > box[0] && box[3] > box[1] ? box : null;
}

/** Returns a page's own or inherited attribute (ISO 32000-2, table 31). */
function findAttribute(file: CopiedFile, page: CopiedDict, key: string): CopiedValue | undefined {
  let node: CopiedValue = page;
  for (let steps = 0; node instanceof Map && steps < DEEPEST; steps += 1) {
    const value = (node as CopiedDict).get(key);
    if (value !== undefined && file.follow(value) !== NULL) return value;
    node = file.follow((node as CopiedDict).get('Parent'));
  }
  return undefined;
}

const NUMBER = /^[-+]?[\d.]+$/;

/** The same number may be written as an integer or not. */
function areAtomsSame(one: string, other: string): boolean {
  if (one === other) return true;
  return NUMBER.test(one) && NUMBER.test(other) && Math.fround(Number(one)) === Math.fround(Number(other));
}
