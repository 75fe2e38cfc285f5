import { compareReadingOrder, isSamePlace } from '#domain/envelope/detect.ts';
import { isMark } from '#domain/field/answer.ts';
import type { Detection } from '#reading/detection.ts';
import type { ProposedField } from '#reading/proposed-field.ts';

/**
 * Combines what was found on scans without their words (`drawn`) and with them (`read`). A contract is found by
 * its words. The blanks of a form are found better without them, because small boxes are read as letters: there,
 * words only say what a blank is for. Pages that had to be turned (`turned`) were looked at sideways or upside
 * down without their words.
 */
export function combineReadings(
  drawn: Detection,
  read: Detection,
  turned: readonly number[] = [],
): Detection {
  if (read.parties.length > 0) return read;
  const upright = drawn.fields.filter(({ page }) => !turned.includes(page));
  const named = upright.map((field) => {
    const said = read.fields.find((other) => isAtSamePlace(field, other));
    if (said === undefined) return field;
    const { type, label, required, proposedAutoSource } = said;
    return isForSigning(said)
      ? { ...field, type, label, required, proposedAutoSource, group: null, multiline: false }
      : { ...field, label };
  });
  const added = read.fields.filter(
    (field) =>
      turned.includes(field.page) ||
      (isForSigning(field) && !upright.some((other) => isAtSamePlace(field, other))),
  );
  return { ...read, fields: [...named, ...added].sort(compareReadingOrder) };
}

/** Only words say that a line is for a signature or a date. */
function isForSigning(field: ProposedField): boolean {
  return isMark(field) || field.type === 'date';
}

function isAtSamePlace(one: ProposedField, other: ProposedField): boolean {
  return one.page === other.page && isSamePlace(one.box, other.box);
}
