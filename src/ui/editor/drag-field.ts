import type { DraftField } from './draft.ts';
import type { EditorState } from './editor-state.svelte.ts';
import { followPointer } from './follow-pointer.ts';
import {
  MIN_FIELD_POINTS,
  fractionSize,
  keptInside,
  resized,
  snapped,
  type Handle,
  type Place,
} from './geometry.ts';
import { pageAt } from './page-finder.ts';

/** How near an edge must come to another's to be pulled to it, in CSS pixels. Alt lets go. */
const SNAP_PIXELS = 5;

let gestures = 0;

/** Moves a field with the pointer that was pressed on it, also onto other pages. */
export function dragField(editor: EditorState, field: DraftField, begin: PointerEvent): void {
  if (begin.button !== 0) return;
  editor.armed = null;
  editor.selectedKey = field.key;
  const tag = `drag ${(gestures += 1)}`;
  const grip = gripOf(field, begin);
  if (grip === null) return;
  followPointer(begin, {
    move: (_dx, _dy, event) => {
      const point = pageAt(event.clientX, event.clientY);
      if (point === null) return;
      const wanted = keptInside({
        x: point.x - grip.x,
        y: point.y - grip.y,
        width: field.width,
        height: field.height,
      });
      const place = event.altKey ? wanted : snappedOn(editor, field.key, point.page, wanted);
      editor.changeField(field.key, { ...place, page: point.page }, tag);
    },
    end: () => editor.settle(),
  });
}

/** Resizes a field by one of its handles. */
export function dragHandle(
  editor: EditorState,
  { field, handle }: { readonly field: DraftField; readonly handle: Handle },
  begin: PointerEvent,
): void {
  if (begin.button !== 0) return;
  begin.preventDefault();
  const box = boxOf(field.page);
  if (box === null) return;
  const tag = `resize ${(gestures += 1)}`;
  const min = fractionSize(MIN_FIELD_POINTS, box);
  followPointer(begin, {
    move: (dx, dy) =>
      editor.changeField(field.key, resized(field, handle, dx / box.width, dy / box.height, min), tag),
    end: () => editor.settle(),
  });
}

function gripOf(field: DraftField, event: PointerEvent): { x: number; y: number } | null {
  const point = pageAt(event.clientX, event.clientY);
  return point === null ? null : { x: point.x - field.x, y: point.y - field.y };
}

function snappedOn(editor: EditorState, key: string, page: number, wanted: Place): Place {
  const box = boxOf(page);
  if (box === null) return wanted;
  const others = editor.draft.fields.filter((other) => other.page === page && other.key !== key);
  const { place, guides } = snapped(wanted, others, {
    width: SNAP_PIXELS / box.width,
    height: SNAP_PIXELS / box.height,
  });
  editor.guides = { ...guides, page };
  return place;
}

function boxOf(page: number): DOMRect | null {
  return document.querySelector(`[data-page="${page}"]`)?.getBoundingClientRect() ?? null;
}
