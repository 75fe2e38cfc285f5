import { PDF, PdfArray, PdfDict, PdfName, PdfNumber, PdfRef, PdfStream, PdfString } from '@libpdf/core';
import type { PdfObject } from '@libpdf/core';
import {
  getDictEntry,
  follow,
  getNameEntry,
  createObjectGraph,
  toRefKey,
} from '#server/pdf/engine/objects.ts';
import { withPlainNames } from '#server/pdf/engine/name-bytes.ts';
import type { ObjectGraph } from '#server/pdf/engine/objects.ts';
import { collectPages } from '#server/pdf/engine/page-attributes.ts';
import { toLatin1, listNameEntries } from './trees.ts';

/**
 * The distance between the object numbers of two sources. It is larger than any object number in a file
 * within the size limit.
 */
export const NUMBERS_APART = 2 ** 24;

/** The keys that lead to the structure of a page or an object (ISO 32000-2, 14.7.5.4). */
const STRUCTURE_KEYS = ['StructParents', 'StructParent'] as const;

type Change = (object: PdfDict) => void;

/**
 * A prepared document that becomes part of a merged one. Its objects stay the same except for their numbers,
 * their keys into the structure tree and the names of destinations, which would clash with those of other
 * documents.
 */
export class MergeSource {
  readonly graph: ObjectGraph;
  readonly pages: readonly PdfDict[];
  /**
   * The number that is added to the document's structure keys; null if it has no structure, in which case its
   * keys lead nowhere.
   */
  structureOffset: number | null = null;
  readonly #base: number;
  readonly #destinations: ReadonlyMap<string, PdfObject>;
  readonly #changes = new Map<string, Change>();

  private constructor(graph: ObjectGraph, index: number, maxPages: number) {
    this.graph = graph;
    this.#base = index * NUMBERS_APART;
    this.pages = collectPages(graph, maxPages + 1);
    this.#destinations = collectDestinations(graph);
  }

  static async open(bytes: Uint8Array, index: number, maxPages: number): Promise<MergeSource> {
    return new MergeSource(createObjectGraph(await PDF.load(withPlainNames(bytes))), index, maxPages);
  }

  /** Returns the reference of one of this document's objects in the merged document. */
  place(object: PdfObject): PdfRef {
    const ref = object instanceof PdfRef ? object : this.graph.referenceOf(object);
    return this.#moved(ref);
  }

  /** Registers a change to make when an object is copied into the merged document. */
  change(object: PdfObject, change: Change): void {
    const ref = object instanceof PdfRef ? object : this.graph.referenceOf(object);
    const before = this.#changes.get(toRefKey(ref));
    this.#changes.set(toRefKey(ref), (dict) => {
      before?.(dict);
      change(dict);
    });
  }

  /** Returns an object by its number in the merged document. */
  resolve({ objectNumber, generation }: PdfRef): PdfObject | null {
    const ref = PdfRef.of(objectNumber - this.#base, generation);
    const object = this.graph.resolve(ref);
    if (object === null) return null;
    const copy = this.copy(object);
    if (copy instanceof PdfDict) this.#changes.get(toRefKey(ref))?.(copy);
    return copy;
  }

  /** Copies an object and everything in it for the merged document. */
  copy(object: PdfObject): PdfObject {
    if (object instanceof PdfRef) return this.#moved(object);
    if (object instanceof PdfArray) return new PdfArray(Array.from(object, (item) => this.copy(item)));
    if (!(object instanceof PdfDict)) return object;
    const entries = Array.from(object, ([key, value]): [PdfName, PdfObject] => [key, this.copy(value)]);
    const copy = object instanceof PdfStream ? new PdfStream(entries, object.data) : new PdfDict(entries);
    this.#moveStructure(copy);
    this.#replaceDestination(object, copy);
    return copy;
  }

  #moved(ref: PdfRef): PdfRef {
    return PdfRef.of(ref.objectNumber + this.#base, ref.generation);
  }

  #moveStructure(copy: PdfDict): void {
    for (const key of STRUCTURE_KEYS) {
      const value = copy.get(key);
      if (!(value instanceof PdfNumber)) continue;
      if (this.structureOffset === null) copy.delete(key);
      else copy.set(key, PdfNumber.of(value.value + this.structureOffset));
    }
  }

  /**
   * Replaces the name of a destination with the place that the name stands for in this document (ISO 32000-2,
   * 12.3.2.4).
   */
  #replaceDestination(object: PdfDict, copy: PdfDict): void {
    const key = getNameEntry(this.graph, object, 'S') === 'GoTo' ? 'D' : 'Dest';
    const named = follow(this.graph, object.get(key));
    if (!(named instanceof PdfName) && !(named instanceof PdfString)) return;
    const place = this.#destinations.get(named instanceof PdfName ? named.value : toLatin1(named));
    if (place === undefined) copy.delete(key);
    else copy.set(key, this.copy(place));
  }
}

function collectDestinations(graph: ObjectGraph): ReadonlyMap<string, PdfObject> {
  const names = getDictEntry(graph, graph.catalog, 'Names');
  const tree = names && getDictEntry(graph, names, 'Dests');
  const named = Array.from(
    getDictEntry(graph, graph.catalog, 'Dests') ?? [],
    ([key, value]) => [key.value, value] as const,
  );
  return new Map(
    [...named, ...listNameEntries(graph, tree)].flatMap(([name, value]): [string, PdfObject][] => {
      const place = follow(graph, value);
      const array = place instanceof PdfDict ? follow(graph, place.get('D')) : place;
      return array instanceof PdfArray ? [[name, array]] : [];
    }),
  );
}
