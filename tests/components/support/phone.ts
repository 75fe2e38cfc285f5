import { onTestFinished } from 'vitest';
import { commands, page } from 'vitest/browser';

/** Shows the page on a touch screen of this size, until the test ends. */
export async function holdPhone(width = 320, height = 700): Promise<void> {
  onTestFinished(() => commands.useTouchScreen(false));
  await commands.useTouchScreen(true);
  await page.viewport(width, height);
}
