import { inflateSync } from 'node:zlib';
import {
  CopiedReference,
  CopyParser,
  type CopiedDict,
  type CopiedValue,
  UnexpectedCopy,
} from '#server/pdf/engine/copied-file.ts';

/** What an increment did to the pages of the document before it. */
export interface IncrementProof {
  /**
   * Checks that everything a page was drawn from is still there and in the same place, with one new form
   * painted over it. False if it isn't, or if that can't be judged.
   */
  isPaintedOver(pageNumber: number): boolean;
}

/**
 * Reads an increment and the document before it, which must be in the form that sealing writes. Returns null
 * if they aren't, or if layers may have changed.
 */
export function createIncrementProof(bytes: Uint8Array, presentedLength: number): IncrementProof | null {
  try {
    const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    const before = new Section(file, presentedLength);
    const after = new Section(file, file.length);
    if (before.trailer.has('Prev') || after.trailer.get('Prev') !== String(before.start)) return null;
    const root = before.trailer.get('Root');
    if (!(root instanceof CopiedReference) || !isReferenceTo(after.trailer.get('Root'), root.number))
      return null;
    const pages = new PaintedPages(before, after);
    return pages.isReplacedOnly(root.number, CATALOG) &&
      pages.isUntouched([toDict(before.read(root.number)).get('OCProperties') ?? ''])
      ? pages
      : null;
  } catch (error) {
    if (error instanceof UnexpectedCopy) return null;
    throw error;
  }
}

/** The most objects that a document's pages with fields may be drawn from. */
const MOST_OBJECTS = 20_000;

class PaintedPages implements IncrementProof {
  readonly #before: Section;
  readonly #after: Section;
  /** The objects that are known to be there as before, with all that they refer to. */
  readonly #untouched = new Set<number>();

  constructor(before: Section, after: Section) {
    this.#before = before;
    this.#after = after;
  }

  isPaintedOver(pageNumber: number): boolean {
    try {
      const page = toDict(this.#before.read(pageNumber));
      const painted = toDict(this.#after.read(pageNumber));
      const annotations = this.#before.follow(page.get('Annots'));
      if (annotations !== undefined && !(Array.isArray(annotations) && annotations.length === 0))
        return false;
      const nodes = this.#listNodes(page);
      if (nodes === null) return false;
      const inherited = nodes.find((node) => node.has('Resources'))?.get('Resources');
      const resources = toDict(this.#before.follow(inherited));
      const form = this.#findForm(resources, toDict(painted.get('Resources')));
      if (form === null || !this.#arePainted(page, painted, form)) return false;
      const rest = [...page].filter(([key]) => key !== 'Parent').map(([, value]) => value);
      return areDictsSame(page, painted, PAINTED) && this.isUntouched([...rest, resources]);
    } catch (error) {
      if (error instanceof UnexpectedCopy) return false;
      throw error;
    }
  }

  /** Checks that an object has changed in no other entries than `changed`. */
  isReplacedOnly(number: number, changed: ReadonlySet<string>): boolean {
    if (!this.#after.has(number)) return true;
    return areDictsSame(toDict(this.#before.read(number)), toDict(this.#after.read(number)), changed);
  }

  /**
   * Checks that all objects that values refer to existed before, and that none of them was replaced. A
   * reference to nothing could otherwise have got a meaning.
   */
  isUntouched(values: readonly CopiedValue[]): boolean {
    const open = [...values];
    for (let value = open.pop(); value !== undefined; value = open.pop()) {
      if (value instanceof CopiedReference) {
        const { number } = value;
        if (this.#untouched.has(number)) continue;
        if (!this.#before.has(number) || this.#after.has(number)) return false;
        if (this.#untouched.size > MOST_OBJECTS) return false;
        this.#untouched.add(number);
        open.push(this.#before.read(number));
      } else if (value instanceof Map) open.push(...(value as CopiedDict).values());
      else if (Array.isArray(value)) open.push(...(value as readonly CopiedValue[]));
    }
    return true;
  }

  /** Returns a page and the nodes that it inherits from; null if they have changed. */
  #listNodes(page: CopiedDict): CopiedDict[] | null {
    const nodes = [page];
    for (let parent = page.get('Parent'); parent !== undefined; parent = nodes.at(-1)?.get('Parent')) {
      if (!(parent instanceof CopiedReference) || nodes.length > MOST_STEPS) return null;
      if (!this.isReplacedOnly(parent.number, TREE)) return null;
      nodes.push(toDict(this.#before.read(parent.number)));
    }
    return nodes;
  }

  /** Returns the name of the only resource that was added, which is an XObject; null if more has changed. */
  #findForm(before: CopiedDict, after: CopiedDict): string | null {
    if (!areDictsSame(before, after, XOBJECT)) return null;
    const own = before.has('XObject') ? toDict(this.#before.follow(before.get('XObject'))) : new Map();
    const all = toDict(after.get('XObject'));
    const added = [...all.keys()].filter((key) => !own.has(key));
    const [name = ''] = added;
    if (added.length !== 1 || !areDictsSame(own, all, new Set([name]))) return null;
    return this.#isNew(all.get(name)) ? name : null;
  }

  /**
   * Checks that the page's own content is enclosed in `q` and `Q`, and that the form is painted after it. All
   * of it may be tagged.
   */
  #arePainted(page: CopiedDict, painted: CopiedDict, name: string): boolean {
    const contents = painted.get('Contents');
    if (!Array.isArray(contents)) return false;
    const parts = [...(contents as readonly CopiedValue[])];
    if (this.#isContent(parts[0], TAGGED.start)) {
      parts.shift();
      if (!this.#isContent(parts.pop(), TAGGED.end)) return false;
    }
    const own = this.#listContents(page.get('Contents'));
    return (
      this.#isContent(parts.shift(), 'q') &&
      this.#isContent(parts.pop(), `\nQ\n/${name} Do`) &&
      own.length === parts.length &&
      own.every((part, index) => part instanceof CopiedReference && areSame(part, parts[index]))
    );
  }

  #isContent(value: CopiedValue | undefined, content: string): boolean {
    return this.#isNew(value) && this.#after.readStream(value) === content;
  }

  #listContents(value: CopiedValue | undefined): readonly CopiedValue[] {
    if (value === undefined) return [];
    if (Array.isArray(value)) return value as readonly CopiedValue[];
    const followed = this.#before.follow(value);
    return Array.isArray(followed) ? (followed as readonly CopiedValue[]) : [value];
  }

  #isNew(value: CopiedValue | undefined): value is CopiedReference {
    return (
      value instanceof CopiedReference && this.#after.has(value.number) && !this.#before.has(value.number)
    );
  }
}

const MOST_STEPS = 32;
const PAINTED: ReadonlySet<string> = new Set(['Contents', 'Resources', 'StructParents', 'Tabs']);
const XOBJECT: ReadonlySet<string> = new Set(['XObject']);
const TREE: ReadonlySet<string> = new Set(['Kids', 'Count']);
/** What may change in a catalog without changing how pages look. Layers are not among it. */
const CATALOG: ReadonlySet<string> = new Set([
  ...['AF', 'AcroForm', 'Extensions', 'Lang', 'MarkInfo', 'Metadata', 'Names', 'Perms', 'StructTreeRoot'],
  ...['Version', 'ViewerPreferences'],
]);
/** What encloses the content of a page that has been tagged as a whole. */
const TAGGED = { start: '/P <</MCID 0>> BDC\n', end: '\nEMC' } as const;

function isReferenceTo(value: CopiedValue | undefined, number: number): boolean {
  return value instanceof CopiedReference && value.number === number;
}

function toDict(value: CopiedValue | undefined): CopiedDict {
  if (value instanceof Map) return value as CopiedDict;
  throw new UnexpectedCopy('a dictionary is missing');
}

function areDictsSame(one: CopiedDict, other: CopiedDict, ignored: ReadonlySet<string>): boolean {
  return [...new Set([...one.keys(), ...other.keys()])].every(
    (key) => ignored.has(key) || areSame(one.get(key), other.get(key)),
  );
}

const NONE: ReadonlySet<string> = new Set();
const NUMBER = /^[-+]?[\d.]+$/;

function areSame(one: CopiedValue | undefined, other: CopiedValue | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  if (one instanceof CopiedReference) return isReferenceTo(other, one.number);
  if (one instanceof Map)
    return other instanceof Map && areDictsSame(one as CopiedDict, other as CopiedDict, NONE);
  if (Array.isArray(one)) {
    const [items, others] = [one as readonly CopiedValue[], other as readonly CopiedValue[]];
    return (
      Array.isArray(other) &&
      items.length === others.length &&
      items.every((item, index) => areSame(item, others[index]))
    );
  }
  // The same number may be written as an integer or not.
  return (
    one === other ||
    (typeof one === 'string' &&
      typeof other === 'string' &&
      NUMBER.test(one) &&
      NUMBER.test(other) &&
      Number(one) === Number(other))
  );
}

/** The length of the end of a file that contains the offset of its cross-reference table. */
const TAIL_BYTES = 64;
/** The length of an entry in that table (ISO 32000-2, 7.5.4). */
const ENTRY_BYTES = 20;

/** The objects of one cross-reference table: those of a whole file, or of an increment. */
class Section {
  readonly #file: Buffer;
  readonly #ranges: { readonly first: number; readonly count: number; readonly at: number }[] = [];
  readonly #known = new Map<number, CopiedValue>();
  /** The offset of the table. */
  readonly start: number;
  readonly trailer: CopiedDict;

  constructor(file: Buffer, end: number) {
    this.#file = file;
    const tail = file.toString('latin1', Math.max(0, end - TAIL_BYTES), end);
    this.start = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(tail)?.[1] ?? NaN);
    if (!(this.start < end)) throw new UnexpectedCopy('there is no cross-reference table');
    const parser = new CopyParser(file, this.start);
    parser.expect('xref');
    while (!parser.accepts('trailer')) {
      const [first, count] = [Number(parser.readValue()), Number(parser.readValue())];
      while (file[parser.position] === SPACE || file[parser.position] === RETURN) parser.position += 1;
      if (!Number.isSafeInteger(first) || !(count >= 0 && count * ENTRY_BYTES < end))
        throw new UnexpectedCopy('the cross-reference table is damaged');
      parser.position += 1;
      this.#ranges.push({ first, count, at: parser.position });
      parser.position += count * ENTRY_BYTES;
    }
    this.trailer = toDict(parser.readValue());
    if (this.trailer.has('XRefStm') || this.trailer.has('Encrypt'))
      throw new UnexpectedCopy('objects are packed or encrypted');
  }

  has(number: number): boolean {
    return this.#findOffset(number) !== null;
  }

  #findOffset(number: number): number | null {
    const range = this.#ranges.find(({ first, count }) => number >= first && number < first + count);
    if (range === undefined) return null;
    const at = range.at + (number - range.first) * ENTRY_BYTES;
    const entry = /^(\d{10}) \d{5} ([nf])/.exec(this.#file.toString('latin1', at, at + ENTRY_BYTES));
    if (entry === null) throw new UnexpectedCopy('the cross-reference table is damaged');
    return entry[2] === 'n' ? Number(entry[1]) : null;
  }

  /** Returns an object; of a stream its dictionary. */
  read(number: number): CopiedValue {
    const known = this.#known.get(number);
    if (known !== undefined) return known;
    const value = this.#open(number).readValue();
    this.#known.set(number, value);
    return value;
  }

  /** Returns what a value refers to, or the value itself. */
  follow(value: CopiedValue | undefined): CopiedValue | undefined {
    let found = value;
    for (let steps = 0; found instanceof CopiedReference; steps += 1) {
      if (steps === MOST_STEPS) throw new UnexpectedCopy('references lead to each other');
      found = this.read(found.number);
    }
    return found;
  }

  /** Returns the unpacked data of a short stream. */
  readStream({ number }: CopiedReference): string {
    const parser = this.#open(number);
    const dict = toDict(parser.readValue());
    parser.expect('stream');
    if (this.#file[parser.position] === RETURN) parser.position += 1;
    const start = parser.position + 1;
    const data = this.#file.subarray(start, start + Number(dict.get('Length')));
    const filter = dict.get('Filter');
    if (filter === undefined) return data.toString('latin1');
    if (filter !== '/FlateDecode') throw new UnexpectedCopy('a stream has an unusual filter');
    return inflateSync(data, { maxOutputLength: MOST_UNPACKED_BYTES }).toString('latin1');
  }

  #open(number: number): CopyParser {
    const offset = this.#findOffset(number);
    if (offset === null) throw new UnexpectedCopy(`object ${number} is missing`);
    const parser = new CopyParser(this.#file, offset);
    parser.expect(`${number} 0 obj`);
    return parser;
  }
}

const SPACE = 0x20;
const RETURN = 0x0d;
const MOST_UNPACKED_BYTES = 4096;
