/**
 * A PDF object (ISO 32000-2, 7.3) as plain data. The bytes of strings and streams are compared, never
 * decoded.
 */
export type PdfValue =
  | { readonly kind: 'null' }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'string'; readonly bytes: Uint8Array; readonly text: string }
  | { readonly kind: 'reference'; readonly id: string }
  | { readonly kind: 'array'; readonly items: readonly PdfValue[] }
  | PdfDictionary
  | {
      readonly kind: 'stream';
      readonly entries: ReadonlyMap<string, PdfValue>;
      readonly bytes: Uint8Array;
    };

type PdfDictionary = {
  readonly kind: 'dictionary';
  readonly entries: ReadonlyMap<string, PdfValue>;
};

/** One state of a file, as a reader sees it that ignores everything after a certain increment. */
export interface Revision {
  /** The ID of the catalog, such as `1 0`. */
  readonly root: string;
  /** Returns an indirect object by its ID, or the null object if there is none. */
  get(id: string): PdfValue;
}

export const NULL: PdfValue = { kind: 'null' };

/** Follows a reference until it reaches an object that isn't a reference. */
export function resolveReference(revision: Revision, value: PdfValue | undefined): PdfValue {
  let current = value ?? NULL;
  for (let hop = 0; current.kind === 'reference' && hop < 16; hop += 1) current = revision.get(current.id);
  return current.kind === 'reference' ? NULL : current;
}

/** Returns the entries of a dictionary or stream; empty for anything else. */
export function getEntries(value: PdfValue): ReadonlyMap<string, PdfValue> {
  return value.kind === 'dictionary' || value.kind === 'stream' ? value.entries : new Map();
}

export function getEntry(revision: Revision, value: PdfValue, key: string): PdfValue {
  return resolveReference(revision, getEntries(value).get(key));
}

/** Returns the items of an array without resolving references; empty for anything else. */
export function getItems(value: PdfValue): readonly PdfValue[] {
  return value.kind === 'array' ? value.items : [];
}

export function readNameEntry(revision: Revision, value: PdfValue, key: string): string | null {
  const name = getEntry(revision, value, key);
  return name.kind === 'name' ? name.name : null;
}

export function readNumberEntry(revision: Revision, value: PdfValue, key: string): number | null {
  const number = getEntry(revision, value, key);
  return number.kind === 'number' ? number.value : null;
}

export function readTextEntry(revision: Revision, value: PdfValue, key: string): string | null {
  const text = getEntry(revision, value, key);
  return text.kind === 'string' ? text.text : null;
}

/** Checks whether two objects are equal. References aren't followed: they must be equal themselves. */
export function areSame(one: PdfValue, other: PdfValue): boolean {
  switch (one.kind) {
    case 'null':
      return other.kind === 'null';
    case 'boolean':
      return other.kind === 'boolean' && one.value === other.value;
    case 'number':
      return other.kind === 'number' && one.value === other.value;
    case 'name':
      return other.kind === 'name' && one.name === other.name;
    case 'string':
      return other.kind === 'string' && areSameBytes(one.bytes, other.bytes);
    case 'reference':
      return other.kind === 'reference' && one.id === other.id;
    case 'array':
      return (
        other.kind === 'array' &&
        one.items.length === other.items.length &&
        one.items.every((item, index) => areSame(item, other.items[index] ?? NULL))
      );
    case 'dictionary':
      return other.kind === 'dictionary' && listChangedKeys(one, other).length === 0;
    case 'stream':
      return (
        other.kind === 'stream' &&
        listChangedKeys(one, other).length === 0 &&
        areSameBytes(one.bytes, other.bytes)
      );
  }
}

/** Returns the keys whose values differ. A missing value equals null. */
export function listChangedKeys(one: PdfValue, other: PdfValue): string[] {
  const [before, after] = [getEntries(one), getEntries(other)];
  const keys = new Set([...before.keys(), ...after.keys()]);
  return [...keys].filter((key) => !areSame(before.get(key) ?? NULL, after.get(key) ?? NULL));
}

function areSameBytes(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at += 1) if (one[at] !== other[at]) return false;
  return true;
}
