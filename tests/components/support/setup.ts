import { afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { commands, page } from 'vitest/browser';
import { showMessages } from '#i18n/browser-messages.svelte.ts';
import '../../../src/app.css';

/** What was written to the console. Errors and warnings are faults. */
const faults: string[] = [];
for (const level of ['error', 'warn'] as const)
  vi.spyOn(console, level).mockImplementation((...parts: unknown[]) => {
    faults.push(`${level}: ${parts.map(String).join(' ')}`);
  });

beforeAll(() => showMessages('en'));

beforeEach(async () => {
  vi.useRealTimers();
  await page.viewport(1280, 860);
  await commands.useColorScheme('light');
});

afterEach(() => {
  expect(faults.splice(0)).toEqual([]);
});
