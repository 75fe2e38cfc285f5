import { expect, onTestFinished } from 'vitest';
import { commands, page, type Locator } from 'vitest/browser';
import { boxOf } from './pointer.ts';

type Point = { readonly x: number; readonly y: number };

/** Shows the page on a touch screen of this size, until the test ends. */
export async function holdPhone(width = 320, height = 700): Promise<void> {
  const { innerWidth, innerHeight } = window;
  onTestFinished(async () => {
    await commands.useTouchScreen(false);
    await page.viewport(innerWidth, innerHeight);
  });
  await commands.useTouchScreen(true);
  await page.viewport(width, height);
}

/** Touches the middle of an element once it has come to rest there, and lets go. */
export async function tap(on: Locator): Promise<void> {
  await expect.element(on).toBeEnabled();
  await commands.touch([await findMiddle(on), 'end']);
}

/** Moves a finger down from the middle of an element. */
export async function pull(from: Locator, distance: number): Promise<void> {
  await swipe(await findMiddle(from), { x: 0, y: distance });
}

/** Moves a finger from a point of the window by a distance, in several steps, as people do. */
export async function swipe({ x, y }: Point, by: Point): Promise<void> {
  const part = (at: number) => ({ x: x + (by.x * at) / 8, y: y + (by.y * at) / 8 });
  await commands.touch([{ x, y }, ...Array.from({ length: 8 }, (_, at) => part(at + 1)), 'end']);
}

/** Returns where a finger reaches an element, which nothing may cover. */
async function findMiddle(of: Locator): Promise<Point> {
  const find = () => {
    const box = boxOf(of);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  await expect.element(of).toBeVisible();
  of.element().scrollIntoView({ block: 'nearest' });
  let last = find();
  await expect
    .poll(async () => {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const { x, y } = last;
      last = find();
      const reached = document.elementFromPoint(last.x, last.y);
      return last.x === x && last.y === y && of.element().contains(reached);
    })
    .toBe(true);
  return last;
}
