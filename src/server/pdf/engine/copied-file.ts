import type { Pdfium } from './pdfium.ts';
import { withFile } from './rendered-document.ts';
import { saveCopy } from './repair.ts';

/**
 * A value as PDFium wrote it: a number, name, string or keyword as text, a reference, or what contains
 * others. Strings are in hexadecimal, whichever way they were written.
 */
export type CopiedValue = string | CopiedReference | readonly CopiedValue[] | CopiedDict | CopiedStream;
export type CopiedDict = ReadonlyMap<string, CopiedValue>;

export class CopiedReference {
  readonly number: number;

  constructor(number: number) {
    this.number = number;
  }
}

/** A stream's dictionary and its data, which is still encoded. */
export class CopiedStream {
  readonly dict: CopiedDict;
  readonly data: Uint8Array;

  constructor(dict: CopiedDict, data: Uint8Array) {
    this.dict = dict;
    this.data = data;
  }
}

/** PDFium's copy of a file doesn't have the form that PDFium gives to copies. */
export class UnexpectedCopy extends Error {}

/** What PDFium reads in a file: all its objects, decrypted, each written in one way. */
export class CopiedFile {
  readonly #bytes: Buffer;
  readonly #offsets: ReadonlyMap<number, number>;
  readonly #objects = new Map<number, CopiedValue>();
  /** The object numbers of the pages that PDFium shows. 0 if a page has none. */
  readonly pages: readonly number[];

  private constructor(copy: Uint8Array, pages: readonly number[]) {
    this.#bytes = Buffer.from(copy.buffer, copy.byteOffset, copy.length);
    this.#offsets = readOffsets(this.#bytes);
    this.pages = pages;
  }

  /**
   * Copies a file with PDFium. Returns null if PDFium can't open it.
   * @throws UnexpectedCopy, WebAssembly.RuntimeError
   */
  static create(library: Pdfium, bytes: Uint8Array): CopiedFile | null {
    const { api } = library;
    return withFile(library, bytes, (file) => {
      const document = api.FPDF_LoadMemDocument(file, bytes.length, 0);
      if (document === 0) return null;
      try {
        const pages = Array.from({ length: api.FPDF_GetPageCount(document) }, (_, index) =>
          api.EPDFDoc_GetPageObjectNumberByIndex(document, index),
        );
        const copy = saveCopy(library, document);
        return copy === null ? null : new CopiedFile(copy, pages);
      } finally {
        api.FPDF_CloseDocument(document);
      }
    });
  }

  /**
   * Returns what a value refers to, or the value itself. A missing object counts as null (ISO 32000-2,
   * 7.3.10).
   * @throws UnexpectedCopy
   */
  follow(value: CopiedValue | undefined): CopiedValue {
    let found = value ?? NULL;
    for (let steps = 0; found instanceof CopiedReference; steps += 1) {
      if (steps === MOST_STEPS) throw new UnexpectedCopy('references lead to each other');
      found = this.#readObject(found.number);
    }
    return found;
  }

  #readObject(number: number): CopiedValue {
    const known = this.#objects.get(number);
    if (known !== undefined) return known;
    const offset = this.#offsets.get(number);
    const object = offset === undefined ? NULL : this.#parseObject(number, offset);
    this.#objects.set(number, object);
    return object;
  }

  #parseObject(number: number, offset: number): CopiedValue {
    const parser = new CopyParser(this.#bytes, offset);
    parser.expect(`${number} 0 obj`);
    const value = parser.readValue();
    if (!(value instanceof Map) || !parser.accepts('stream\r\n')) return value;
    const dict = value as CopiedDict;
    const start = parser.position;
    const end = start + Number(this.follow(dict.get('Length')));
    if (this.#bytes.toString('latin1', end, end + STREAM_END.length) !== STREAM_END)
      throw new UnexpectedCopy(`object ${number} ends elsewhere`);
    return new CopiedStream(dict, this.#bytes.subarray(start, end));
  }
}

export const NULL = 'null';

const MOST_STEPS = 32;
const STREAM_END = '\r\nendstream';

/** The length of the end of a file that contains the offset of its cross-reference table. */
const TAIL_BYTES = 64;

function readOffsets(bytes: Buffer): ReadonlyMap<number, number> {
  const tail = bytes.toString('latin1', Math.max(0, bytes.length - TAIL_BYTES));
  const start = Number(/startxref\r\n(\d+)\r\n%%EOF\r\n$/.exec(tail)?.[1] ?? NaN);
  if (!(start < bytes.length)) throw new UnexpectedCopy('there is no cross-reference table');
  const table = bytes.toString('latin1', start);
  const offsets = new Map<number, number>();
  let next = 0;
  for (const [, first, , offset, kind] of table.matchAll(
    /(\d+) (\d+)\r\n(?=\d{10} )|(\d{10}) \d{5} ([nf])/g,
  )) {
    if (first !== undefined) next = Number(first);
    else {
      if (kind === 'n') offsets.set(next, Number(offset));
      next += 1;
    }
  }
  return offsets;
}

const WHITE = 1;
const DELIMITER = 2;
const CLASS = new Uint8Array(256);
for (const code of [0, 9, 10, 12, 13, 32]) CLASS[code] = WHITE;
for (const character of '()<>[]{}/%') CLASS[character.charCodeAt(0)] = DELIMITER;

const [OPEN, CLOSE, LESS, GREATER, OPEN_BRACKET, CLOSE_BRACKET, SLASH, BACKSLASH] = Buffer.from('()<>[]/\\');

/** PDFium itself reads no deeper. */
const DEEPEST = 128;

const INTEGER = /^\d+$/;

/** What stands for a character after a backslash. Other characters stand for themselves. */
const ESCAPED: Readonly<Record<string, number>> = { n: 10, r: 13 };

/** Parses what PDFium writes, which has only one form for most things. Throws `UnexpectedCopy` at others. */
export class CopyParser {
  readonly #bytes: Buffer;
  position: number;
  #depth = 0;

  constructor(bytes: Buffer, position: number) {
    this.#bytes = bytes;
    this.position = position;
  }

  /** Skips white space and a text, if it is next. */
  accepts(text: string): boolean {
    this.#skipWhite();
    const end = this.position + text.length;
    if (this.#bytes.toString('latin1', this.position, end) !== text) return false;
    this.position = end;
    return true;
  }

  expect(text: string): void {
    if (!this.accepts(text)) throw new UnexpectedCopy(`${text} is missing`);
  }

  readValue(): CopiedValue {
    this.#skipWhite();
    const byte = this.#bytes[this.position];
    if (byte === LESS && this.#bytes[this.position + 1] === LESS) return this.#readDict();
    if (byte === LESS) return this.#readHexString();
    if (byte === OPEN) return this.#readString();
    if (byte === OPEN_BRACKET) return this.#readArray();
    if (byte === SLASH) return `/${this.#readName()}`;
    return this.#readWord();
  }

  #readDict(): CopiedDict {
    this.#enter();
    this.position += 2;
    const entries = new Map<string, CopiedValue>();
    while (!this.accepts('>>')) {
      if (this.#bytes[this.position] !== SLASH) throw new UnexpectedCopy('a key is missing');
      const key = this.#readName();
      entries.set(key, this.readValue());
    }
    this.#depth -= 1;
    return entries;
  }

  #readArray(): readonly CopiedValue[] {
    this.#enter();
    this.position += 1;
    const items: CopiedValue[] = [];
    for (;;) {
      this.#skipWhite();
      if (this.#bytes[this.position] === CLOSE_BRACKET) break;
      items.push(this.readValue());
    }
    this.position += 1;
    this.#depth -= 1;
    return items;
  }

  #enter(): void {
    this.#depth += 1;
    if (this.#depth > DEEPEST) throw new UnexpectedCopy('values are nested too deeply');
  }

  #readHexString(): string {
    const end = this.#bytes.indexOf(GREATER ?? 0, this.position);
    if (end < 0) throw new UnexpectedCopy('a string has no end');
    const digits = this.#bytes.toString('latin1', this.position + 1, end).toLowerCase();
    this.position = end + 1;
    return `<${digits}>`;
  }

  #readString(): string {
    const content: number[] = [];
    for (let at = this.position + 1; at < this.#bytes.length; at += 1) {
      const byte = this.#bytes[at] ?? 0;
      if (byte === CLOSE) {
        this.position = at + 1;
        return `<${Buffer.from(content).toString('hex')}>`;
      }
      if (byte !== BACKSLASH) content.push(byte);
      else {
        at += 1;
        const escaped = this.#bytes[at] ?? 0;
        content.push(ESCAPED[String.fromCharCode(escaped)] ?? escaped);
      }
    }
    throw new UnexpectedCopy('a string has no end');
  }

  #readName(): string {
    this.position += 1;
    return this.#readRegular();
  }

  #readWord(): CopiedValue {
    const word = this.#readRegular();
    if (word === '') throw new UnexpectedCopy('a value is missing');
    if (!INTEGER.test(word) || !this.#isReference()) return word;
    this.position += REFERENCE_END.length;
    return new CopiedReference(Number(word));
  }

  #isReference(): boolean {
    const end = this.position + REFERENCE_END.length;
    return (
      this.#bytes.toString('latin1', this.position, end) === REFERENCE_END &&
      CLASS[this.#bytes[end] ?? 0] !== 0
    );
  }

  #readRegular(): string {
    const start = this.position;
    while (this.position < this.#bytes.length && CLASS[this.#bytes[this.position] ?? 0] === 0)
      this.position += 1;
    return this.#bytes.toString('latin1', start, this.position);
  }

  #skipWhite(): void {
    while (CLASS[this.#bytes[this.position] ?? -1] === WHITE) this.position += 1;
  }
}

const REFERENCE_END = ' 0 R';
