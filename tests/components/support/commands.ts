import { defineBrowserCommand } from '@vitest/browser-playwright';
import type { CDPSession, Page } from 'playwright';

/**
 * What the pointer does: moves to a place in the frame of the test (CSS pixels), in that many steps, or
 * presses.
 */
type PointerAct =
  | { readonly to: { readonly x: number; readonly y: number }; readonly steps?: number }
  | { readonly button: 'down' | 'up' };

/** Moves and presses the mouse, as a person would: the events are the browser's own. */
const usePointer = defineBrowserCommand<[acts: readonly PointerAct[]]>(async ({ page, frame }, acts) => {
  const element = await (await frame()).frameElement();
  const box = await element.boundingBox();
  const width = await element.evaluate((one) => (one as HTMLIFrameElement).offsetWidth);
  if (box === null) throw new Error('the frame of the test is not shown');
  const scale = box.width / width;
  for (const act of acts) {
    if ('button' in act) await page.mouse[act.button]();
    else await page.mouse.move(box.x + act.to.x * scale, box.y + act.to.y * scale, { steps: act.steps ?? 1 });
  }
});

/** Sets the color scheme that the page is told of. */
const useColorScheme = defineBrowserCommand<[scheme: 'light' | 'dark']>(({ page }, colorScheme) =>
  page.emulateMedia({ colorScheme }),
);

/** The session that imitates a page's touch screen. */
const touchScreens = new WeakMap<Page, Promise<CDPSession>>();

function openTouchScreen(page: Page): Promise<CDPSession> {
  const opened = touchScreens.get(page) ?? page.context().newCDPSession(page);
  touchScreens.set(page, opened);
  return opened;
}

/** Turns the screen into a touch screen, or back. */
const useTouchScreen = defineBrowserCommand<[enabled: boolean]>(async ({ page }, enabled) => {
  await (await openTouchScreen(page)).send('Emulation.setTouchEmulationEnabled', { enabled });
});

/** What a finger does: touches a place in the frame of the test (CSS pixels), moves there, or lets go. */
type TouchAct = { readonly x: number; readonly y: number } | 'end';

/** Touches the screen, as a finger would. */
const touch = defineBrowserCommand<[acts: readonly TouchAct[]]>(async ({ page, frame }, acts) => {
  const session = await openTouchScreen(page);
  const element = await (await frame()).frameElement();
  const box = await element.boundingBox();
  const width = await element.evaluate((one) => (one as HTMLIFrameElement).offsetWidth);
  if (box === null) throw new Error('the frame of the test is not shown');
  const scale = box.width / width;
  let isDown = false;
  for (const act of acts) {
    const point = act === 'end' ? null : { x: box.x + act.x * scale, y: box.y + act.y * scale };
    const type = point === null ? 'touchEnd' : isDown ? 'touchMove' : 'touchStart';
    isDown = point !== null;
    await session.send('Input.dispatchTouchEvent', { type, touchPoints: point === null ? [] : [point] });
  }
});

export const commands = { usePointer, useColorScheme, useTouchScreen, touch };

declare module 'vitest/browser' {
  interface BrowserCommands {
    usePointer: (acts: readonly PointerAct[]) => Promise<void>;
    useColorScheme: (scheme: 'light' | 'dark') => Promise<void>;
    useTouchScreen: (enabled: boolean) => Promise<void>;
    touch: (acts: readonly TouchAct[]) => Promise<void>;
  }
}
