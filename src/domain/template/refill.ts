import type { FoundTag } from '../document/tags.ts';
import { resolveAnchorPages, buildAnchorRequest } from '../envelope/anchored-fields.ts';
import { containsPage, placeFiles, listReceivedFiles, type PlacedFile } from '../envelope/files/file.ts';
import type { EnvelopeDocument, EnvelopeFile } from '../envelope/graph.ts';
import { isTagAnchor, matchTags } from '../envelope/tagged-fields.ts';
import type { Issue } from '../errors.ts';
import {
  toAnchorKey,
  describeAnchorProblem,
  type AnchorOutcome,
  type AnchorRequest,
  type Spot,
} from '../field/anchor.ts';
import type { FieldAnchor } from '../field/details.ts';
import type { TemplateField, TemplateGraph } from './template.ts';

/** A template's files after their variables have been filled in. */
export type Refilled = {
  readonly files: readonly EnvelopeFile[];
  /** The document that the files make up. */
  readonly whole: EnvelopeDocument;
  /** The tags that were removed from each file, by file ID. Unchanged files have none. */
  readonly tags: ReadonlyMap<string, readonly FoundTag[]>;
};

type AnchoredField = TemplateField & { readonly anchor: FieldAnchor };

/**
 * Returns what to look up in the new document, by field ID. Leaves out fields anchored to tags that were
 * removed, because the new document no longer has the tags.
 */
export function buildRefillRequests(
  { fields, files: before }: TemplateGraph,
  { files, tags }: Refilled,
): ReadonlyMap<string, AnchorRequest> {
  return new Map(
    fields.filter(isAnchored).flatMap((field) => {
      if (isTagAnchor(field.anchor) && tags.has(findFileOnPage(before, field.page)?.id ?? '')) return [];
      const within = resolveAnchorPages(field.anchor, files);
      return typeof within === 'string' ? [] : [[field.id, buildAnchorRequest(field, within)] as const];
    }),
  );
}

/**
 * Moves a template's fields to their places in the filled-in document: with their page, to the text that they
 * are anchored to, or to their tag. A field whose tag isn't shown is removed. If a tag or text is repeated,
 * its field is repeated too.
 */
export function refillTemplate(
  graph: TemplateGraph,
  after: Refilled,
  outcomes: ReadonlyMap<string, AnchorOutcome>,
): { readonly graph: TemplateGraph; readonly issues: readonly Issue[] } {
  const issues: Issue[] = [];
  const placed = placeFiles(after.files);
  const keys = new Set(graph.fields.map(({ key }) => key));
  const seen = new Map<string, number>();
  const fields = graph.fields.flatMap((field): TemplateField[] => {
    const place = resolvePlace(field, graph, after, outcomes);
    const report = (message: string) => {
      issues.push({ path: '/variables', message: `field ${field.key}: ${message}` });
      return [];
    };
    switch (place.kind) {
      case 'page': {
        const moved = onPage(field, place.file, placed);
        return moved === null
          ? report(`the filled in document has no page ${field.page}. Anchor it to a text`)
          : [moved];
      }
      case 'missing':
        return field.anchor?.optional === true ? [] : report(place.message);
      case 'spots': {
        const own = seen.get(place.key) ?? 0;
        seen.set(place.key, own + 1);
        const isLast = own + 1 === place.fields;
        const spots = isLast ? place.spots.slice(own) : place.spots.slice(own, own + 1);
        return spots.map((spot, copy) => ({
          ...field,
          ...spot,
          ...(copy === 0 ? {} : { id: `${field.id}_${copy + 1}`, key: findFreeKey(field.key, keys) }),
        }));
      }
      default:
        return place satisfies never;
    }
  });
  const first = listReceivedFiles(after.files)[0];
  const documents = first === undefined ? graph.documents : [first.content.original, after.whole];
  return { graph: { ...graph, files: after.files, fields, documents }, issues };
}

type Place =
  | { readonly kind: 'page'; readonly file: PlacedFile | null }
  | { readonly kind: 'missing'; readonly message: string }
  /** The places that several fields share, in their order; the last one takes all that are left. */
  | {
      readonly kind: 'spots';
      readonly key: string;
      readonly fields: number;
      readonly spots: readonly Spot[];
    };

function resolvePlace(
  field: TemplateField,
  { fields, files }: TemplateGraph,
  { files: filled, tags }: Refilled,
  outcomes: ReadonlyMap<string, AnchorOutcome>,
): Place {
  const file = findFileOnPage(files, field.page);
  const own = file === null ? undefined : tags.get(file.id);
  if (own !== undefined && isTagAnchor(field.anchor)) {
    const { text } = field.anchor;
    const firstPage = placeFiles(filled).find(({ id }) => id === file?.id)?.firstPage ?? 1;
    const alike = fields.filter(
      (one) =>
        one.anchor?.text === text &&
        findFileOnPage(files, one.page)?.id === file?.id &&
        isTagAnchor(one.anchor),
    );
    const spots = matchTags(own, text).map((tag) => toSpot(tag, firstPage));
    return { kind: 'spots', key: `${file?.id} ${text}`, fields: alike.length, spots };
  }
  const outcome = outcomes.get(field.id);
  if (outcome === undefined) return { kind: 'page', file };
  if (outcome.kind !== 'found') return { kind: 'missing', message: describeAnchorProblem(outcome) };
  const said = field.anchor === null ? '' : `${field.roleId} ${field.type} ${toAnchorKey(field.anchor)}`;
  if (field.anchor?.occurrence !== 'all')
    return { kind: 'spots', key: field.id, fields: 1, spots: outcome.spots };
  const alike = fields.filter(
    (one) => one.anchor !== null && `${one.roleId} ${one.type} ${toAnchorKey(one.anchor)}` === said,
  );
  return { kind: 'spots', key: said, fields: alike.length, spots: outcome.spots };
}

function toSpot({ page, x, y, width, height }: FoundTag, firstPage: number): Spot {
  return { page: page + firstPage - 1, x, y, width, height };
}

/** Moves a field along with its file. Returns null if the file no longer has the field's page. */
function onPage(
  field: TemplateField,
  file: PlacedFile | null,
  after: readonly PlacedFile[],
): TemplateField | null {
  const now = after.find(({ id }) => id === file?.id);
  if (file?.firstPage == null || now?.firstPage == null || now.pageCount === null) return field;
  const offset = field.page - file.firstPage;
  if (offset >= now.pageCount) return null;
  return { ...field, page: now.firstPage + offset };
}

function findFileOnPage(files: readonly EnvelopeFile[], page: number): PlacedFile | null {
  return placeFiles(files).find((file) => containsPage(file, page)) ?? null;
}

function findFreeKey(key: string, keys: Set<string>): string {
  let number = 2;
  while (keys.has(`${key}_${number}`)) number += 1;
  keys.add(`${key}_${number}`);
  return `${key}_${number}`;
}

function isAnchored(field: TemplateField): field is AnchoredField {
  return field.anchor !== null;
}
