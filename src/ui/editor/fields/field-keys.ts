import { flushSync } from 'svelte';
import { ARRANGEMENTS } from '#ui/editor/placing/arrange.ts';
import type { FieldChange } from '#ui/editor/draft/changes.ts';
import type { DraftField } from '#ui/editor/draft/draft.ts';
import type { EditorState } from '#ui/editor/editor-state.svelte.ts';
import { arrangeChosen, removeChosen } from './field-actions.ts';
import { countOfFields, fieldName, placeWords } from './field-words.ts';
import { movedTogether, resized, type Place } from '#ui/editor/placing/geometry.ts';
import { scrollToPage } from '#ui/editor/placing/page-finder.ts';
import { settleChosen } from '#ui/editor/proposals/proposal-actions.ts';
import { isProposal } from '#ui/editor/proposals/proposals.ts';

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
 * Works the chosen fields from the keyboard of the one with the focus: arrows move them exactly (Shift: finely), with Alt
 * they pull the lower right corners; see `EDITOR_KEYS` for the others.
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
  else if (event.key === ' ') gather(editor, field);
  else if (event.key === 'PageDown') turnPage(editor, field, 1);
  else if (event.key === 'PageUp') turnPage(editor, field, -1);
  else if (event.key === 'Delete' || event.key === 'Backspace') remove(editor);
  else if (event.key === 'Enter' && isProposal(field)) settleChosen(editor, 'accept');
  else if (event.key === 'Enter') showProperties();
  else if (event.key.toLowerCase() === 'g' && !event.shiftKey && !event.altKey)
    editor.dialog = 'copy-to-pages';
  else if (!arrange(editor, event)) return;
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
  const { chosen } = editor;
  const places = event.altKey
    ? chosen.map((one) => resized(one, 'se', dx, dy, LEAST))
    : movedTogether(chosen, dx, dy);
  const tag = `keys ${event.altKey ? 'resize' : 'move'} ${editor.selection.keys.join()}`;
  editor.changeFields(changesOf(chosen, places), tag);
  const place = places[chosen.indexOf(field)] ?? field;
  editor.announcement = event.altKey
    ? `${(place.width * 100).toFixed(1)} % wide, ${(place.height * 100).toFixed(1)} % high.`
    : `${(place.x * 100).toFixed(1)} % from the left, ${(place.y * 100).toFixed(1)} % from the top.`;
  scrollToPage(field.page, place.y);
  keepFocus(field);
}

/** Space: from now on the focus goes about without choosing, and Space adds or leaves out. */
function gather(editor: EditorState, field: DraftField): void {
  const { selection } = editor;
  if (selection.held) selection.toggle(field.key);
  else selection.held = true;
  if (selection.keys.length === 0) selection.held = false;
  editor.announcement = selection.held
    ? `${countOfFields(selection.keys.length)} chosen. Tab goes on, Space adds or leaves out.`
    : 'None chosen.';
}

function turnPage(editor: EditorState, field: DraftField, by: number): void {
  const { chosen } = editor;
  const count = editor.pdf?.pageCount ?? 0;
  if (chosen.some(({ page }) => page + by < 1 || page + by > count)) return;
  editor.changeFields(new Map(chosen.map(({ key, page }) => [key, { page: page + by }])));
  const page = field.page + by;
  editor.announcement = `${fieldName(field)} is on ${placeWords({ ...field, page })}.`;
  flushSync();
  scrollToPage(page, field.y);
  keepFocus(field);
}

function remove(editor: EditorState): void {
  const { chosen } = editor;
  if (chosen.length > 0 && chosen.every(isProposal)) settleChosen(editor, 'dismiss');
  else removeChosen(editor);
}

function arrange(editor: EditorState, event: KeyboardEvent): boolean {
  if (!event.shiftKey || event.altKey) return false;
  const found = ARRANGEMENTS.find(({ key }) => key === event.key.toUpperCase());
  if (found === undefined) return false;
  arrangeChosen(editor, found.how);
  return true;
}

function changesOf(fields: readonly DraftField[], places: readonly Place[]): Map<string, FieldChange> {
  return new Map(fields.map((field, index) => [field.key, places[index] ?? {}]));
}

/** A field that gets another place in the reading order, or on another page, is another element or loses its focus. */
function keepFocus(field: DraftField): void {
  flushSync();
  document.getElementById(`field-${field.key}`)?.focus({ preventScroll: true });
}
