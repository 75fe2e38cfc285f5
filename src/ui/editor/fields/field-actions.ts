import { LIMITS } from '#domain/limits.ts';
import { m } from '#i18n/compiled/messages.js';
import {
  arrangePlaces,
  getArrangementName,
  ARRANGEMENTS,
  type Arrangement,
} from '#ui/editor/placing/arrange.ts';
import { withFields, withoutFields } from '#ui/editor/draft/changes.ts';
import { copyFieldsToPage, copyFieldsToPages, duplicateFields } from '#ui/editor/placing/copies.ts';
import type { DraftField } from '#ui/editor/draft/draft.ts';
import type { EditorState } from '#ui/editor/editor-state.svelte.ts';
import { getFieldName } from './field-words.ts';
import { keepInside } from '#ui/editor/placing/geometry.ts';
import { findViewMiddle } from '#ui/editor/placing/page-finder.ts';
import { formatPageRanges } from '#ui/editor/placing/page-ranges.ts';
import { createRandomId } from '#ui/kit/random-id.ts';

/** The fields that were copied last in this tab. They can be pasted into another envelope. */
let clipboard: readonly DraftField[] = [];

/** Removes the selected fields and moves the focus to the field that follows the last of them. */
export function removeChosen(editor: EditorState): void {
  const { chosen } = editor;
  const last = chosen.at(-1);
  if (last === undefined) return;
  const index = editor.ordered.findIndex(({ key }) => key === last.key);
  editor.change(withoutFields(editor.draft, new Set(chosen.map(({ key }) => key))));
  editor.selectedKey = null;
  editor.announcement =
    chosen.length === 1
      ? m.editor_news_removed({ field: getFieldName(last) })
      : m.editor_news_removed_many({ count: chosen.length });
  const neighbor = editor.ordered[Math.min(index, editor.ordered.length - 1)];
  if (neighbor !== undefined)
    queueMicrotask(() => document.getElementById(`field-${neighbor.key}`)?.focus({ preventScroll: true }));
}

/** Duplicates the selected fields. */
export function duplicateChosen(editor: EditorState): void {
  const { chosen, draft } = editor;
  if (chosen.length > 0) add(editor, duplicateFields(chosen, draft.fields, createRandomId));
}

/** Copies the selected fields for pasting. */
export function copyChosen(editor: EditorState): void {
  if (editor.chosen.length === 0) return;
  clipboard = editor.chosen;
  editor.announcement = m.editor_news_copied({ count: clipboard.length });
}

/** Cuts the selected fields for pasting. */
export function cutChosen(editor: EditorState): void {
  copyChosen(editor);
  removeChosen(editor);
}

/** Pastes onto the page in view. Fields of a participant who isn't in this envelope go to the active one. */
export function paste(editor: EditorState): void {
  const page = findViewMiddle()?.page;
  if (page === undefined || clipboard.length === 0) return;
  if (editor.activeKey === null && editor.draft.participants.length === 0) editor.addParticipant();
  const owned = clipboard.map((field) =>
    editor.positions.has(field.participantKey)
      ? field
      : { ...field, participantKey: editor.activeKey ?? '', partyIndex: null },
  );
  add(editor, copyFieldsToPage(page, owned, editor.draft.fields, createRandomId));
}

/** Copies the selected fields to the same place on other pages. Returns how many fields were added. */
export function copyToPages(editor: EditorState, pages: readonly number[]): number {
  const { chosen, draft } = editor;
  const copies = copyFieldsToPages(chosen, pages, draft.fields, createRandomId);
  if (!hasRoom(editor, copies.length) || copies.length === 0) return 0;
  editor.change(withFields(draft, copies));
  const onto = [...new Set(copies.map(({ page }) => page))];
  editor.announcement = m.editor_news_copied_to({ count: copies.length, pages: formatPageRanges(onto) });
  return copies.length;
}

/** Aligns, distributes, or resizes the selected fields. */
export function arrangeChosen(editor: EditorState, how: Arrangement): void {
  const { chosen } = editor;
  const arrangement = ARRANGEMENTS.find((candidate) => candidate.how === how);
  if (arrangement === undefined || chosen.length < arrangement.least) return;
  const places = arrangePlaces(chosen, how);
  editor.changeFields(
    new Map(
      chosen.map((field, index) => {
        const { x, y, width, height } = keepInside(places[index] ?? field);
        return [field.key, { x, y, width, height }];
      }),
    ),
  );
  editor.announcement = m.editor_news_arranged({
    action: getArrangementName(how),
    count: chosen.length,
  });
}

/** Selects every field on the current page. */
export function choosePage(editor: EditorState): void {
  const page = editor.chosen.at(-1)?.page ?? findViewMiddle()?.page ?? 1;
  const fields = editor.byPage.get(page) ?? [];
  editor.selection.choose(fields.map(({ key }) => key));
  editor.announcement = m.editor_news_page_selected({ count: fields.length, page });
}

function add(editor: EditorState, copies: readonly DraftField[]): void {
  if (!hasRoom(editor, copies.length)) return;
  editor.change(withFields(editor.draft, copies));
  editor.selection.choose(copies.map(({ key }) => key));
  const last = copies.at(-1);
  if (last === undefined) return;
  editor.announcement = m.editor_news_added({ count: copies.length, page: last.page });
  queueMicrotask(() => document.getElementById(`field-${last.key}`)?.focus({ preventScroll: true }));
}

function hasRoom(editor: EditorState, more: number): boolean {
  if (editor.draft.fields.length + more <= LIMITS.fieldsMax) return true;
  editor.announcement = m.editor_news_full({ count: LIMITS.fieldsMax });
  return false;
}
