import {
  type PDF,
  PdfArray,
  PdfBool,
  PdfDict,
  PdfName,
  PdfNumber,
  type PdfObject,
  PdfRef,
  PdfString,
} from '@libpdf/core';
import { createContentStream, wrapContents } from './overlay.ts';
import type { StructureElement } from './structure.ts';
import { createNumberArray } from '#server/pdf/engine/objects.ts';
import type { NewPage } from '#server/pdf/seal/catalog-entries.ts';

/** A hostile file's number tree may be circular. */
const MAX_DEPTH = 32;

/** A new page, or a form that is painted over an existing page. */
export type TaggedContent = NewPage & {
  /** The page of a form. */
  readonly shownOn?: PdfRef;
};

/**
 * Adds the structure of new content to the document's structure (ISO 32000-2, 14.7). A document without
 * structure gets one in which each of its pages is a separate part, because readers skip what a tagged
 * document doesn't tag.
 */
export function addStructure(pdf: PDF, pages: readonly TaggedContent[], structure: StructureElement): void {
  const catalog = pdf.getCatalog();
  const resolve = (ref: PdfRef): PdfObject | null => pdf.context.resolve(ref);
  const existing = catalog.getDict('StructTreeRoot', resolve);
  const root = existing ?? PdfDict.of({ Type: PdfName.of('StructTreeRoot') });
  const rootRef = existing ? catalog.getRef('StructTreeRoot') : pdf.register(root);
  if (rootRef === undefined) return;
  const entries = new Map<number, PdfObject>();
  let next = existing ? findUnusedKey(existing, resolve) : 0;
  if (!existing) {
    const parts = tagPages(pdf, rootRef, resolve);
    for (const [key, parents] of parts.entries) entries.set(key, parents);
    root.set('K', parts.document);
    next = parts.entries.size;
    catalog.set('StructTreeRoot', rootRef);
    catalog.set('MarkInfo', PdfDict.of({ Marked: PdfBool.TRUE }));
  }
  const writer = new StructureWriter(pdf, pages);
  const document = findSoleDocument(root, resolve);
  const part = writer.write(structure, document?.ref ?? rootRef);
  if (document === null) root.set('K', new PdfArray([...getKids(root, resolve), part]));
  else document.dict.set('K', new PdfArray([...getKids(document.dict, resolve), part]));
  pages.forEach(({ dict, shownOn }, index) => {
    dict.set('StructParents', PdfNumber.of(next));
    if (shownOn === undefined) dict.set('Tabs', PdfName.of('S'));
    entries.set(next, pdf.register(new PdfArray(writer.listParents(index))));
    next += 1;
  });
  for (const [object, parent] of writer.objects) {
    const dict = resolve(object);
    if (!(dict instanceof PdfDict)) continue;
    dict.set('StructParent', PdfNumber.of(next));
    entries.set(next, parent);
    next += 1;
  }
  root.set('ParentTree', pdf.register(withEntries(pdf, root, entries, resolve)));
  root.set('ParentTreeNextKey', PdfNumber.of(next));
}

/** Makes each page of an untagged document one paragraph. */
function tagPages(
  pdf: PDF,
  root: PdfRef,
  resolve: (ref: PdfRef) => PdfObject | null,
): { document: PdfRef; entries: Map<number, PdfObject> } {
  const before = pdf.register(createContentStream('/P <</MCID 0>> BDC\n'));
  const after = pdf.register(createContentStream('\nEMC'));
  const entries = new Map<number, PdfObject>();
  const kids = new PdfArray();
  const document = pdf.register(
    PdfDict.of({ Type: PdfName.of('StructElem'), S: PdfName.of('Document'), P: root, K: kids }),
  );
  for (let index = 0; index < pdf.getPageCount(); index += 1) {
    const page = pdf.getPage(index);
    if (!page || !wrapContents(page.dict, before, after, resolve)) continue;
    const key = entries.size;
    const element = pdf.register(
      PdfDict.of({
        Type: PdfName.of('StructElem'),
        S: PdfName.of('P'),
        P: document,
        Pg: page.ref,
        K: PdfNumber.of(0),
      }),
    );
    page.dict.set('StructParents', PdfNumber.of(key));
    entries.set(key, new PdfArray([element]));
    kids.push(element);
  }
  return { document, entries };
}

/** Writes elements and remembers which element each piece of a page's content belongs to. */
class StructureWriter {
  readonly #pdf: PDF;
  readonly #pages: readonly TaggedContent[];
  readonly #parents = new Map<number, PdfRef[]>();
  /** The annotations that elements have, with their elements. */
  readonly objects = new Map<PdfRef, PdfRef>();

  constructor(pdf: PDF, pages: readonly TaggedContent[]) {
    this.#pdf = pdf;
    this.#pages = pages;
  }

  write(element: StructureElement, parent: PdfRef): PdfRef {
    const { alt, actualText, box, language } = element.attributes;
    const dict = PdfDict.of({ Type: PdfName.of('StructElem'), S: PdfName.of(element.tag), P: parent });
    const ref = this.#pdf.register(dict);
    if (alt !== undefined) dict.set('Alt', PdfString.fromString(alt));
    if (actualText !== undefined) dict.set('ActualText', PdfString.fromString(actualText));
    if (language !== undefined) dict.set('Lang', PdfString.fromString(language));
    const attributes = createAttributes(element.tag, box);
    if (attributes !== null) dict.set('A', attributes);
    const kids = element.children.map((child) => {
      if ('tag' in child) return this.write(child, ref);
      const page = this.#pages[child.page];
      if (!page) throw new Error('an element of the structure belongs to no page');
      if ('object' in child) {
        this.objects.set(child.object, ref);
        return PdfDict.of({ Type: PdfName.of('OBJR'), Pg: page.ref, Obj: child.object });
      }
      const parents = this.#parents.get(child.page) ?? [];
      parents[child.mcid] = ref;
      this.#parents.set(child.page, parents);
      return PdfDict.of({
        Type: PdfName.of('MCR'),
        Pg: page.shownOn ?? page.ref,
        ...(page.shownOn === undefined ? {} : { Stm: page.ref }),
        MCID: PdfNumber.of(child.mcid),
      });
    });
    dict.set('K', new PdfArray(kids));
    return ref;
  }

  listParents(page: number): PdfRef[] {
    return this.#parents.get(page) ?? [];
  }
}

function createAttributes(tag: string, box: readonly number[] | undefined): PdfDict | null {
  if (box !== undefined)
    return PdfDict.of({
      O: PdfName.of('Layout'),
      Placement: PdfName.of('Block'),
      BBox: createNumberArray([...box]),
    });
  return tag === 'TH' ? PdfDict.of({ O: PdfName.of('Table'), Scope: PdfName.of('Column') }) : null;
}

/** Returns the only element that contains the whole document, if there is one. There should be. */
function findSoleDocument(
  root: PdfDict,
  resolve: (ref: PdfRef) => PdfObject | null,
): { readonly ref: PdfRef; readonly dict: PdfDict } | null {
  const [ref, ...others] = getKids(root, resolve);
  if (!(ref instanceof PdfRef) || others.length > 0) return null;
  const dict = resolve(ref);
  return dict instanceof PdfDict && dict.getName('S')?.value === 'Document' ? { ref, dict } : null;
}

function getKids(root: PdfDict, resolve: (ref: PdfRef) => PdfObject | null): PdfObject[] {
  const kids = root.get('K');
  const resolved = kids instanceof PdfRef ? resolve(kids) : kids;
  if (resolved instanceof PdfArray) return resolved.toArray();
  return kids === undefined || resolved === null ? [] : [kids];
}

/** Adds entries after a number tree's own entries, as another leaf. */
function withEntries(
  pdf: PDF,
  root: PdfDict,
  entries: ReadonlyMap<number, PdfObject>,
  resolve: (ref: PdfRef) => PdfObject | null,
): PdfDict {
  const flat = [...entries].flatMap(([key, value]) => [PdfNumber.of(key), value]);
  const own = root.getDict('ParentTree', resolve);
  const ownNumbers = own?.getArray('Nums', resolve)?.toArray() ?? [];
  const leaf = PdfDict.of({ Nums: new PdfArray([...ownNumbers, ...flat]) });
  const kids = own?.getArray('Kids', resolve)?.toArray() ?? [];
  if (kids.length === 0) return leaf;
  const keys = [...entries.keys()];
  leaf.set('Limits', createNumberArray([Math.min(...keys), Math.max(...keys)]));
  return PdfDict.of({ Kids: new PdfArray([...kids, pdf.register(leaf)]) });
}

/** Returns a key that no page or annotation uses. */
function findUnusedKey(root: PdfDict, resolve: (ref: PdfRef) => PdfObject | null): number {
  const said = root.get('ParentTreeNextKey', resolve);
  const least = said instanceof PdfNumber ? said.value : 0;
  return Math.max(least, findLastKey(root.getDict('ParentTree', resolve), resolve, 0) + 1);
}

function findLastKey(
  node: PdfDict | undefined,
  resolve: (ref: PdfRef) => PdfObject | null,
  depth: number,
): number {
  if (node === undefined || depth > MAX_DEPTH) return -1;
  const numbers = node.getArray('Nums', resolve)?.toArray() ?? [];
  const own = numbers.filter((_, index) => index % 2 === 0);
  const keys = own.map((key) => (key instanceof PdfNumber ? key.value : -1));
  const below = (node.getArray('Kids', resolve)?.toArray() ?? []).map((kid) => {
    const child = kid instanceof PdfRef ? resolve(kid) : kid;
    return findLastKey(child instanceof PdfDict ? child : undefined, resolve, depth + 1);
  });
  return [...keys, ...below].reduce((most, key) => Math.max(most, key), -1);
}
