import { PdfArray, PdfDict, PdfName, PdfNumber, PdfRef, type PdfObject } from '@libpdf/core';
import { getUprightSize, type Rectangle } from '#domain/field/geometry.ts';
import type { PageSize } from '#domain/document/intake.ts';
import {
  getArrayEntry,
  getDictEntry,
  follow,
  listItems,
  getNameEntry,
  createRectangleArray,
  type ObjectGraph,
} from './objects.ts';
import { readRectangle, measurePage } from './page-geometry.ts';

/** Attributes that pages inherit (ISO 32000-2, table 31). */
const INHERITABLE = ['Resources', 'MediaBox', 'CropBox', 'Rotate'] as const;

/** The entries that pages keep. Actions, thumbnails, presentation entries and private entries are removed. */
const KEPT = ['Contents', 'Group', 'StructParents', 'Tabs', 'Annots', 'Metadata'] as const;

const PRODUCTION_BOXES = ['BleedBox', 'TrimBox', 'ArtBox'] as const;

/** Deeper page trees are treated as hostile. */
const MAX_DEPTH = 64;

/** A page tree so deep that only a hostile document has it. Every engine takes long to read it. */
export class DeepPageTree extends Error {}

/**
 * Returns every page in order, each with its inherited attributes. Accepts direct objects and anything
 * without /Kids as pages, as pdf.js does. Stops after `limit` pages.
 * @throws DeepPageTree
 */
export function collectPages(graph: ObjectGraph, limit: number): PdfDict[] {
  const pages: PdfDict[] = [];
  const seen = new Set<PdfDict>();
  const walk = (
    node: PdfObject | undefined,
    inherited: Map<string, PdfObject>,
    ancestors: PdfDict[],
  ): void => {
    if (pages.length >= limit) return;
    const dict = follow(graph, node);
    if (!(dict instanceof PdfDict) || ancestors.includes(dict)) return;
    if (ancestors.length > MAX_DEPTH) throw new DeepPageTree();
    const attributes = new Map(inherited);
    for (const key of INHERITABLE) {
      const own = dict.get(key);
      if (own !== undefined && follow(graph, own) !== undefined) attributes.set(key, own);
    }
    const kids =
      getNameEntry(graph, dict, 'Type') === 'Page' ? undefined : getArrayEntry(graph, dict, 'Kids');
    if (kids) {
      for (const kid of kids) walk(kid, attributes, [...ancestors, dict]);
      return;
    }
    if (getNameEntry(graph, dict, 'Type') === 'Pages' && !dict.has('Contents')) return;
    // A page that is listed twice becomes two pages, so that each one can be drawn on separately.
    const page = seen.has(dict) ? dict.clone() : dict;
    seen.add(dict);
    for (const [key, value] of attributes) page.set(key, value);
    pages.push(page);
  };
  walk(graph.catalog.get('Pages'), new Map(), []);
  return pages;
}

/**
 * Checks whether every entry of the page tree is a page, or counts as nothing: null, a reference to a number
 * that no object has (ISO 32000-2, 7.3.10), or a direct value that isn't a dictionary. An object that exists
 * but can't be read may be a page that was lost.
 */
export function hasEveryLeaf(graph: ObjectGraph): boolean {
  const size = graph.pdf.context.info.trailer.getNumber('Size')?.value ?? Infinity;
  const seen = new Set<PdfDict>();
  const isKnown = (node: PdfObject, depth: number): boolean => {
    const dict = follow(graph, node);
    if (dict === undefined && node instanceof PdfRef)
      return node.objectNumber >= size || graph.resolve(node)?.type === 'null';
    if (!(dict instanceof PdfDict) && !(node instanceof PdfRef)) return true;
    if (!(dict instanceof PdfDict) || depth > MAX_DEPTH) return false;
    if (seen.has(dict) || getNameEntry(graph, dict, 'Type') === 'Page') return true;
    seen.add(dict);
    return listItems(getArrayEntry(graph, dict, 'Kids')).every((kid) => isKnown(kid, depth + 1));
  };
  const root = graph.catalog.get('Pages');
  return root !== undefined && isKnown(root, 0);
}

/**
 * Rewrites a page's dictionary in place, so that the page has all attributes itself, boxes in order, its own
 * resources and no actions.
 */
export function tidyPage(graph: ObjectGraph, page: PdfDict): PageSize {
  const geometry = measurePage({ dict: page }, graph.resolve);
  const media = readRectangle(follow(graph, page.get('MediaBox')), graph.resolve);
  const kept = new Map<string, PdfObject>();
  for (const key of KEPT) {
    const value = page.get(key);
    if (value !== undefined && follow(graph, value) !== undefined) kept.set(key, value);
  }
  for (const key of PRODUCTION_BOXES) {
    const box = readRectangle(follow(graph, page.get(key)), graph.resolve);
    if (box) kept.set(key, createRectangleArray(box));
  }
  const resources = copyResources(graph, page);
  for (const key of [...page.keys()]) page.delete(key);

  page.set('Type', PdfName.of('Page'));
  page.set('MediaBox', createRectangleArray(media ?? geometry.box));
  if (media && !isSameRectangle(media, geometry.box)) page.set('CropBox', createRectangleArray(geometry.box));
  if (geometry.rotate !== 0) page.set('Rotate', PdfNumber.of(geometry.rotate));
  if (geometry.userUnit !== 1) page.set('UserUnit', PdfNumber.of(geometry.userUnit));
  page.set('Resources', resources);
  for (const [key, value] of kept) page.set(key, value);

  const size = getUprightSize(geometry.box, geometry.rotate);
  return { width: size.width * geometry.userUnit, height: size.height * geometry.userUnit };
}

/**
 * Copies the page's resources, including their name dictionaries, so that drawing on one page can't change
 * another.
 */
function copyResources(graph: ObjectGraph, page: PdfDict): PdfDict {
  const shared = getDictEntry(graph, page, 'Resources');
  const resources = new PdfDict();
  if (!shared) return resources;
  for (const [key, value] of shared) {
    const category = follow(graph, value);
    if (category instanceof PdfArray) resources.set(key, category);
    else if (category instanceof PdfDict) resources.set(key, category.clone());
  }
  return resources;
}

function isSameRectangle(one: Rectangle, other: Rectangle): boolean {
  return one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height;
}
