import type { Issue } from '../errors.ts';
import { createAnchorIssue, type AnchorOutcome, type AnchorRequest } from '../field/anchor.ts';
import type { FieldType } from '../field/catalogue.ts';
import { getDefaultSize } from '../field/default-size.ts';
import type { FieldAnchor } from '../field/details.ts';
import type { FieldInput } from './fields.ts';
import type { Facts } from './facts.ts';
import { placeFiles } from './files/file.ts';
import type { EnvelopeField, EnvelopeFile, EnvelopeGraph } from './graph.ts';

type Place = 'page' | 'x' | 'y' | 'width' | 'height';

/**
 * A field as the request gives it: with a place, or with an anchor instead. Either one may come with a size.
 */
export type GivenField = Omit<FieldInput, Place | 'placed' | 'path'> & {
  readonly [K in Place]?: number | undefined;
};

/** Fields that wait for their document are placed in the corner of this page. */
const WAITING = { page: 1, x: 0, y: 0 };

/** The page size that their width and height are fractions of, until there is a page to measure. */
const PAGE = { width: 612, height: 792 };

/** Checks whether a field is to be placed by its anchor. */
export function isAnchored(field: GivenField): field is GivenField & { readonly anchor: FieldAnchor } {
  return field.anchor != null && field.page === undefined;
}

/** Returns what to look up for a field that is placed by its anchor. */
export function buildAnchorRequest(
  {
    type,
    anchor,
    width,
    height,
  }: Pick<GivenField, 'type' | 'width' | 'height'> & { readonly anchor: FieldAnchor },
  within?: AnchorRequest['within'],
): AnchorRequest {
  return {
    within,
    anchor: {
      ...anchor,
      ...(width === undefined ? {} : { width }),
      ...(height === undefined ? {} : { height }),
    },
    size: getDefaultSize(type ?? 'signature'),
    ...(type === 'strikethrough' && anchor.place === undefined ? { covers: true } : {}),
  };
}

/**
 * Returns the pages on which to look for an anchor: those of its document, or all pages if it names none.
 * Returns `missing` if there is no such document, and `awaited` if it hasn't been received.
 */
export function resolveAnchorPages(
  { document }: FieldAnchor,
  files: readonly EnvelopeFile[],
): AnchorRequest['within'] | 'missing' | 'awaited' {
  if (document === undefined) return undefined;
  const placed = placeFiles(files);
  const file = typeof document === 'number' ? placed[document - 1] : placed.find(({ id }) => id === document);
  if (file === undefined) return 'missing';
  if (file.firstPage === null || file.pageCount === null) return 'awaited';
  return { first: file.firstPage, last: file.firstPage + file.pageCount - 1 };
}

/**
 * Gives anchored fields their places. `outcomes` has one element for each anchored field, in order, or null
 * for a field that waits for a document. A field whose anchor is found in several places becomes several
 * fields.
 */
export function placeAnchoredFields(
  given: readonly GivenField[],
  outcomes: readonly (AnchorOutcome | null)[],
): { fields: FieldInput[]; issues: Issue[] } {
  const issues: Issue[] = [];
  const keys = new Set(given.flatMap(({ key }) => key ?? []));
  const looked = outcomes.values();
  const fields = given.flatMap((field, index): FieldInput[] => {
    const path = `/fields/${index}`;
    if (!isAnchored(field)) return [{ ...field, ...placeGiven(field), path }];
    const outcome = looked.next().value ?? null;
    if (outcome === null) return [{ ...field, ...buildWaitingPlace(field), path }];
    if (outcome.kind === 'found')
      return outcome.spots.map((spot, copy) => ({
        ...field,
        ...numberCopy(field, copy, keys),
        ...spot,
        placed: true,
        path,
      }));
    if (field.anchor.optional !== true) issues.push(createAnchorIssue(field.anchor, outcome, path));
    return [];
  });
  return { fields, issues };
}

/**
 * Returns an envelope's fields for use in a copy. The copy's documents have other IDs, so anchors refer to
 * documents by position instead.
 */
export function withPositions({ fields, files }: Pick<EnvelopeGraph, 'fields' | 'files'>): EnvelopeField[] {
  return fields.map((field) => {
    const document = field.anchor?.document;
    if (field.anchor === null || typeof document !== 'string') return field;
    const position = files.findIndex(({ id }) => id === document) + 1;
    const { document: _id, ...anchor } = field.anchor;
    return { ...field, anchor: position === 0 ? anchor : { ...anchor, document: position } };
  });
}

type AnchoredField = EnvelopeField & { readonly anchor: FieldAnchor };

/** Returns the fields of an envelope that wait for its document. */
export function listWaitingFields({ fields }: Pick<EnvelopeGraph, 'fields'>): AnchoredField[] {
  return fields.filter((field): field is AnchoredField => !field.placed && field.anchor !== null);
}

/**
 * Returns what to look up for a field that has waited for its document. A size that was given with the field
 * is kept.
 */
export function buildWaitingRequest(
  { type, anchor, width, height }: AnchoredField,
  within: AnchorRequest['within'],
): AnchorRequest {
  const usual = getUsualSize(type);
  const size = {
    ...(width === usual.width ? {} : { width }),
    ...(height === usual.height ? {} : { height }),
  };
  return buildAnchorRequest({ type, anchor, ...size }, within);
}

/**
 * Places the fields that have waited for their document. `outcomes` is keyed by field ID. An optional field
 * whose text isn't found is removed. A required one stays without a place, so that the envelope can't be sent
 * unnoticed.
 */
export function settleWaitingFields(
  fields: readonly EnvelopeField[],
  outcomes: ReadonlyMap<string, AnchorOutcome>,
  facts: Pick<Facts, 'newId'>,
): EnvelopeField[] {
  const keys = new Set(fields.map(({ key }) => key));
  return fields.flatMap((field): EnvelopeField[] => {
    const outcome = field.placed ? undefined : outcomes.get(field.id);
    if (outcome === undefined) return [field];
    if (outcome.kind !== 'found') return field.anchor?.optional === true ? [] : [field];
    return outcome.spots.map((spot, copy) => ({
      ...field,
      ...numberCopy(field, copy, keys),
      ...(copy === 0 ? {} : { id: facts.newId('field') }),
      ...spot,
      placed: true,
    }));
  });
}

/** Adds a number to the key and label of the second and later copies of a field. */
function numberCopy<
  F extends { readonly key?: string | null | undefined; readonly label?: string | null | undefined },
>({ key, label }: F, copy: number, keys: Set<string>): Partial<Pick<F, 'key' | 'label'>> {
  if (copy === 0) return {};
  const named = label ? { label: `${label} ${copy + 1}` } : {};
  if (!key) return named;
  let number = copy + 1;
  while (keys.has(`${key}_${number}`)) number += 1;
  keys.add(`${key}_${number}`);
  return { ...named, key: `${key}_${number}` };
}

/** The request schema requires all of these if there is no anchor. */
function placeGiven({ page = 1, x = 0, y = 0, width = 0, height = 0 }: GivenField) {
  return { page, x, y, width, height };
}

function buildWaitingPlace({ type, anchor, width, height }: GivenField & { readonly anchor: FieldAnchor }) {
  const usual = getUsualSize(type ?? 'signature');
  return {
    ...WAITING,
    width: width ?? anchor.width ?? usual.width,
    height: height ?? anchor.height ?? usual.height,
    placed: false,
  };
}

function getUsualSize(type: FieldType) {
  const { width, height } = getDefaultSize(type);
  return { width: width / PAGE.width, height: height / PAGE.height };
}
