import { afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { commands, page, utils } from 'vitest/browser';
import { cleanup } from 'vitest-browser-svelte';
import '../../../src/app.css';
import './answers.ts';
import './selectors.ts';
import { showTexts } from './texts.ts';

/** Vite bundles the scripts of workers, but serves them as modules here. */
globalThis.Worker = class extends Worker {
  constructor(url: string | URL, options?: WorkerOptions) {
    super(url, { ...options, type: 'module' });
  }
};

/** What was written to the console. Errors and warnings are faults. */
const faults: string[] = [];
for (const level of ['error', 'warn'] as const)
  vi.spyOn(console, level).mockImplementation((...parts: unknown[]) => {
    faults.push(`${level}: ${parts.map(String).join(' ')}`);
  });

// A whole page would hide what failed.
utils.configurePrettyDOM({ maxDepth: 1 });

beforeAll(() => showTexts('dashboard'));

beforeEach(async () => {
  vi.useRealTimers();
  await page.viewport(1280, 860);
  await commands.useColorScheme('light');
});

// Before a test changes the texts back, in which what is still shown would look for its own.
afterEach(() => {
  cleanup();
  expect(faults.splice(0)).toEqual([]);
});
