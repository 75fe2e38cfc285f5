import type { DocumentFormField } from '#domain/document/intake.ts';
import type { Facts } from '#domain/envelope/facts.ts';
import type { DetectedParty, EnvelopeField, EnvelopeGraph } from '#domain/envelope/graph.ts';
import { LIMITS } from '#domain/limits.ts';
import { cutTo, printable } from '#domain/text.ts';
import { importForm } from './forms/import-form.ts';
import { sharedArea, type PageBox } from './page/page-facts.ts';
import type { ProposedField } from './propose-fields.ts';
import { UNASSIGNED } from './unassigned-role.ts';

/** What was found in a document: the fields of its own form, and what its printed pages seem to ask for. */
export type Detection = {
  readonly form: readonly DocumentFormField[];
  readonly fields: readonly ProposedField[];
  readonly parties: readonly DetectedParty[];
};

/** A field that is to be added, before it belongs to an envelope. */
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
> & { readonly box: PageBox };

/** Two boxes that share more of the smaller one than this stand for the same blank. */
const SAME_PLACE = 0.5;

/**
 * The fields to add to a draft, in reading order, and its parties with what falls to each. The document's own form is
 * imported as it is; where it has none, the proposals count. Nothing is added where a field stands already.
 */
export function mergeFields(
  graph: EnvelopeGraph,
  { form, fields, parties }: Detection,
  facts: Facts,
): { readonly fields: EnvelopeField[]; readonly parties: DetectedParty[] } {
  const imported = importForm(form);
  const found = imported.length === 0 ? fields.map(asFound) : withMarks(imported, fields.map(asFound));
  const room = LIMITS.fieldsMax - graph.fields.length;
  const added = found
    .flatMap((field) => withinPage(field))
    .filter((field) =>
      graph.fields.every((placed) => placed.page !== field.page || !isSamePlace(placed, field.box)),
    )
    .sort(inReadingOrder)
    .slice(0, Math.max(0, room));
  return {
    fields: added.map((field) => toField(graph, field, facts)),
    parties: parties.map((party) => ({
      ...party,
      fieldCount: added.filter(({ partyIndex }) => partyIndex === party.index).length,
    })),
  };
}

/** A form without a place to sign still has its printed lines for signatures. */
function withMarks(imported: readonly FoundField[], proposed: readonly FoundField[]): FoundField[] {
  const isMark = ({ type }: FoundField) => type === 'signature' || type === 'initials';
  if (imported.some(isMark)) return [...imported];
  const marks = proposed.filter(
    (field) =>
      isMark(field) && imported.every((own) => own.page !== field.page || !isSamePlace(own.box, field.box)),
  );
  return [...imported, ...marks];
}

function asFound(field: ProposedField): FoundField {
  const { type, page, box, label, required, group, partyIndex, proposedAutoSource } = field;
  const shown = cutTo(printable(label), LIMITS.labelMaxChars);
  return {
    ...{ type, page, box, required, partyIndex, proposedAutoSource },
    label: shown === '' ? null : shown,
    options: null,
    group: group === null ? null : cutTo(group, LIMITS.groupMaxChars),
    source: 'detected',
  };
}

function isSamePlace(one: PageBox, other: PageBox): boolean {
  const smaller = Math.min(one.width * one.height, other.width * other.height);
  return sharedArea(one, other) > smaller * SAME_PLACE;
}

/** What leaves the page by the width of a line is cut; what does not meet it at all is no field. */
function withinPage(field: FoundField): FoundField[] {
  const { box } = field;
  const x = Math.max(0, box.x);
  const y = Math.max(0, box.y);
  const width = Math.min(1, box.x + box.width) - x;
  const height = Math.min(1, box.y + box.height) - y;
  return width > 0 && height > 0 ? [{ ...field, box: { x, y, width, height } }] : [];
}

function inReadingOrder(one: FoundField, other: FoundField): number {
  return one.page - other.page || one.box.y - other.box.y || one.box.x - other.box.x;
}

function toField({ envelope, participants }: EnvelopeGraph, field: FoundField, facts: Facts): EnvelopeField {
  const { box, partyIndex, ...found } = field;
  const owner = participants.find(
    ({ detectedPartyIndex }) => partyIndex !== null && detectedPartyIndex === partyIndex,
  );
  return {
    ...found,
    ...{ x: box.x, y: box.y, width: box.width, height: box.height },
    id: facts.newId('field'),
    envelopeId: envelope.id,
    organizationId: envelope.organizationId,
    participantId: owner?.id ?? null,
    partyIndex,
    ...(partyIndex === null ? UNASSIGNED : { syntheticRoleId: null, syntheticRoleName: null }),
    prefillValue: null,
    locked: false,
    autoSource: null,
    value: null,
    filledAt: null,
    createdAt: facts.now,
    updatedAt: facts.now,
  };
}
