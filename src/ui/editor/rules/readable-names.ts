import { m } from '#i18n/compiled/messages.js';
import type { Draft, DraftField } from '#ui/editor/draft/draft.ts';
import { getFieldName, getParticipantName } from '#ui/editor/fields/field-words.ts';
import type { ReadableField } from './draft-rules.ts';

/**
 * Names fields so that they can be told apart: by their label and page, where that isn't enough by their person, and
 * at last by a number.
 */
export function nameReadableFields(
  { participants }: Pick<Draft, 'participants'>,
  readable: readonly ReadableField[],
): readonly { readonly value: string; readonly label: string }[] {
  const findPersonName = ({ participantKey }: DraftField) => {
    const at = participants.findIndex(({ key }) => key === participantKey);
    return getParticipantName(participants[at], at);
  };
  const plain = readable.map(
    ({ field }) => `${getFieldName(field)} (${m.editor_page({ page: field.page })})`,
  );
  const named = readable.map(({ field }, index) => {
    const label = plain[index] ?? '';
    return countSame(plain, label) > 1 ? `${findPersonName(field)}: ${label}` : label;
  });
  return readable.map(({ apiKey }, index) => {
    const label = named[index] ?? '';
    const number = countSame(named.slice(0, index + 1), label);
    return { value: apiKey, label: countSame(named, label) > 1 ? `${label} ${number}` : label };
  });
}

function countSame(labels: readonly string[], label: string): number {
  return labels.filter((one) => one === label).length;
}
