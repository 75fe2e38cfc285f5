import {
  PDFArray,
  PDFBool,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  PDFNull,
  PDFNumber,
  PDFObjectCopier,
  type PDFObject,
  type PDFPage,
  PDFRef,
  PDFString,
} from 'pdf-lib';

/** A hostile file's trees may be circular. */
const MAX_DEPTH = 64;

/** What elements say about themselves. */
const SAID = ['S', 'Alt', 'ActualText', 'Lang', 'E', 'T', 'A'] as const;

const toKey = (name: string) => PDFName.of(name);

/**
 * Gives copied pages the structure that they have in the document they come from (ISO 32000-2, 14.7), so that
 * they read as they do there. `first` is the index of the first of them in the source. Does nothing for pages
 * without structure.
 */
export function copyStructure(source: PDFDocument, target: PDFDocument, first: number): void {
  const root = source.catalog.lookup(toKey('StructTreeRoot'));
  if (!(root instanceof PDFDict)) return;
  const copy = new StructureCopy(source, target, first);
  const parents = copy.listParents(root);
  if (parents.length === 0) return;
  const rootRef = target.context.nextRef();
  const kids = copy.copyKids(root, rootRef, null, 0);
  if (kids.length === 0) return;
  const nums = copy.pages.flatMap((page, index) => {
    page.node.set(toKey('StructParents'), PDFNumber.of(index));
    page.node.set(toKey('Tabs'), toKey('S'));
    return [PDFNumber.of(index), target.context.obj(copy.listElements(index))];
  });
  const tree = { Type: 'StructTreeRoot', K: kids, ParentTree: { Nums: nums } };
  target.context.assign(rootRef, target.context.obj({ ...tree, ParentTreeNextKey: copy.pages.length }));
  target.catalog.set(toKey('StructTreeRoot'), rootRef);
  target.catalog.set(toKey('MarkInfo'), target.context.obj({ Marked: PDFBool.True }));
  const language = source.catalog.lookup(toKey('Lang')) ?? copy.language;
  if (language !== null) target.catalog.set(toKey('Lang'), language);
}

class StructureCopy {
  readonly pages: readonly PDFPage[];
  /** The first language that an element names. */
  language: PDFString | PDFHexString | null = null;
  readonly #source: PDFDocument;
  readonly #target: PDFDocument;
  readonly #copier: PDFObjectCopier;
  readonly #first: number;
  /** The places of the copied pages, by the source's references. */
  readonly #places: ReadonlyMap<PDFRef, number>;
  /** The elements that have content on the copied pages. */
  readonly #kept = new Set<PDFRef>();
  readonly #elements: (PDFRef | undefined)[][] = [];

  constructor(source: PDFDocument, target: PDFDocument, first: number) {
    this.#source = source;
    this.#target = target;
    this.#first = first;
    this.#copier = PDFObjectCopier.for(source.context, target.context);
    this.pages = target.getPages();
    const own = source.getPages().slice(first, first + this.pages.length);
    this.#places = new Map(own.map(({ ref }, index) => [ref, index]));
  }

  listElements(place: number): PDFObject[] {
    return Array.from(this.#elements[place] ?? [], (element) => element ?? PDFNull);
  }

  /** Finds the elements with content on the copied pages, and those around them. */
  listParents(root: PDFDict): readonly PDFRef[] {
    const tree = root.lookup(toKey('ParentTree'));
    if (!(tree instanceof PDFDict)) return [];
    const own = this.#source.getPages().slice(this.#first, this.#first + this.pages.length);
    const parents = own.flatMap((page) => {
      const number = page.node.lookup(toKey('StructParents'));
      const found = number instanceof PDFNumber ? findNumber(tree, number.asNumber(), 0) : undefined;
      return found instanceof PDFArray ? found.asArray().filter((one) => one instanceof PDFRef) : [];
    });
    for (const parent of parents) this.#keep(parent);
    return parents;
  }

  #keep(element: PDFRef): void {
    let ref: PDFObject | undefined = element;
    while (ref instanceof PDFRef && !this.#kept.has(ref)) {
      this.#kept.add(ref);
      const dict: PDFObject | undefined = this.#source.context.lookup(ref);
      ref = dict instanceof PDFDict ? dict.get(toKey('P')) : undefined;
    }
  }

  /** Copies the content and the elements below an element that are on the copied pages. */
  copyKids(element: PDFDict, parent: PDFRef, page: PDFObject | null, depth: number): PDFObject[] {
    if (depth > MAX_DEPTH) return [];
    const value = element.get(toKey('K'));
    const list = value instanceof PDFRef ? this.#source.context.lookup(value) : value;
    const kids = list instanceof PDFArray ? list.asArray() : value === undefined ? [] : [value];
    const own = element.get(toKey('Pg')) ?? page;
    return kids.flatMap((kid) => {
      if (kid instanceof PDFRef && this.#kept.delete(kid)) return this.#copyElement(kid, parent, own, depth);
      const content = kid instanceof PDFRef ? this.#source.context.lookup(kid) : kid;
      return this.#copyContent(content, parent, own);
    });
  }

  #copyElement(ref: PDFRef, parent: PDFRef, page: PDFObject | null, depth: number): PDFObject[] {
    const element = this.#source.context.lookup(ref);
    if (!(element instanceof PDFDict)) return [];
    const copied = this.#target.context.nextRef();
    const kids = this.copyKids(element, copied, page, depth + 1);
    if (kids.length === 0) return [];
    const dict = this.#target.context.obj({ Type: 'StructElem', P: parent, K: kids });
    for (const name of SAID) {
      const said = element.lookup(toKey(name));
      if (said !== undefined) dict.set(toKey(name), this.#copier.copy(said));
    }
    const language = element.lookup(toKey('Lang'));
    if (language instanceof PDFString || language instanceof PDFHexString) this.language ??= language;
    this.#target.context.assign(copied, dict);
    return [copied];
  }

  /** Copies marked content. Content of forms and annotations isn't copied, because they have other numbers. */
  #copyContent(content: PDFObject | undefined, parent: PDFRef, page: PDFObject | null): PDFObject[] {
    const isDict = content instanceof PDFDict;
    if (isDict && content.has(toKey('Stm'))) return [];
    const number = isDict ? content.lookup(toKey('MCID')) : content;
    const shownOn = isDict ? (content.get(toKey('Pg')) ?? page) : page;
    const place = shownOn instanceof PDFRef ? this.#places.get(shownOn) : undefined;
    const ref = place === undefined ? undefined : this.pages[place]?.ref;
    if (!(number instanceof PDFNumber) || place === undefined || ref === undefined) return [];
    (this.#elements[place] ??= [])[number.asNumber()] = parent;
    return [this.#target.context.obj({ Type: 'MCR', Pg: ref, MCID: number })];
  }
}

/** Looks up a number in a number tree (ISO 32000-2, 7.9.7). */
function findNumber(tree: PDFDict, number: number, depth: number): PDFObject | undefined {
  const nums = tree.lookup(toKey('Nums'));
  if (nums instanceof PDFArray)
    for (let at = 0; at + 1 < nums.size(); at += 2) {
      const found = nums.lookup(at);
      if (found instanceof PDFNumber && found.asNumber() === number) return nums.lookup(at + 1);
    }
  const kids = tree.lookup(toKey('Kids'));
  if (!(kids instanceof PDFArray) || depth > MAX_DEPTH) return undefined;
  for (let at = 0; at < kids.size(); at += 1) {
    const kid = kids.lookup(at);
    const limits = kid instanceof PDFDict ? kid.lookup(toKey('Limits')) : undefined;
    if (!(kid instanceof PDFDict) || !(limits instanceof PDFArray)) continue;
    const [least, most] = [limits.lookup(0), limits.lookup(1)];
    if (!(least instanceof PDFNumber) || !(most instanceof PDFNumber)) continue;
    if (number < least.asNumber() || number > most.asNumber()) continue;
    const found = findNumber(kid, number, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}
