import { Malformed } from '../bytes.ts';
import type { PdfDocument } from './document.ts';
import { readSignedRange, type SignedRange } from './find-seal.ts';
import {
  narrow,
  isSame,
  isSameRef,
  readNameEntry,
  type PdfDict,
  type PdfObject,
  type Span,
} from './objects.ts';
import type { Section } from './sections.ts';

/** The bytes of one revision. */
export type Region = { readonly section: Section; readonly start: number; readonly end: number };

type Allowed = { readonly timestamps: readonly SignedRange[] } | { readonly detail: string };

const TRAILER_KEYS: ReadonlySet<string> = new Set(
  'Size Root Info ID Prev Type W Index Length Filter DecodeParms'.split(' '),
);
const FIELD_KEYS: ReadonlySet<string> = new Set('Type Subtype FT T V F P Rect'.split(' '));
const TIMESTAMP_KEYS: ReadonlySet<string> = new Set(
  'Type Filter SubFilter ByteRange Contents M V Name Reason'.split(' '),
);
const STORE_KEYS = /^(?:Type|Certs|CRLs|OCSPs|VRI|Cert|CRL|OCSP|TU|TS|[0-9A-F]{40})$/;
const STREAM_KEYS: ReadonlySet<string> = new Set(['Length', 'Filter', 'Type']);

class Refused extends Error {}

/**
 * Checks that a revision adds only validation data (/DSS) and document timestamps: it may change the catalog
 * and the form, and add objects that these reference, unless the sealed revision references their numbers
 * (`used`). Refuses everything that isn't listed.
 */
export async function checkUpdate(
  previous: PdfDocument,
  next: PdfDocument,
  region: Region,
  used: ReadonlySet<number>,
): Promise<Allowed> {
  try {
    const objects = await locateObjects(next, region);
    for (const number of objects.keys())
      if (used.has(number)) throw new Refused(`object ${number} is used elsewhere`);
    checkTrailer(previous.trailer, region.section.trailer);
    const update = new UpdateCheck(previous, next, objects);
    return { timestamps: await update.run(region.end) };
  } catch (error) {
    if (error instanceof Refused) return { detail: error.message };
    throw error;
  }
}

/** Returns the positions of the revision's objects. Refuses bytes between them. */
async function locateObjects(
  next: PdfDocument,
  { section, start }: Region,
): Promise<ReadonlyMap<number, Span>> {
  const objects = new Map<number, Span>();
  for (const [number, place] of section.places) {
    if (place.kind === 'free' && number === 0) continue;
    if (place.kind === 'offset' && place.offset === section.offset) continue;
    if (place.kind !== 'offset' || place.offset < start || place.offset >= section.offset)
      throw new Refused(`object ${number} is not in its revision`);
    const located = await next.locate(number);
    if (located === null || located.start !== place.offset) throw new Refused(`object ${number} is missing`);
    objects.set(number, { start: located.start, end: located.end });
  }
  let at = start;
  for (const { start: from, end } of [...objects.values()].toSorted((a, b) => a.start - b.start)) {
    refuseBytesBetween(next.bytes, at, from);
    at = end;
  }
  refuseBytesBetween(next.bytes, at, section.offset);
  return objects;
}

function refuseBytesBetween(bytes: Uint8Array, from: number, to: number): void {
  if (from > to || bytes.subarray(from, to).some((byte) => byte !== 10 && byte !== 13 && byte !== 32))
    throw new Malformed('bytes lie between objects');
}

function checkTrailer(previous: PdfDict, next: PdfDict): void {
  for (const key of next.entries.keys())
    if (!TRAILER_KEYS.has(key)) throw new Refused(`the trailer has /${key}`);
  if (previous.entries.has('Encrypt') || !isSameRef(previous.entries.get('Root'), next.entries.get('Root')))
    throw new Refused('the trailer leads to another catalog');
  const info = next.entries.get('Info');
  if (info !== undefined && !isSameRef(previous.entries.get('Info'), info))
    throw new Refused("the trailer leads to another document's information");
}

/** Compares one revision with the previous one. */
class UpdateCheck {
  private readonly previous: PdfDocument;
  private readonly next: PdfDocument;
  private readonly objects: ReadonlyMap<number, Span>;
  /** Objects that a permitted entry references. */
  private readonly accounted = new Set<number>();
  /** Of these, the objects that may replace an earlier one. */
  private readonly replaceable = new Set<number>();

  constructor(previous: PdfDocument, next: PdfDocument, objects: ReadonlyMap<number, Span>) {
    this.previous = previous;
    this.next = next;
    this.objects = objects;
  }

  async run(end: number): Promise<SignedRange[]> {
    this.allow(this.next.trailer.entries.get('Root'));
    const [before, after] = [await this.previous.catalog(), await this.next.catalog()];
    refuseOtherChanges(before, after, ['DSS', 'AcroForm'], 'the catalog');
    await this.checkStore(before, after);
    const timestamps = await this.checkForm(before, after, end);
    for (const number of this.objects.keys()) {
      if (!this.accounted.has(number)) throw new Refused(`object ${number} serves no purpose`);
      if (this.previous.placeOf(number) !== null && !this.replaceable.has(number))
        throw new Refused(`object ${number} is replaced`);
    }
    return timestamps;
  }

  private allow(object: PdfObject | undefined): void {
    const ref = narrow(object, 'ref');
    if (ref === null) return;
    this.accounted.add(ref.number);
    this.replaceable.add(ref.number);
  }

  /** Validation data may only gain streams, which are never displayed. */
  private async checkStore(before: PdfDict, after: PdfDict): Promise<void> {
    const [old, current] = [before.entries.get('DSS'), after.entries.get('DSS')];
    if (current === undefined && old === undefined) return;
    if (current === undefined) throw new Refused('validation data is removed');
    const oldStore = await this.storeNumbers(old);
    await this.walkStore(current, oldStore, 0);
  }

  /** Returns the numbers of the earlier store's dictionaries and arrays, which may be replaced. */
  private async storeNumbers(old: PdfObject | undefined): Promise<ReadonlySet<number>> {
    const numbers = new Set<number>();
    const root = narrow(old, 'ref');
    if (root !== null) numbers.add(root.number);
    for (const value of narrow(await this.previous.resolve(old), 'dict')?.entries.values() ?? []) {
      const ref = narrow(value, 'ref');
      if (ref !== null) numbers.add(ref.number);
    }
    return numbers;
  }

  private async walkStore(object: PdfObject, old: ReadonlySet<number>, depth: number): Promise<void> {
    if (depth > 6) throw new Refused('validation data is nested too deeply');
    const ref = narrow(object, 'ref');
    if (ref !== null) {
      if (this.accounted.has(ref.number)) return;
      this.accounted.add(ref.number);
      if (old.has(ref.number)) this.replaceable.add(ref.number);
    }
    const value = await this.next.resolve(object);
    if (ref !== null && value === null) throw new Refused('validation data is missing');
    const [dict, array, stream] = [narrow(value, 'dict'), narrow(value, 'array'), narrow(value, 'stream')];
    if (stream !== null) {
      if ([...stream.dict.entries.keys()].some((key) => !STREAM_KEYS.has(key)))
        throw new Refused('a stream of validation data has other entries');
      return;
    }
    for (const [key, child] of dict?.entries ?? []) {
      if (!STORE_KEYS.test(key)) throw new Refused(`validation data has /${key}`);
      await this.walkStore(child, old, depth + 1);
    }
    for (const child of array?.items ?? []) await this.walkStore(child, old, depth + 1);
  }

  /** The form may only gain invisible fields with document timestamps. */
  private async checkForm(before: PdfDict, after: PdfDict, end: number): Promise<SignedRange[]> {
    const [oldForm, form] = [
      await this.previous.dictIn(before, 'AcroForm'),
      await this.next.dictIn(after, 'AcroForm'),
    ];
    if (oldForm === null || form === null) throw new Refused('the form is missing');
    const isMoved = narrow(before.entries.get('AcroForm'), 'ref') !== null;
    if (isMoved && !isSameRef(before.entries.get('AcroForm'), after.entries.get('AcroForm')))
      throw new Refused('the form is another object');
    this.allow(after.entries.get('AcroForm'));
    this.allow(form.entries.get('Fields'));
    refuseOtherChanges(oldForm, form, ['Fields', 'SigFlags'], 'the form');
    if (form.entries.get('SigFlags') !== 3) throw new Refused('the form no longer asks to be appended to');
    const old = await this.previous.arrayIn(oldForm, 'Fields');
    const fields = await this.next.arrayIn(form, 'Fields');
    if (!old.every((field, index) => isSame(field, fields[index])))
      throw new Refused('the form loses or moves a field');
    const timestamps: SignedRange[] = [];
    for (const field of fields.slice(old.length)) timestamps.push(await this.timestampOf(field, end));
    return timestamps;
  }

  private async timestampOf(object: PdfObject, end: number): Promise<SignedRange> {
    const field = await this.newDict(object, FIELD_KEYS, 'the field of a timestamp');
    const isInvisible = isSame(field.entries.get('Rect'), {
      kind: 'array',
      items: [0, 0, 0, 0],
    });
    if (!isInvisible || readNameEntry(field, 'FT') !== 'Sig')
      throw new Refused('a field is added that can be seen');
    const page = narrow(field.entries.get('P'), 'ref');
    if (page !== null && this.objects.has(page.number)) throw new Refused('a page is added');
    const value = await this.newDict(field.entries.get('V'), TIMESTAMP_KEYS, 'a timestamp');
    if (
      readNameEntry(value, 'Type') !== 'DocTimeStamp' ||
      readNameEntry(value, 'SubFilter') !== 'ETSI.RFC3161'
    )
      throw new Refused('a signature is added');
    const range = readSignedRange(this.next.bytes, value.entries.get('ByteRange'), this.next.effort);
    const contents = value.spans.get('Contents');
    if (typeof range === 'string' || range.end !== end || contents?.start !== range.hole.start)
      throw new Refused("a timestamp doesn't cover its revision");
    if (contents.end !== range.hole.end) throw new Refused("a timestamp doesn't cover its revision");
    return range;
  }

  private async newDict(
    object: PdfObject | undefined,
    keys: ReadonlySet<string>,
    what: string,
  ): Promise<PdfDict> {
    const ref = narrow(object, 'ref');
    const dict = narrow(await this.next.resolve(object), 'dict');
    if (ref === null || dict === null || !this.objects.has(ref.number))
      throw new Refused(`${what} is missing`);
    for (const key of dict.entries.keys()) if (!keys.has(key)) throw new Refused(`${what} has /${key}`);
    this.accounted.add(ref.number);
    return dict;
  }
}

function refuseOtherChanges(before: PdfDict, after: PdfDict, except: readonly string[], what: string): void {
  for (const key of new Set([...before.entries.keys(), ...after.entries.keys()]))
    if (!except.includes(key) && !isSame(before.entries.get(key), after.entries.get(key)))
      throw new Refused(`/${key} of ${what} changes`);
}
