import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { playwright } from '@vitest/browser-playwright';
import { compileModule } from 'svelte/compiler';
import { defineConfig } from 'vitest/config';
import { commands } from './tests/components/support/commands.ts';
import { answerCalls } from './tests/components/support/server.ts';
import { BOOT, BROWSER, COMPILING, COMPONENTS, PARTS, SLOW, TOUCHED, UNIT } from './tests/projects.ts';
import { findChromium } from './tests/support/chromium.ts';
import { patience } from './tests/support/patience.ts';
import { BySettings } from './tests/support/sequence.ts';

const shared = {
  environment: 'node',
  pool: 'forks',
  setupFiles: ['tests/support/timeouts.ts', 'tests/support/executed-sources.ts'],
  // The default of one second is too short on a busy machine.
  expect: { poll: { timeout: 10_000 } },
  // A worker's files share modules, and through them the program, its databases and the browser.
  isolate: false,
  // The reporter names every test that needed a second attempt.
  retry: Number(process.env['TEST_RETRIES'] ?? 0),
} as const;
const workers = Math.max(1, Math.min(4, availableParallelism()));

/** Compiles the state of pages like for browsers, so that it can be tested without one. */
const pageState = {
  plugins: [
    {
      name: 'page-state',
      transform: (code: string, id: string) =>
        id.endsWith('.svelte.ts') ? compileModule(code, { filename: id, generate: 'client' }).js : null,
    },
  ],
  resolve: {
    alias: {
      'svelte/reactivity': fileURLToPath(
        new URL('node_modules/svelte/src/reactivity/index-client.js', import.meta.url),
      ),
    },
  },
};

export default defineConfig({
  test: {
    globalSetup: ['tests/support/global-setup.ts'],
    sequence: { sequencer: BySettings },
    projects: [
      {
        ...pageState,
        test: {
          ...shared,
          name: 'unit',
          include: [...UNIT],
          exclude: Object.keys(COMPILING),
          maxWorkers: workers,
          sequence: { groupOrder: 0 },
        },
      },
      {
        ...pageState,
        test: {
          ...shared,
          name: 'compiling',
          include: Object.keys(COMPILING),
          maxWorkers: workers,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...shared,
          name: 'parts',
          include: [...PARTS],
          maxWorkers: workers,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...shared,
          name: 'app',
          include: ['tests/**/*.test.ts'],
          exclude: [...UNIT, ...Object.keys(COMPILING), ...PARTS, ...COMPONENTS, ...BROWSER, ...SLOW],
          maxWorkers: workers,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: './vite.config.ts',
        plugins: [answerCalls()],
        // If Vite discovered these while tests run, it would reload the page.
        optimizeDeps: { include: ['pdfjs-dist', 'pdfjs-dist/build/pdf.worker.mjs'] },
        test: {
          name: 'components',
          include: findChromium() === null ? [] : [...COMPONENTS],
          setupFiles: ['tests/components/support/setup.ts'],
          isolate: false,
          retry: shared.retry,
          testTimeout: patience(15_000),
          hookTimeout: patience(15_000),
          expect: shared.expect,
          // One browser, which the other groups' workers would slow down.
          sequence: { groupOrder: 4 },
          browser: {
            enabled: true,
            headless: true,
            ui: false,
            screenshotFailures: false,
            viewport: { width: 1280, height: 860 },
            provider: playwright({
              launchOptions: {
                executablePath: findChromium() ?? '',
                args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-background-networking'],
              },
              contextOptions: { reducedMotion: 'reduce' },
            }),
            instances: [
              { browser: 'chromium', exclude: [...TOUCHED] },
              { browser: 'chromium', name: 'touch', include: [...TOUCHED] },
            ],
            commands,
          },
        },
      },
      {
        test: {
          ...shared,
          name: 'browser',
          include: [...BROWSER],
          // Runs together with the program's tests, so that no core idles.
          maxWorkers: workers,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...shared,
          name: 'slow',
          include: [...SLOW],
          exclude: [...BOOT],
          maxWorkers: workers,
          sequence: { groupOrder: 2 },
        },
      },
      { test: { ...shared, name: 'boot', include: [...BOOT], maxWorkers: 1, sequence: { groupOrder: 3 } } },
    ],
  },
});
