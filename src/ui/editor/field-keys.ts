import { flushSync } from 'svelte';
import type { DraftField } from './draft.ts';
import type { EditorState } from './editor-state.svelte.ts';
import { fieldName, placeWords } from './field-words.ts';
import { moved, resized } from './geometry.ts';
import { scrollToPage } from './page-finder.ts';

/** One step of an arrow key, in fractions of the page; with Shift the fine one. */
const STEP = 0.01;
const FINE_STEP = 0.001;
const LEAST = { width: 0.012, height: 0.01 };

const ARROWS: Readonly<Record<string, { readonly dx: number; readonly dy: number }>> = {
  ArrowLeft: { dx: -1, dy: 0 },
  ArrowRight: { dx: 1, dy: 0 },
  ArrowUp: { dx: 0, dy: -1 },
  ArrowDown: { dx: 0, dy: 1 },
};

/**
 * Works a focused field from the keyboard: arrows move it (Shift: finely), with Alt they pull its lower right corner,
 * PageUp and PageDown take it to the next page, Delete removes it, Enter goes to its properties, Escape leaves it.
 */
export function pressKey(
  editor: EditorState,
  field: DraftField,
  event: KeyboardEvent,
  showProperties: () => void,
): void {
  if (event.ctrlKey || event.metaKey) return;
  const arrow = ARROWS[event.key];
  if (arrow !== undefined) shift(editor, field, arrow, event);
  else if (event.key === 'Delete' || event.key === 'Backspace') editor.removeField(field);
  else if (event.key === 'Enter') showProperties();
  else if (event.key === 'Escape') editor.selectedKey = null;
  else if (event.key === 'PageDown') turnPage(editor, field, 1);
  else if (event.key === 'PageUp') turnPage(editor, field, -1);
  else return;
  event.preventDefault();
}

function shift(
  editor: EditorState,
  field: DraftField,
  arrow: { dx: number; dy: number },
  event: KeyboardEvent,
): void {
  const step = event.shiftKey ? FINE_STEP : STEP;
  const [dx, dy] = [arrow.dx * step, arrow.dy * step];
  const place = event.altKey ? resized(field, 'se', dx, dy, LEAST) : moved(field, dx, dy);
  editor.changeField(field.key, place, `keys ${event.altKey ? 'resize' : 'move'} ${field.key}`);
  editor.announcement = event.altKey
    ? `${(place.width * 100).toFixed(1)} % wide, ${(place.height * 100).toFixed(1)} % high.`
    : `${(place.x * 100).toFixed(1)} % from the left, ${(place.y * 100).toFixed(1)} % from the top.`;
  scrollToPage(field.page, place.y);
  keepFocus(field);
}

function turnPage(editor: EditorState, field: DraftField, by: number): void {
  const page = field.page + by;
  if (page < 1 || page > (editor.pdf?.pageCount ?? 0)) return;
  editor.changeField(field.key, { page });
  editor.announcement = `${fieldName(field)} is on ${placeWords({ ...field, page })}.`;
  scrollToPage(page, field.y);
  keepFocus(field);
}

/** A field that gets another place in the reading order, or on another page, is another element or loses its focus. */
function keepFocus(field: DraftField): void {
  flushSync();
  document.getElementById(`field-${field.key}`)?.focus({ preventScroll: true });
}
