import type { ChangeFault } from './faults.ts';
import { findFieldFault, findNewFieldFault } from './field-changes.ts';
import { listFormNodes, getForm } from './form.ts';
import {
  areSame,
  listChangedKeys,
  getEntries,
  getEntry,
  getItems,
  readNameEntry,
  NULL,
  resolveReference,
  type PdfValue,
  type Revision,
} from './objects.ts';
import type { Permissions } from './permissions.ts';
import { listPageIds, countReachable, collectReferences } from './reach.ts';

/**
 * Catalog entries for validation data, which may always be added (ISO 32000-2, 12.8.4.3), and entries that
 * say how to read the file.
 */
const CATALOG_KEYS = new Set(['AcroForm', 'DSS', 'Extensions', 'Version', 'Metadata']);
const FORM_KEYS = new Set(['Fields', 'SigFlags', 'DR', 'DA', 'NeedAppearances']);

/**
 * Compares a signed revision of a file with a later one and returns what the signature doesn't permit. It
 * permits further signatures, filling in the form where no signature forbids it, and validation data. Pages,
 * their content and all other objects must stay as they were. This is stricter than ISO 32000-2 where the
 * standard allows new annotations.
 */
export function changeFaults(before: Revision, after: Revision, permissions: Permissions): ChangeFault[] {
  if (before.root !== after.root) return [{ code: 'catalog_changed', where: after.root }];
  const reached = countReachable(before, 'DSS');
  const added = checkAddedFields(before, after, permissions);
  const faults: ChangeFault[] = [...added.faults, ...findFormFaults(before, after)];
  const checked = new Map<string, () => ChangeFault | null>();
  const registerCheck = (id: string | null, check: () => ChangeFault | null) =>
    id !== null && checked.set(id, check);

  registerCheck(before.root, () => findCatalogFault(before, after));
  registerCheck(readReferenceId(before.get(before.root), 'AcroForm'), () => null);
  registerCheck(readReferenceId(getForm(before), 'Fields'), () => null);
  registerCheck(readReferenceId(before.get(before.root), 'Metadata'), () => findMetadataFault(before, after));
  for (const page of listPageIds(before)) {
    registerCheck(page, () => findPageFault(before, after, page));
    registerCheck(readReferenceId(before.get(page), 'Annots'), () => null);
    faults.push(...findAnnotationFaults(before, after, page, added.ids));
  }
  for (const node of listFormNodes(before)) {
    const findFault = () => findFieldFault({ before, after, node, permissions });
    registerCheck(node.id, findFault);
    for (const id of collectAppearanceIds(before, node.value))
      // The field may not change an appearance that something else uses too.
      if (reached.get(id) === 1) registerCheck(id, () => findAppearanceFault(after, id) ?? findFault());
  }
  for (const id of reached.keys()) {
    if (areSame(before.get(id), after.get(id))) continue;
    const check = checked.get(id);
    const fault: ChangeFault | null = check ? check() : { code: 'object_changed', where: id };
    if (fault !== null) faults.push(fault);
  }
  return faults;
}

type AddedFields = { readonly ids: ReadonlySet<string>; readonly faults: readonly ChangeFault[] };

/** Checks the fields that were appended to the form. Only signatures may be appended. */
function checkAddedFields(before: Revision, after: Revision, permissions: Permissions): AddedFields {
  const [old, all] = [listFields(before), listFields(after)];
  if (!startsWith(all, old)) return { ids: new Set(), faults: [{ code: 'form_changed', where: 'Fields' }] };
  const nodes = listFormNodes(after);
  const ids = new Set<string>();
  const faults: ChangeFault[] = [];
  for (const item of all.slice(old.length)) {
    const node = nodes.find(({ id }) => item.kind === 'reference' && id === item.id);
    const fault: ChangeFault | null =
      node === undefined
        ? { code: 'field_added', where: 'Fields' }
        : findNewFieldFault({ before, after, node, permissions });
    if (fault !== null) faults.push(fault);
    else if (item.kind === 'reference') ids.add(item.id);
  }
  return { ids, faults };
}

function listFields(revision: Revision): readonly PdfValue[] {
  return getItems(getEntry(revision, getForm(revision), 'Fields'));
}

function startsWith(items: readonly PdfValue[], first: readonly PdfValue[]): boolean {
  return first.every((item, index) => areSame(item, items[index] ?? NULL));
}

function findCatalogFault(before: Revision, after: Revision): ChangeFault | null {
  const changed = listChangedKeys(before.get(before.root), after.get(after.root));
  const forbidden = changed.find((key) => !CATALOG_KEYS.has(key));
  return forbidden === undefined
    ? findMetadataFault(before, after)
    : { code: 'catalog_changed', where: forbidden };
}

/** Checks that the metadata, which may change, hasn't become something else. */
function findMetadataFault(before: Revision, after: Revision): ChangeFault | null {
  const [old, now] = [before, after].map((revision) =>
    getEntry(revision, revision.get(revision.root), 'Metadata'),
  );
  if (old === undefined || now === undefined || areSame(old, now)) return null;
  const isMetadata = now.kind === 'stream' && readNameEntry(after, now, 'Type') === 'Metadata';
  return isMetadata ? null : { code: 'catalog_changed', where: 'Metadata' };
}

function findFormFaults(before: Revision, after: Revision): ChangeFault[] {
  const [old, now] = [getForm(before), getForm(after)];
  return listChangedKeys(old, now)
    .filter((key) => {
      // Fields may rely on the form's existing entries, so these can't change. An entry that the form didn't
      // have can be added.
      if (key === 'DR' || key === 'DA') return getEntries(old).has(key);
      const value = getEntry(after, now, key);
      if (key === 'NeedAppearances') return value.kind === 'boolean' && value.value;
      return !FORM_KEYS.has(key);
    })
    .map((key) => ({ code: 'form_changed', where: key }));
}

function findPageFault(before: Revision, after: Revision, id: string): ChangeFault | null {
  const changed = listChangedKeys(before.get(id), after.get(id));
  return changed.every((key) => key === 'Annots') ? null : { code: 'page_changed', where: id };
}

/** Checks that a page has the same annotations as before, followed only by widgets of new signatures. */
function findAnnotationFaults(
  before: Revision,
  after: Revision,
  page: string,
  added: ReadonlySet<string>,
): ChangeFault[] {
  const old = getEntry(before, before.get(page), 'Annots');
  const now = getEntry(after, after.get(page), 'Annots');
  const items = getItems(now);
  const isArray = now.kind === 'array' || (now.kind === 'null' && old.kind === 'null');
  const isKept = isArray && startsWith(items, getItems(old));
  const isPermitted = items
    .slice(getItems(old).length)
    .every((item) => item.kind === 'reference' && added.has(item.id));
  return isKept && isPermitted ? [] : [{ code: 'annotation_changed', where: page }];
}

/**
 * Returns the objects that make up a widget's appearance (ISO 32000-2, 12.5.5), but not the objects that
 * these use.
 */
function collectAppearanceIds(revision: Revision, widget: PdfValue): string[] {
  const appearance = getEntries(widget).get('AP');
  if (appearance === undefined) return [];
  const states = [...getEntries(resolveReference(revision, appearance)).values()];
  const own = appearance.kind === 'reference' ? [appearance.id] : [];
  return [
    ...own,
    ...states.flatMap((state) => {
      const value = resolveReference(revision, state);
      const ids = state.kind === 'reference' ? [state.id] : [];
      return value.kind === 'dictionary' ? [...ids, ...collectReferences(value)] : ids;
    }),
  ];
}

function findAppearanceFault(after: Revision, id: string): ChangeFault | null {
  const { kind } = after.get(id);
  return kind === 'stream' || kind === 'dictionary' ? null : { code: 'object_changed', where: id };
}

function readReferenceId(value: PdfValue, key: string): string | null {
  const entry = getEntries(value).get(key);
  return entry?.kind === 'reference' ? entry.id : null;
}
