import { flushSync } from 'svelte';
import type { EditorState } from '#ui/editor/editor-state.svelte.ts';
import type { PaletteItem } from './palette.ts';
import { scrollToPage, type PagePoint } from '#ui/editor/placing/page-finder.ts';

/** Selects a field, scrolls it into view and focuses it. */
export function goToField(editor: EditorState, key: string): void {
  const field = editor.draft.fields.find((candidate) => candidate.key === key);
  if (field === undefined) return;
  editor.selectedKey = key;
  // A page exists only once one of its fields is selected.
  flushSync();
  scrollToPage(field.page, field.y + field.height / 2);
  document.getElementById(`field-${key}`)?.focus({ preventScroll: true });
}

/** Places a field at the pointer and focuses it, so that keys can move and remove it. */
export async function placeField(editor: EditorState, item: PaletteItem, point: PagePoint): Promise<void> {
  const key = await editor.place(item, point);
  flushSync();
  document.getElementById(`field-${key}`)?.focus({ preventScroll: true });
}
