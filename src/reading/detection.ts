import type { DocumentFormField } from '#domain/document/intake.ts';
import { type FoundField, isSamePlace } from '#domain/envelope/detect.ts';
import type { DetectedParty } from '#domain/envelope/graph.ts';
import { isMark } from '#domain/field/answer.ts';
import { LIMITS } from '#domain/limits.ts';
import { cutTo, toPrintable } from '#domain/text.ts';
import { importForm } from './forms/import-form.ts';
import type { ProposedField } from './proposed-field.ts';

/**
 * What was found in a document: the fields of its own form, and the fields proposed for its printed pages.
 */
export type Detection = {
  readonly form: readonly DocumentFormField[];
  readonly fields: readonly ProposedField[];
  readonly parties: readonly DetectedParty[];
};

/** Returns the fields to offer: the document's own form as it is, or the proposals if it has no form. */
export function listFoundFields({ form, fields }: Detection): FoundField[] {
  const imported = importForm(form);
  const proposed = fields.map(toFoundField);
  return imported.length === 0 ? proposed : withMarks(imported, proposed);
}

/** Adds the printed signature lines to a form that has no signature field. */
function withMarks(imported: readonly FoundField[], proposed: readonly FoundField[]): FoundField[] {
  if (imported.some(isMark)) return [...imported];
  const marks = proposed.filter(
    (field) =>
      isMark(field) && imported.every((own) => own.page !== field.page || !isSamePlace(own.box, field.box)),
  );
  return [...imported, ...marks];
}

function toFoundField(field: ProposedField): FoundField {
  const { type, page, box, label, required, group, partyIndex, proposedAutoSource } = field;
  const shown = cutTo(toPrintable(label), LIMITS.labelMaxChars);
  return {
    ...{ type, page, box, required, partyIndex, proposedAutoSource },
    label: shown === '' ? null : shown,
    options: null,
    group: group === null ? null : cutTo(group, LIMITS.groupMaxChars),
    source: 'detected',
  };
}
