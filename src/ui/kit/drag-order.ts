import { followPointer } from './follow-pointer.ts';

type Drag<Target> = {
  /** Returns what is under the pointer, or null for nothing. */
  readonly find: (event: PointerEvent) => Target | null;
  /** Shows where it would go. */
  readonly hover: (target: Target | null) => void;
  /** Called if it was dragged somewhere. */
  readonly drop: (target: Target) => void;
};

/** How far the pointer moves before a press becomes a drag, in pixels. */
const DRAG_BEGINS = 4;

/** Follows a pressed handle and moves nothing until it's released, so that what is under the pointer stays there. */
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

/** Returns at which position of a vertical list the pointer is: before how many of its elements' middles. */
export function findPosition(elements: Iterable<Element>, clientY: number): number {
  return [...elements].filter((element) => {
    const box = element.getBoundingClientRect();
    return clientY > box.top + box.height / 2;
  }).length;
}

/** Returns a list with one element moved to a position, counted before it was taken out. */
export function withMoved<T>(list: readonly T[], from: number, to: number): T[] {
  const one = list[from];
  if (one === undefined) return [...list];
  const others = list.filter((_, index) => index !== from);
  const at = to > from ? to - 1 : to;
  return [...others.slice(0, at), one, ...others.slice(at)];
}
