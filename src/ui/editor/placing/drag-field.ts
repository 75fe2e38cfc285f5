import { getBounds } from './arrange.ts';
import type { FieldChange } from '#ui/editor/draft/changes.ts';
import type { DraftField } from '#ui/editor/draft/draft.ts';
import type { EditorState } from '#ui/editor/editor-state.svelte.ts';
import { followPointer } from '#ui/kit/follow-pointer.ts';
import {
  MIN_FIELD_POINTS,
  toFractionSize,
  keepInside,
  movePlacesTogether,
  overlap,
  resizePlace,
  type Handle,
  type Place,
  type Size,
} from './geometry.ts';
import { findPageUnder, pointOn } from './page-finder.ts';
import { snapPlace, snapResize } from './snapping.ts';

/** How near an edge must be to another to snap, in CSS pixels. Alt turns snapping off. */
const SNAP_PIXELS = 5;

/**
 * How far a pressed pointer moves before it drags, in CSS pixels, since clicks are rarely perfectly still.
 */
const DRAG_BEGINS = 3;

let gestures = 0;

/**
 * Selects the field under a pressed pointer (Shift or Ctrl adds or removes it), and moves the selection with
 * the pointer, even to other pages.
 */
export function dragField(editor: EditorState, field: DraftField, begin: PointerEvent): void {
  if (begin.button !== 0) return;
  editor.armed = null;
  const { selection } = editor;
  const wasChosen = selection.has(field.key);
  const isAdding = begin.shiftKey || begin.ctrlKey || begin.metaKey;
  if (isAdding) selection.toggle(field.key);
  else if (!wasChosen) selection.choose([field.key]);
  holdWhilePressed(editor, begin);
  if (!selection.has(field.key)) return;

  const fields = editor.chosen;
  const own = fields.filter(({ page }) => page === field.page);
  const box = getBounds(own);
  const grip = getGrip(box, begin);
  const tag = `drag:${(gestures += 1)}`;
  let dragged = false;
  if (grip === null) return;
  followPointer(begin, {
    move: (dx, dy, event) => {
      dragged ||= Math.hypot(dx, dy) > DRAG_BEGINS;
      const point = findPageUnder(event.clientX, event.clientY);
      if (!dragged || point === null) return;
      const wanted = keepInside({ ...box, x: point.x - grip.x, y: point.y - grip.y });
      const place = event.altKey ? letGo(editor, wanted) : pullToGuides(editor, point.page, wanted);
      const moves = movePlacesTogether(fields, place.x - box.x, place.y - box.y);
      const pages = movePages(editor, fields, point.page - field.page);
      editor.changeFields(
        toChanges(fields, (index) => ({ ...moves[index], page: pages[index] ?? field.page })),
        tag,
      );
    },
    end: ({ canceled }) => {
      editor.settle();
      if (dragged && canceled) editor.undo();
      // On another page it is another element, and has lost the focus.
      if (dragged) document.getElementById(`field-${field.key}`)?.focus({ preventScroll: true });
      else if (wasChosen && !isAdding) selection.choose([field.key]);
    },
  });
}

/** Resizes the selected fields by a handle of one of them. */
export function dragHandle(
  editor: EditorState,
  { field, handle }: { readonly field: DraftField; readonly handle: Handle },
  begin: PointerEvent,
): void {
  if (begin.button !== 0) return;
  begin.preventDefault();
  begin.stopPropagation();
  const box = findPageBox(field.page);
  if (box === null) return;
  const fields = editor.chosen;
  const tag = `resize:${(gestures += 1)}`;
  const min = toFractionSize(MIN_FIELD_POINTS, box);
  followPointer(begin, {
    move: (byX, byY, event) => {
      const pull = { handle, dx: byX / box.width, dy: byY / box.height };
      const others = event.altKey ? null : listOthers(editor, field.page);
      const limits = { tolerance: getTolerance(box), min };
      const result = others === null ? null : snapResize(field, pull, others, limits);
      editor.guides = result === null ? null : { ...result.guides, page: field.page };
      const by = result === null ? pull : getPull(field, result.place, pull);
      editor.changeFields(
        toChanges(fields, (_index, one) => resizePlace(one, handle, by.dx, by.dy, min)),
        tag,
      );
    },
    end: () => editor.settle(),
  });
}

/** Draws a selection rectangle from where the pointer was pressed, and selects the fields it touches. */
export function dragBand(editor: EditorState, sheet: HTMLElement, begin: PointerEvent): void {
  const start = pointOn(sheet, begin.clientX, begin.clientY);
  const before = begin.shiftKey || begin.ctrlKey || begin.metaKey ? editor.selection.keys : [];
  editor.selection.choose(before);
  holdWhilePressed(editor, begin);
  if (begin.pointerType === 'touch') return;
  followPointer(begin, {
    move: (dx, dy, event) => {
      if (editor.band === null && Math.hypot(dx, dy) <= DRAG_BEGINS) return;
      const here = pointOn(sheet, event.clientX, event.clientY);
      const band = getBounds([point(start), point(here)].map(({ x, y }) => ({ x, y, width: 0, height: 0 })));
      editor.band = { ...band, page: start.page };
      const touched = (editor.byPage.get(start.page) ?? []).filter((field) => overlap(field, band));
      editor.selection.choose([...before, ...touched.map(({ key }) => key)]);
    },
    end: () => {
      editor.band = null;
      // Keys act on the focused field and, with it, on all that are selected.
      document.getElementById(`field-${editor.selection.last}`)?.focus({ preventScroll: true });
    },
  });
}

/**
 * Holds the selection until the pointer is released, because pressing focuses the field, which would select
 * it alone.
 */
function holdWhilePressed({ selection }: EditorState, begin: PointerEvent): void {
  const before = selection.held;
  selection.held = true;
  followPointer(begin, { move: () => {}, end: () => (selection.held = before && selection.keys.length > 0) });
}

function point({ x, y }: { x: number; y: number }): { x: number; y: number } {
  return { x: Math.max(0, Math.min(1, x)), y: Math.max(0, Math.min(1, y)) };
}

function getGrip(box: Place, event: PointerEvent): { x: number; y: number } | null {
  const at = findPageUnder(event.clientX, event.clientY);
  return at === null ? null : { x: at.x - box.x, y: at.y - box.y };
}

function toChanges(
  fields: readonly DraftField[],
  change: (index: number, field: DraftField) => FieldChange,
): Map<string, FieldChange> {
  return new Map(fields.map((field, index) => [field.key, change(index, field)]));
}

/** Fields on several pages move together, as long as all of them have a page to move to. */
function movePages(editor: EditorState, fields: readonly DraftField[], by: number): number[] {
  const count = editor.pdf?.pageCount ?? 1;
  const isPossible = fields.every(({ page }) => page + by >= 1 && page + by <= count);
  return fields.map(({ page }) => (isPossible ? page + by : page));
}

function letGo(editor: EditorState, wanted: Place): Place {
  editor.guides = null;
  return wanted;
}

function pullToGuides(editor: EditorState, page: number, wanted: Place): Place {
  const box = findPageBox(page);
  if (box === null) return wanted;
  const { place, guides } = snapPlace(wanted, listOthers(editor, page), getTolerance(box));
  editor.guides = { ...guides, page };
  return place;
}

/** Returns how far snapping moved a handle. */
function getPull(
  before: Place,
  after: Place,
  { handle }: { readonly handle: Handle },
): { readonly dx: number; readonly dy: number } {
  const dx = handle.includes('w') ? after.x - before.x : after.x + after.width - before.x - before.width;
  const dy = handle.includes('n') ? after.y - before.y : after.y + after.height - before.y - before.height;
  return { dx, dy };
}

function listOthers(editor: EditorState, page: number): DraftField[] {
  return (editor.byPage.get(page) ?? []).filter(({ key }) => !editor.selection.has(key));
}

function getTolerance(box: DOMRect): Size {
  return { width: SNAP_PIXELS / box.width, height: SNAP_PIXELS / box.height };
}

function findPageBox(page: number): DOMRect | null {
  return document.querySelector(`[data-page="${page}"]`)?.getBoundingClientRect() ?? null;
}
