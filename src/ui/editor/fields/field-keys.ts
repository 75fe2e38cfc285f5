import { flushSync } from 'svelte';
import { m } from '#i18n/compiled/messages.js';
import { ARRANGEMENTS } from '#ui/editor/placing/arrange.ts';
import type { FieldChange } from '#ui/editor/draft/changes.ts';
import type { DraftField } from '#ui/editor/draft/draft.ts';
import type { EditorState } from '#ui/editor/editor-state.svelte.ts';
import { arrangeChosen, removeChosen } from './field-actions.ts';
import { getFieldName, formatPercent } from './field-words.ts';
import { movePlacesTogether, resizePlace, type Place } from '#ui/editor/placing/geometry.ts';
import { scrollToPage } from '#ui/editor/placing/page-finder.ts';
import { settleChosen } from '#ui/editor/proposals/proposal-actions.ts';
import { isProposal } from '#ui/editor/proposals/proposals.ts';

/** The keys that work on a placed field, for assistive technology. */
export const FIELD_SHORTCUTS = [
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'Alt+ArrowRight',
  'Space',
  'Delete',
  'Enter',
].join(' ');

/** How far an arrow key moves a field, as a fraction of the page. Shift uses the fine step. */
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
 * Handles a key pressed on a placed field and applies it to all selected fields. `listEditorShortcuts` lists
 * the keys.
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
    ? chosen.map((one) => resizePlace(one, 'se', dx, dy, LEAST))
    : movePlacesTogether(chosen, dx, dy);
  const tag = `keys ${event.altKey ? 'resize' : 'move'} ${editor.selection.keys.join()}`;
  editor.changeFields(toChanges(chosen, places), tag);
  const place = places[chosen.indexOf(field)] ?? field;
  editor.announcement = event.altKey
    ? m.editor_news_size({ width: formatPercent(place.width), height: formatPercent(place.height) })
    : m.editor_news_moved({ left: formatPercent(place.x), top: formatPercent(place.y) });
  scrollToPage(field.page, place.y);
  keepFocus(field);
}

/** Handles Space. From then on, moving the focus keeps the selection, and Space adds or removes a field. */
function gather(editor: EditorState, field: DraftField): void {
  const { selection } = editor;
  if (selection.held) selection.toggle(field.key);
  else selection.held = true;
  if (selection.keys.length === 0) selection.held = false;
  editor.announcement = selection.held
    ? m.editor_news_selecting({ count: selection.keys.length })
    : m.editor_news_selected_none();
}

function turnPage(editor: EditorState, field: DraftField, by: number): void {
  const { chosen } = editor;
  const count = editor.pdf?.pageCount ?? 0;
  if (chosen.some(({ page }) => page + by < 1 || page + by > count)) return;
  editor.changeFields(new Map(chosen.map(({ key, page }) => [key, { page: page + by }])));
  const page = field.page + by;
  editor.announcement = m.editor_news_turned({ field: getFieldName(field), page });
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

function toChanges(fields: readonly DraftField[], places: readonly Place[]): Map<string, FieldChange> {
  return new Map(fields.map((field, index) => [field.key, places[index] ?? {}]));
}

/**
 * Restores the focus, because a field that moves in the reading order or to another page becomes a new
 * element.
 */
function keepFocus(field: DraftField): void {
  flushSync();
  document.getElementById(`field-${field.key}`)?.focus({ preventScroll: true });
}
