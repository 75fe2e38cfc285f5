import { commands, type Locator } from 'vitest/browser';

type Point = { readonly x: number; readonly y: number };

/** Where an element is, in pixels of the window. */
export function boxOf(element: Locator): DOMRect {
  return element.element().getBoundingClientRect();
}

/** Presses inside an element and lets go in the middle of another, or at another share of its size. */
export async function dragOnto(
  handle: Locator,
  onto: Locator,
  share: Point = { x: 0.5, y: 0.5 },
): Promise<void> {
  const box = boxOf(onto);
  await drag(middleOf(handle), { x: box.x + box.width * share.x, y: box.y + box.height * share.y });
}

/** Presses at a point and lets go at another. */
export async function drag(from: Point, to: Point): Promise<void> {
  await commands.usePointer([{ to: from }, { button: 'down' }, { to, steps: 6 }, { button: 'up' }]);
}

/** Presses in the middle of an element and lets go at a distance from it. */
export async function dragBy(element: Locator, by: Point): Promise<void> {
  const { x, y } = middleOf(element);
  await drag({ x, y }, { x: x + by.x, y: y + by.y });
}

/** Clicks at a point of the window. */
export async function clickAt(point: Point): Promise<void> {
  await commands.usePointer([{ to: point }, { button: 'down' }, { button: 'up' }]);
}

function middleOf(element: Locator): Point {
  const box = boxOf(element);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
