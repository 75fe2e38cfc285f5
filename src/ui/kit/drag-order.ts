import { followPointer } from './follow-pointer.ts';

type Drag<Target> = {
  /** Returns the target under the pointer, or null if there is none. */
  readonly find: (event: PointerEvent) => Target | null;
  /** Shows where the dragged element would go. */
  readonly hover: (target: Target | null) => void;
  /** Called if the element was dropped on a target. */
  readonly drop: (target: Target) => void;
};

/** How far the pointer moves before a press becomes a drag, in pixels. */
const DRAG_BEGINS = 4;

/**
 * Follows a pressed handle, and moves nothing until it's released so that what is under the pointer stays
 * there.
 */
export function dragOrder<Target>(begin: PointerEvent, { find, hover, drop }: Drag<Target>): void {
  if (begin.button !== 0) return;
  begin.preventDefault();
  let dragged = false;
  let target: Target | null = null;
  followPointer(begin, {
    move: (dx, dy, event) => {
      dragged ||= Math.hypot(dx, dy) > DRAG_BEGINS;
      if (!dragged) return;
      target = find(event);
      hover(target);
    },
    end: ({ canceled }) => {
      hover(null);
      if (!canceled && target !== null) drop(target);
    },
  });
}

/**
 * Returns the position in a vertical list that the pointer is at, which is the number of elements whose
 * middle is above the pointer.
 */
export function findPosition(elements: Iterable<Element>, clientY: number): number {
  return [...elements].filter((element) => {
    const box = element.getBoundingClientRect();
    return clientY > box.top + box.height / 2;
  }).length;
}

/**
 * Returns a list with one element moved to a position. The position is counted before the element is taken
 * out.
 */
export function withMoved<T>(list: readonly T[], from: number, to: number): T[] {
  const one = list[from];
  if (one === undefined) return [...list];
  const others = list.filter((_, index) => index !== from);
  const at = to > from ? to - 1 : to;
  return [...others.slice(0, at), one, ...others.slice(at)];
}
