import { isAnnotation } from '#domain/field/answer.ts';
import { m } from '#i18n/compiled/messages.js';
import { createField, withFields } from '#ui/editor/draft/changes.ts';
import { createAmountFormat, getItemType, type PaletteItem } from '#ui/editor/fields/palette.ts';
import type { EditorState } from '#ui/editor/editor-state.svelte.ts';
import { createRandomId } from '#ui/kit/random-id.ts';
import type { FoundText, WantedText } from './found-text.ts';

/**
 * Places a field at each occurrence of a text, as one step, and selects them. Each keeps the text that it stands
 * by, as fields that programs place by text do. Returns how many there are.
 */
export function placeByText(
  editor: EditorState,
  { text, item, place }: Omit<WantedText, 'type'> & { readonly item: PaletteItem },
  found: FoundText,
): number {
  const type = getItemType(item);
  const format = item === 'amount' ? { format: createAmountFormat(editor.draft.fields) } : {};
  if (editor.activeKey === null && !isAnnotation({ type })) editor.addParticipant();
  const fields = found.places.map(({ page, ...spot }, index) => ({
    ...createField({
      key: createRandomId(),
      type,
      page,
      place: spot,
      participantKey: editor.activeKey ?? '',
    }),
    ...format,
    anchor: {
      ...{ text, occurrence: index + 1, ignoreCase: found.ignoreCase },
      ...(place === undefined ? {} : { place }),
    },
  }));
  editor.change(withFields(editor.draft, fields));
  editor.selection.choose(fields.map(({ key }) => key));
  editor.found = null;
  editor.announcement = m.editor_by_text_placed({ count: fields.length });
  return fields.length;
}
