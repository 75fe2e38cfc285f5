import { flushSync } from 'svelte';
import type { EditorState } from '#ui/editor/editor-state.svelte.ts';
import { scrollToPage } from '#ui/editor/placing/page-finder.ts';

/** Selects a field, scrolls it into view and focuses it. */
export function goToField(editor: EditorState, key: string): void {
  const field = editor.draft.fields.find((candidate) => candidate.key === key);
  if (field === undefined) return;
  editor.selectedKey = key;
  // A page exists from the moment on that a field of it is chosen.
  flushSync();
  scrollToPage(field.page, field.y + field.height / 2);
  document.getElementById(`field-${key}`)?.focus({ preventScroll: true });
}
