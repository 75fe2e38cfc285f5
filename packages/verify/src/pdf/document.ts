import { Malformed } from '../bytes.ts';
import type { Effort } from './effort.ts';
import { decodeStream } from './inflate.ts';
import { narrow, readCountEntry, readNameEntry, type PdfDict, type PdfObject } from './objects.ts';
import { parseHeader, type Parsed, skipSpace } from './parse.ts';
import {
  endOfObject,
  findNewestSection,
  type Place,
  readSections,
  type Section,
  readStreamData,
} from './sections.ts';

/**
 * An object with the position of its bytes; `end` is after `endobj`. An object in an object stream has no
 * position.
 */
export type Located = { readonly object: PdfObject; readonly start: number; readonly end: number };

/** An object stream: its data, and where each object starts in it. */
type Packed = { readonly data: Uint8Array; readonly offsets: ReadonlyMap<number, number> };

const MAX_PACKED = 32 * 2 ** 20;
const MAX_HOPS = 32;

/** A revision of a file: the bytes up to its end, read through its cross-reference sections. */
export class PdfDocument {
  readonly bytes: Uint8Array;
  readonly sections: readonly Section[];
  readonly trailer: PdfDict;
  /** The remaining effort for reading the file, shared by its revisions. */
  readonly effort: Effort;
  private readonly packed = new Map<number, Promise<Packed>>();

  constructor(bytes: Uint8Array, sections: readonly Section[], effort: Effort) {
    const [newest] = sections;
    if (newest === undefined) throw new Malformed('the file has no cross-reference section');
    this.bytes = bytes;
    this.sections = sections;
    this.trailer = newest.trailer;
    this.effort = effort;
  }

  /** Reads the sections of a file that ends where its last revision ends. */
  static async open(bytes: Uint8Array, effort: Effort): Promise<PdfDocument> {
    return new PdfDocument(bytes, await readSections(bytes, findNewestSection(bytes), effort), effort);
  }

  placeOf(number: number): Place | null {
    for (const { places } of this.sections) {
      const place = places.get(number);
      if (place !== undefined) return place.kind === 'free' ? null : place;
    }
    return null;
  }

  /** Reads an indirect object; null if it doesn't exist. */
  async locate(number: number): Promise<Located | null> {
    const place = this.placeOf(number);
    if (place === null || place.kind === 'free') return null;
    if (place.kind === 'packed') {
      const object = await this.packedObject(place.stream, number);
      return object === null ? null : { object: object.value, start: -1, end: -1 };
    }
    return await this.readAt(place.offset, number);
  }

  /** Reads an object outside object streams. The length of an object stream can't be in an object stream. */
  private async readAt(offset: number, number: number, isObjectStream = false): Promise<Located> {
    const { value, end } = this.valueAt(offset, number);
    const dict = narrow(value, 'dict');
    if (dict === null || this.bytes[skipSpace(this.bytes, end)] !== 0x73)
      return { object: value, start: offset, end: endOfObject(this.bytes, end) };
    const length = await this.lengthOf(dict, isObjectStream);
    if (typeof length !== 'number' || !Number.isSafeInteger(length) || length < 0)
      throw new Malformed('a stream has no length');
    const stream = readStreamData(this.bytes, end, length);
    return {
      object: { kind: 'stream', dict, data: stream.data },
      start: offset,
      end: endOfObject(this.bytes, stream.end),
    };
  }

  private valueAt(offset: number, number: number): Parsed {
    const header = parseHeader(this.bytes, offset);
    if (header.number !== number) throw new Malformed('an object has another number');
    return this.effort.parse(this.bytes, header.end);
  }

  /** Reads a stream's length without reading streams, whose lengths could refer back to it. */
  private async lengthOf(dict: PdfDict, isObjectStream: boolean): Promise<PdfObject> {
    const length = dict.entries.get('Length') ?? null;
    const ref = narrow(length, 'ref');
    if (ref === null) return length;
    const place = this.placeOf(ref.number);
    if (place?.kind === 'offset') return this.valueAt(place.offset, ref.number).value;
    if (place?.kind !== 'packed' || isObjectStream) return null;
    return (await this.packedObject(place.stream, ref.number))?.value ?? null;
  }

  private async packedObject(stream: number, number: number): Promise<Parsed | null> {
    const { data, offsets } = await this.packedObjects(stream);
    const offset = offsets.get(number);
    return offset === undefined ? null : this.effort.parse(data, offset);
  }

  private packedObjects(number: number): Promise<Packed> {
    const known = this.packed.get(number);
    if (known !== undefined) return known;
    const reading = this.readPacked(number);
    this.packed.set(number, reading);
    return reading;
  }

  private async readPacked(number: number): Promise<Packed> {
    const place = this.placeOf(number);
    if (place?.kind !== 'offset') throw new Malformed('an object stream is missing');
    const stream = narrow((await this.readAt(place.offset, number, true)).object, 'stream');
    if (stream === null || readNameEntry(stream.dict, 'Type') !== 'ObjStm')
      throw new Malformed('an object stream is of another kind');
    const [count, first] = [readCountEntry(stream.dict, 'N'), readCountEntry(stream.dict, 'First')];
    const data = await decodeStream(stream, MAX_PACKED, this.effort);
    if (count === null || first === null || first > data.length)
      throw new Malformed('an object stream is malformed');
    const offsets = new Map<number, number>();
    let at = 0;
    for (let index = 0; index < count; index++) {
      const own = this.effort.parse(data, at);
      const offset = this.effort.parse(data, own.end);
      if (typeof own.value !== 'number' || typeof offset.value !== 'number' || offset.end > first)
        throw new Malformed('an object stream is malformed');
      offsets.set(own.value, first + offset.value);
      at = offset.end;
    }
    return { data, offsets };
  }

  /** Follows references. A missing object is null, as ISO 32000 says. */
  async resolve(object: PdfObject | undefined): Promise<PdfObject> {
    let current = object ?? null;
    for (let hops = 0; hops < MAX_HOPS; hops++) {
      const ref = narrow(current, 'ref');
      if (ref === null) return current;
      current = (await this.locate(ref.number))?.object ?? null;
    }
    throw new Malformed('references lead in a circle');
  }

  /** Resolves an entry that has to be a dictionary; null if it's absent. */
  async dictIn(dict: PdfDict | null, key: string): Promise<PdfDict | null> {
    return narrow(await this.resolve(dict?.entries.get(key)), 'dict');
  }

  async arrayIn(dict: PdfDict | null, key: string): Promise<readonly PdfObject[]> {
    return narrow(await this.resolve(dict?.entries.get(key)), 'array')?.items ?? [];
  }

  async catalog(): Promise<PdfDict> {
    const catalog = await this.dictIn(this.trailer, 'Root');
    if (catalog === null) throw new Malformed('the file has no catalog');
    return catalog;
  }
}
