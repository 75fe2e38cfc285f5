import { Malformed } from '../bytes.ts';

/** PDF objects (ISO 32000-2, 7.3). Names and strings are Latin-1 text, one character per byte. */
export type PdfObject =
  null | boolean | number | PdfName | PdfString | PdfRef | PdfArray | PdfDict | PdfStream;
type PdfName = { readonly kind: 'name'; readonly name: string };
type PdfString = { readonly kind: 'string'; readonly text: string };
type PdfRef = { readonly kind: 'ref'; readonly number: number; readonly generation: number };
type PdfArray = { readonly kind: 'array'; readonly items: readonly PdfObject[] };
export type PdfDict = {
  readonly kind: 'dict';
  readonly entries: ReadonlyMap<string, PdfObject>;
  /** Where each value is in the file. */
  readonly spans: ReadonlyMap<string, Span>;
};
export type PdfStream = { readonly kind: 'stream'; readonly dict: PdfDict; readonly data: Uint8Array };
export type Span = { readonly start: number; readonly end: number };

type Kind = Exclude<PdfObject, null | boolean | number>['kind'];

/** Narrows an object to a kind; null if it's another kind. */
export function narrow<K extends Kind>(
  object: PdfObject | undefined,
  kind: K,
): Extract<PdfObject, { readonly kind: K }> | null {
  return typeof object === 'object' && object !== null && object.kind === kind
    ? (object as Extract<PdfObject, { readonly kind: K }>)
    : null;
}

export function readNameEntry(dict: PdfDict, key: string): string | null {
  return narrow(dict.entries.get(key), 'name')?.name ?? null;
}

/** Returns a non-negative integer. */
export function readCountEntry(dict: PdfDict, key: string): number | null {
  const value = dict.entries.get(key);
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

export function isSameRef(one: PdfObject | undefined, other: PdfObject | undefined): boolean {
  const [first, second] = [narrow(one, 'ref'), narrow(other, 'ref')];
  return first !== null && first.number === second?.number && first.generation === second.generation;
}

/** Whether two objects are equal. Compares references without following them. */
export function isSame(one: PdfObject | undefined, other: PdfObject | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return describeObject(one) === describeObject(other);
}

function describeObject(object: PdfObject): string {
  if (object === null || typeof object !== 'object') return String(object);
  switch (object.kind) {
    case 'name':
      return `/${JSON.stringify(object.name)}`;
    case 'string':
      return JSON.stringify(object.text);
    case 'ref':
      return `${object.number} ${object.generation} R`;
    case 'array':
      return `[${object.items.map(describeObject).join(',')}]`;
    case 'dict': {
      const entries = [...object.entries].toSorted(([a], [b]) => (a < b ? -1 : 1));
      return `<<${entries.map(([key, value]) => `${JSON.stringify(key)}:${describeObject(value)}`).join(',')}>>`;
    }
    case 'stream':
      throw new Malformed('streams are not compared');
    default:
      return object satisfies never;
  }
}
