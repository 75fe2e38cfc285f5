import type { EnvelopeField, MarkPurpose, Participant, SignatureMark } from '#domain/envelope/graph.ts';
import { getShownValue, isTickBox } from '#domain/field/answer.ts';
import { isFilled } from '#domain/field/validate.ts';
import { displayValue } from '#domain/field/value/display.ts';
import { DEFAULT_LANGUAGE } from '#domain/language.ts';
import type { SealField } from './seal-request.ts';

type Made = {
  readonly participantId: string;
  readonly purpose: MarkPurpose;
  readonly mark: SignatureMark;
};

/**
 * Returns what is drawn for a field: its value and the mark of a signature. A field without a value draws
 * nothing.
 */
export function toSealField(
  field: EnvelopeField,
  participants: readonly Pick<Participant, 'id' | 'language'>[],
  marks: readonly Made[],
): SealField[] {
  const shown = getShownValue(field);
  if (shown === null) return [];
  const { type, page, x, y, width, height, align, fontSize, comb, multiline, participantId } = field;
  const language = participants.find(({ id }) => id === participantId)?.language ?? DEFAULT_LANGUAGE;
  // A grouped button's option is already printed next to it on the page.
  const value =
    type === 'radio' && isTickBox(field)
      ? String(isFilled(field, shown))
      : displayValue(field, shown, language);
  const mark = marks.find((made) => made.participantId === participantId && made.purpose === type)?.mark;
  return [
    {
      ...{ type, page, x, y, width, height, value, align, fontSize, comb, multiline },
      ...(mark === undefined ? {} : { mark }),
    },
  ];
}
