import type { WireGraph } from '#wire/envelope-graph.ts';
import { clipped, counted, fraction, parts } from './words.ts';

type Field = WireGraph['fields'][number];

/** One line for each field: ID, place, type, who fills it in, and what sets it apart. */
export function fieldLines({ fields, participants }: WireGraph): string[] {
  const names = new Map(participants.map(({ id, name }) => [id, name]));
  return fields.map((field) =>
    parts(
      `${field.id} ${placeOf(field)}`,
      field.type,
      ownerOf(field, names),
      field.label !== null && `“${clipped(field.label, 80)}”`,
      field.source === 'detected' && 'suggested',
      !field.required && 'optional',
      field.locked && 'locked',
      field.prefillValue !== null && `starts with “${clipped(field.prefillValue, 80)}”`,
      field.options !== null && `options: ${clipped(field.options.join(' | '), 160)}`,
      field.condition !== null && 'conditional',
      field.formula !== null && `= ${clipped(field.formula, 80)}`,
    ),
  );
}

/** The values that have been entered, one line each. */
export function answerLines({ fields, participants }: WireGraph): string[] {
  const names = new Map(participants.map(({ id, name }) => [id, name]));
  return fields
    .filter(({ value, type }) => value !== null && type !== 'signature' && type !== 'initials')
    .map((field) =>
      parts(
        `p${field.page} ${field.label === null ? field.type : clipped(field.label, 80)}: ${clipped(field.value ?? '', 300)}`,
        ownerOf(field, names),
      ),
    );
}

/** How many fields each participant has, in one line. */
export function fieldSummary({ fields, participants }: WireGraph): string {
  const counts = participants.map(({ id, name }) => {
    const own = fields.filter(({ participantId }) => participantId === id);
    const signatures = own.filter(({ type }) => type === 'signature').length;
    return `${name} ${own.length}${signatures > 0 ? ` (${counted(signatures, 'signature')})` : ''}`;
  });
  const unassigned = fields.filter(({ participantId }) => participantId === null).length;
  const suggested = fields.filter(({ source }) => source === 'detected').length;
  return parts(
    `Fields: ${fields.length}`,
    ...counts,
    unassigned > 0 && `${unassigned} without a recipient`,
    suggested > 0 && `${suggested} suggested by reading the document`,
  );
}

function placeOf({ page, x, y, width, height, placed }: Field): string {
  if (!placed) return '[its text was not found]';
  return `[p${page} ${fraction(x)} ${fraction(y)} ${fraction(width)}×${fraction(height)}]`;
}

function ownerOf({ participantId, syntheticRoleName }: Field, names: ReadonlyMap<string, string>): string {
  if (participantId !== null) return names.get(participantId) ?? participantId;
  return syntheticRoleName === null ? 'nobody yet' : `nobody yet (${clipped(syntheticRoleName, 40)})`;
}
