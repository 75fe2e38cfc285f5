import { defineBrowserCommand } from '@vitest/browser-playwright';

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

export const commands = { usePointer, useColorScheme };

declare module 'vitest/browser' {
  interface BrowserCommands {
    usePointer: (acts: readonly PointerAct[]) => Promise<void>;
    useColorScheme: (scheme: 'light' | 'dark') => Promise<void>;
  }
}
