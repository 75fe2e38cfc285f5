import { isFoundField } from './tag-anchor.ts';
import { NO_DETAILS } from '../field/details.ts';
import { intersectRectangles, type Rectangle } from '../field/geometry.ts';
import { USUAL_DATE } from '../field/formats.ts';
import { deriveFieldKeys } from '../field/key.ts';
import { UNASSIGNED } from '../field/unassigned-role.ts';
import { LIMITS } from '../limits.ts';
import type { Facts } from './facts.ts';
import type { DetectedParty, EnvelopeField, EnvelopeGraph } from './graph.ts';

/**
 * A field that was found in the document and doesn't belong to an envelope yet. `box` is in fractions of the
 * page, with the origin at the top left.
 */
export type FoundField = Pick<
  EnvelopeField,
  | 'type'
  | 'page'
  | 'label'
  | 'required'
  | 'options'
  | 'group'
  | 'partyIndex'
  | 'proposedAutoSource'
  | 'source'
> & { readonly box: Rectangle };

/** What detection found in an envelope's document. */
export type Found = {
  readonly fields: readonly FoundField[];
  readonly parties: readonly DetectedParty[];
};

/** Two boxes mark the same blank if they overlap by more than this share of the smaller one. */
const SAME_PLACE = 0.5;

/**
 * Returns the fields to add to a draft, in reading order, and the draft's parties with their number of
 * fields. Skips places that already have a field.
 */
export function mergeFound(
  graph: EnvelopeGraph,
  found: Found,
  facts: Facts,
): { readonly fields: EnvelopeField[]; readonly parties: DetectedParty[] } {
  const room = LIMITS.fieldsMax - graph.fields.length;
  const added = found.fields
    .flatMap(cutToPage)
    .filter((field) =>
      graph.fields.every((placed) => placed.page !== field.page || !isSamePlace(placed, field.box)),
    )
    .sort(compareReadingOrder)
    .slice(0, Math.max(0, room));
  const keys = deriveFieldKeys([...graph.fields, ...added]).slice(graph.fields.length);
  return {
    fields: added.map((field, index) => toField(graph, field, keys[index] ?? '', facts)),
    parties: found.parties.map((party) => ({
      ...party,
      fieldCount: [...graph.fields.filter(isFoundField), ...added].filter(
        ({ partyIndex }) => partyIndex === party.index,
      ).length,
    })),
  };
}

/** Checks whether two boxes on one page mark the same blank. */
export function isSamePlace(one: Rectangle, other: Rectangle): boolean {
  const smaller = Math.min(one.width * one.height, other.width * other.height);
  const shared = intersectRectangles(one, other);
  return shared !== null && shared.width * shared.height > smaller * SAME_PLACE;
}

/** Crops a field at the page's edges, and drops it if it lies outside the page. */
function cutToPage(field: FoundField): FoundField[] {
  const { box } = field;
  const x = Math.max(0, box.x);
  const y = Math.max(0, box.y);
  const width = Math.min(1, box.x + box.width) - x;
  const height = Math.min(1, box.y + box.height) - y;
  return width > 0 && height > 0 ? [{ ...field, box: { x, y, width, height } }] : [];
}

function compareReadingOrder(one: FoundField, other: FoundField): number {
  return one.page - other.page || one.box.y - other.box.y || one.box.x - other.box.x;
}

function toField(
  { envelope, participants }: EnvelopeGraph,
  field: FoundField,
  key: string,
  facts: Facts,
): EnvelopeField {
  const { box, partyIndex, ...found } = field;
  const owner = participants.find(
    ({ detectedPartyIndex }) => partyIndex !== null && detectedPartyIndex === partyIndex,
  );
  return {
    ...found,
    ...NO_DETAILS,
    format: field.type === 'date' ? USUAL_DATE : null,
    key,
    ...{ x: box.x, y: box.y, width: box.width, height: box.height },
    id: facts.newId('field'),
    envelopeId: envelope.id,
    organizationId: envelope.organizationId,
    participantId: owner?.id ?? null,
    partyIndex,
    ...(partyIndex === null ? UNASSIGNED : { syntheticRoleId: null, syntheticRoleName: null }),
    placed: true,
    prefillValue: null,
    locked: false,
    autoSource: null,
    value: null,
    attachment: null,
    filledAt: null,
    createdAt: facts.now,
    updatedAt: facts.now,
  };
}
