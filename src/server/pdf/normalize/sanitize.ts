import { PdfArray, PdfDict, PdfName, PdfStream, type PdfObject } from '@libpdf/core';
import type { NoticeList } from '#domain/document/notices.ts';
import { removeHiddenContent } from './content/edit-content.ts';
import { decodeStream } from '#server/pdf/engine/decode-stream.ts';
import { listHiddenNames, type Layers } from './layers.ts';
import {
  getDictEntry,
  getEntry,
  follow,
  listItems,
  getNameEntry,
  createNumberArray,
  getTextEntry,
  type ObjectGraph,
} from '#server/pdf/engine/objects.ts';

/** What the sanitizer needs to know about the document. */
export interface SanitizeScope {
  readonly graph: ObjectGraph;
  readonly layers: Layers;
  /** Pages to keep. A page that is reachable only in another way is never shown, so it is removed. */
  readonly pages: ReadonlySet<PdfDict>;
  /** Link annotations to keep. */
  readonly links: ReadonlySet<PdfDict>;
  /** Names of hidden layers in page resources, for form XObjects without resources of their own. */
  readonly pageHiddenNames: ReadonlySet<string>;
  readonly notices: NoticeList;
}

/**
 * Actions that only move the view or open a web page (ISO 32000-2, table 201). All other types are treated as
 * harmful.
 */
const HARMLESS_ACTIONS = new Set(['GoTo', 'URI']);

const ACTIONS = new Set([
  ...['GoTo', 'GoToR', 'GoToE', 'GoToDp', 'Launch', 'Thread', 'URI', 'Sound', 'Movie', 'Hide', 'Named'],
  ...[
    'SubmitForm',
    'ResetForm',
    'ImportData',
    'SetOCGState',
    'Rendition',
    'Trans',
    'GoTo3DView',
    'JavaScript',
  ],
  ...['RichMediaExecute', 'NOP', 'SetState'],
]);

const HARMLESS_ADDRESS = /^(https?:\/\/|mailto:)/i;

/** Entries that are private to the producer, refer to other files, or show something else when printed. */
const DROPPED_ENTRIES = ['PieceInfo', 'AF', 'OPI', 'Alternates', 'Ref', 'PS'];

/**
 * Returns a function that decides what to write for an object; null removes it. The function goes by what an
 * object is, not by where it is, so it finds scripts and files wherever a hostile document hides them.
 */
export function createSanitizer(scope: SanitizeScope): (object: PdfObject) => PdfObject | null {
  const done = new Map<PdfDict, PdfObject | null>();
  return (object) => {
    if (object instanceof PdfArray) return object;
    if (!(object instanceof PdfDict)) return object;
    const known = done.get(object);
    if (known !== undefined) return known;
    const result = object instanceof PdfStream ? cleanStream(scope, object) : cleanDict(scope, object);
    done.set(object, result);
    return result;
  };
}

function cleanDict(scope: SanitizeScope, dict: PdfDict): PdfDict | null {
  const { graph } = scope;
  const type = getNameEntry(graph, dict, 'Type');
  if (scope.pages.has(dict) || scope.links.has(dict)) return dict;
  if (type === 'Page') return null;
  if (type === 'Annot' || isAnnotation(scope, dict)) return null;
  if (type === 'Filespec' || type === 'F' || dict.has('EF')) {
    if (dict.has('EF')) scope.notices.add('embedded_files', dict);
    return null;
  }
  if (type === 'OCG' || type === 'OCMD') return PdfDict.of({ Type: PdfName.of('OCG') });
  const action = getActionType(scope, dict);
  if (action !== null) return cleanAction(scope, dict, action);
  return without(dict, DROPPED_ENTRIES);
}

/** Returns the action type of any dictionary that is, or could pass for, an action (ISO 32000-2, 12.6.2). */
function getActionType({ graph }: SanitizeScope, dict: PdfDict): string | null {
  if (dict.has('JS')) return 'JavaScript';
  const action = getNameEntry(graph, dict, 'S');
  if (action === undefined) return null;
  return getNameEntry(graph, dict, 'Type') === 'Action' || ACTIONS.has(action) ? action : null;
}

function cleanAction(scope: SanitizeScope, dict: PdfDict, action: string): PdfDict | null {
  if (action === 'JavaScript') scope.notices.add('javascript');
  if (!isHarmlessAction(scope.graph, dict)) {
    scope.notices.add('actions');
    return null;
  }
  return without(dict, ['Next']);
}

/** Checks whether an action only goes to a place in the document or opens a web or email address. */
export function isHarmlessAction(graph: ObjectGraph, action: PdfDict): boolean {
  const type = getNameEntry(graph, action, 'S');
  if (type === undefined || !HARMLESS_ACTIONS.has(type) || action.has('JS')) return false;
  return type !== 'URI' || HARMLESS_ADDRESS.test(getTextEntry(graph, action, 'URI')?.trim() ?? '');
}

function isAnnotation({ graph }: SanitizeScope, dict: PdfDict): boolean {
  return dict.has('Subtype') && dict.has('Rect') && getEntry(graph, dict, 'Rect') instanceof PdfArray;
}

function cleanStream(scope: SanitizeScope, stream: PdfStream): PdfStream | null {
  const { graph, layers } = scope;
  if (getNameEntry(graph, stream, 'Type') === 'EmbeddedFile') {
    scope.notices.add('embedded_files');
    return null;
  }
  const subtype = getNameEntry(graph, stream, 'Subtype');
  if (stream.has('OC') && layers.hides(stream.get('OC'))) return emptyForm();
  if (subtype === 'PS' || getNameEntry(graph, stream, 'Subtype2') === 'PS') return emptyForm();
  const dropped = [...DROPPED_ENTRIES, 'OC'];
  const lean = dropped.some((key) => stream.has(key)) ? copyWithout(stream, dropped, stream.data) : stream;
  const clean = withoutCrypt(graph, lean);
  return layers.someHidden ? withoutHiddenContent(scope, clean, subtype) : clean;
}

/** Returns an empty form that replaces a hidden XObject. */
function emptyForm(): PdfStream {
  return PdfStream.fromDict({
    Type: PdfName.of('XObject'),
    Subtype: PdfName.of('Form'),
    BBox: createNumberArray([0, 0, 0, 0]),
  });
}

function withoutHiddenContent(
  scope: SanitizeScope,
  stream: PdfStream,
  subtype: string | undefined,
): PdfStream {
  const { graph, layers } = scope;
  if (subtype !== 'Form' && !stream.has('PatternType')) return stream;
  const resources = getDictEntry(graph, stream, 'Resources');
  const names = resources ? listHiddenNames(graph, layers, resources) : scope.pageHiddenNames;
  if (names.size === 0) return stream;
  const bytes = decodeStream(graph, stream);
  const visible = removeHiddenContent(bytes, names);
  return visible === bytes ? stream : copyWithout(stream, ['Filter', 'DecodeParms'], visible);
}

/** Removes the encryption filter, which decrypted streams still name (ISO 32000-2, 7.4.10). */
function withoutCrypt(graph: ObjectGraph, stream: PdfStream): PdfStream {
  const filters = getEntry(graph, stream, 'Filter');
  if (filters instanceof PdfName && filters.value === 'Crypt')
    return copyWithout(stream, ['Filter', 'DecodeParms'], stream.data);
  if (!(filters instanceof PdfArray)) return stream;
  const names = listItems(filters).map((filter) => follow(graph, filter));
  const kept = names.map((name) => !(name instanceof PdfName && name.value === 'Crypt'));
  if (kept.every(Boolean)) return stream;
  const copy = copyWithout(stream, [], stream.data);
  copy.set('Filter', new PdfArray(listItems(filters).filter((_, index) => kept[index])));
  const parameters = getEntry(graph, stream, 'DecodeParms');
  if (parameters instanceof PdfArray)
    copy.set('DecodeParms', new PdfArray(listItems(parameters).filter((_, index) => kept[index])));
  return copy;
}

/** Returns a copy without the given entries, or the dictionary itself if it has none of them. */
function without(dict: PdfDict, keys: readonly string[]): PdfDict {
  if (!keys.some((key) => dict.has(key))) return dict;
  const copy = dict.clone();
  for (const key of keys) copy.delete(key);
  return copy;
}

function copyWithout(stream: PdfStream, keys: readonly string[], bytes: Uint8Array): PdfStream {
  const copy = new PdfStream(stream, bytes);
  for (const key of keys) copy.delete(key);
  return copy;
}
