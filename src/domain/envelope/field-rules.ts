import type { Issue } from '../errors.ts';
import { checkRules } from '../field/rules/check-rules.ts';
import type { EnvelopeField, Participant } from './graph.ts';

/**
 * Returns what is wrong with the conditions and formulas of an envelope's fields, given the order in which
 * participants sign.
 */
export function validateFieldRules(
  fields: readonly EnvelopeField[],
  participants: readonly Pick<Participant, 'id' | 'orderIndex'>[],
  /** Where the field is in the request. */
  pathOf: (index: number) => string = (index) => `/fields/${index}`,
): Issue[] {
  const fillers = new Map(participants.map((one) => [one.id, one]));
  const checked = fields.map((field) => ({
    ...field,
    filler: fillers.get(field.participantId ?? '') ?? null,
  }));
  return checkRules(checked).map(({ index, path, message }) => ({
    path: `${pathOf(index)}${path}`,
    message,
  }));
}
