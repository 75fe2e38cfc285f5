import { isAnnotation, isMark } from '#domain/field/answer.ts';
import type { WireGraph } from '#wire/envelope-graph.ts';
import { clipText, formatCount, formatFraction, joinParts } from './words.ts';

type Field = WireGraph['fields'][number];

/** Returns one line for each field: ID, place, type, who fills it in, and what sets it apart. */
export function formatFieldLines({ fields, participants }: WireGraph): string[] {
  const names = new Map(participants.map(({ id, name }) => [id, name]));
  return fields.map((field) =>
    joinParts(
      `${field.id} ${formatPlace(field)}`,
      field.type,
      getOwnerName(field, names),
      field.label !== null && `“${clipText(field.label, 80)}”`,
      field.source === 'detected' && 'suggested',
      !field.required && 'optional',
      field.locked && 'locked',
      field.prefillValue !== null && `starts with “${clipText(field.prefillValue, 80)}”`,
      field.options !== null && `options: ${clipText(field.options.join(' | '), 160)}`,
      field.condition !== null && 'conditional',
      field.formula !== null && `= ${clipText(field.formula, 80)}`,
    ),
  );
}

/** Returns the values that have been entered, one per line. */
export function formatAnswerLines({ fields, participants }: WireGraph): string[] {
  const names = new Map(participants.map(({ id, name }) => [id, name]));
  return fields
    .filter((field) => field.value !== null && !isMark(field))
    .map((field) =>
      joinParts(
        `p${field.page} ${field.label === null ? field.type : clipText(field.label, 80)}: ${clipText(field.value ?? '', 300)}`,
        getOwnerName(field, names),
      ),
    );
}

/** Returns one line that says how many fields each participant has. */
export function summarizeFields({ fields, participants }: WireGraph): string {
  const counts = participants.map(({ id, name }) => {
    const own = fields.filter(({ participantId }) => participantId === id);
    const signatures = own.filter(({ type }) => type === 'signature').length;
    return `${name} ${own.length}${signatures > 0 ? ` (${formatCount(signatures, 'signature')})` : ''}`;
  });
  const own = fields.filter(isAnnotation).length;
  const unassigned = fields.filter(({ participantId }) => participantId === null).length - own;
  const suggested = fields.filter(({ source }) => source === 'detected').length;
  return joinParts(
    `Fields: ${fields.length}`,
    ...counts,
    own > 0 && `the sender's own ${own}`,
    unassigned > 0 && `${unassigned} without a recipient`,
    suggested > 0 && `${suggested} suggested by reading the document`,
  );
}

function formatPlace({ page, x, y, width, height, placed }: Field): string {
  if (!placed) return '[its text was not found]';
  return `[p${page} ${formatFraction(x)} ${formatFraction(y)} ${formatFraction(width)}×${formatFraction(height)}]`;
}

function getOwnerName(
  { type, participantId, syntheticRoleName }: Field,
  names: ReadonlyMap<string, string>,
): string {
  if (isAnnotation({ type })) return 'the sender, for everyone';
  if (participantId !== null) return names.get(participantId) ?? participantId;
  return syntheticRoleName === null ? 'nobody yet' : `nobody yet (${clipText(syntheticRoleName, 40)})`;
}
