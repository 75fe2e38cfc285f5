import { LIMITS } from '#domain/limits.ts';
import { arranged, ARRANGEMENTS, type Arrangement } from '#ui/editor/placing/arrange.ts';
import { withFields, withoutFields } from '#ui/editor/draft/changes.ts';
import { copiesOn, copiesOnPages, duplicates } from '#ui/editor/placing/copies.ts';
import type { DraftField } from '#ui/editor/draft/draft.ts';
import type { EditorState } from '#ui/editor/editor-state.svelte.ts';
import { countOfFields, fieldName, placeWords } from './field-words.ts';
import { keptInside } from '#ui/editor/placing/geometry.ts';
import { middleOfView } from '#ui/editor/placing/page-finder.ts';
import { pagesInWords } from '#ui/editor/placing/page-ranges.ts';

const newKey = () => crypto.randomUUID();

/** What was copied last, kept for the tab: it can be pasted into another envelope. */
let clipboard: readonly DraftField[] = [];

/** Removes the chosen fields, and moves the focus to where the last of them stood in reading order. */
export function removeChosen(editor: EditorState): void {
  const { chosen } = editor;
  const last = chosen.at(-1);
  if (last === undefined) return;
  const index = editor.ordered.findIndex(({ key }) => key === last.key);
  editor.change(withoutFields(editor.draft, new Set(chosen.map(({ key }) => key))));
  editor.selectedKey = null;
  editor.announcement = `${inWords(chosen)} removed. ${countOfFields(editor.draft.fields.length)} left.`;
  const neighbor = editor.ordered[Math.min(index, editor.ordered.length - 1)];
  if (neighbor !== undefined)
    queueMicrotask(() => document.getElementById(`field-${neighbor.key}`)?.focus({ preventScroll: true }));
}

/** Puts copies of the chosen fields beside them. */
export function duplicateChosen(editor: EditorState): void {
  const { chosen, draft } = editor;
  if (chosen.length > 0) add(editor, duplicates(chosen, draft.fields, newKey));
}

/** Keeps the chosen fields for pasting. */
export function copyChosen(editor: EditorState): void {
  if (editor.chosen.length === 0) return;
  clipboard = editor.chosen;
  editor.announcement = `${inWords(clipboard)} copied.`;
}

/** Keeps the chosen fields for pasting, and removes them. */
export function cutChosen(editor: EditorState): void {
  copyChosen(editor);
  removeChosen(editor);
}

/** Puts what was copied onto the page that is seen most. Fields of a participant who is not here are the active one's. */
export function paste(editor: EditorState): void {
  const page = middleOfView()?.page;
  if (page === undefined || clipboard.length === 0) return;
  if (editor.activeKey === null && editor.draft.participants.length === 0) editor.addParticipant();
  const owned = clipboard.map((field) =>
    editor.positions.has(field.participantKey)
      ? field
      : { ...field, participantKey: editor.activeKey ?? '', partyIndex: null },
  );
  add(editor, copiesOn(page, owned, editor.draft.fields, newKey));
}

/** Puts copies of the chosen fields onto the same places of other pages. Gives how many there are now. */
export function copyToPages(editor: EditorState, pages: readonly number[]): number {
  const { chosen, draft } = editor;
  const copies = copiesOnPages(chosen, pages, draft.fields, newKey);
  if (!hasRoom(editor, copies.length) || copies.length === 0) return 0;
  editor.change(withFields(draft, copies));
  const onto = [...new Set(copies.map(({ page }) => page))];
  editor.announcement = `${countOfFields(copies.length)} added on pages ${pagesInWords(onto)}.`;
  return copies.length;
}

/** Aligns, distributes or resizes the chosen fields. */
export function arrangeChosen(editor: EditorState, how: Arrangement): void {
  const { chosen } = editor;
  const arrangement = ARRANGEMENTS.find((candidate) => candidate.how === how);
  if (arrangement === undefined || chosen.length < arrangement.least) return;
  const places = arranged(chosen, how);
  editor.changeFields(
    new Map(
      chosen.map((field, index) => {
        const { x, y, width, height } = keptInside(places[index] ?? field);
        return [field.key, { x, y, width, height }];
      }),
    ),
  );
  editor.announcement = `${arrangement.words}: done for ${countOfFields(chosen.length)}.`;
}

/** Chooses every field of a page. */
export function choosePage(editor: EditorState): void {
  const page = editor.chosen.at(-1)?.page ?? middleOfView()?.page ?? 1;
  const fields = editor.byPage.get(page) ?? [];
  editor.selection.choose(fields.map(({ key }) => key));
  editor.announcement = `${countOfFields(fields.length)} on page ${page} chosen.`;
}

function add(editor: EditorState, copies: readonly DraftField[]): void {
  if (!hasRoom(editor, copies.length)) return;
  editor.change(withFields(editor.draft, copies));
  editor.selection.choose(copies.map(({ key }) => key));
  const last = copies.at(-1);
  if (last === undefined) return;
  editor.announcement = `Copy of ${inWords(copies)} placed on ${placeWords(last)}.`;
  queueMicrotask(() => document.getElementById(`field-${last.key}`)?.focus({ preventScroll: true }));
}

function hasRoom(editor: EditorState, more: number): boolean {
  if (editor.draft.fields.length + more <= LIMITS.fieldsMax) return true;
  editor.announcement = `An envelope takes at most ${LIMITS.fieldsMax} fields.`;
  return false;
}

function inWords(fields: readonly DraftField[]): string {
  const [first] = fields;
  return first !== undefined && fields.length === 1 ? fieldName(first) : countOfFields(fields.length);
}
