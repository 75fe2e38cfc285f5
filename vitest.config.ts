import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Tests that start servers, browsers or suites of their own: one file at a time, when all others are through. */
const ALONE = ['tests/boot/**/*.test.ts', 'tests/conformance/**/*.test.ts', 'tests/e2e/**/*.test.ts'];

const everywhere = {
  environment: 'node',
  pool: 'forks',
  testTimeout: 30_000,
  hookTimeout: 60_000,
} as const;

export default defineConfig({
  test: {
    // Once for both projects: one PostgreSQL server for the whole run.
    globalSetup: ['tests/support/global-setup.ts'],
    projects: [
      {
        test: {
          ...everywhere,
          name: 'side by side',
          include: ['tests/**/*.test.ts'],
          exclude: ALONE,
          // Files of one worker share the program's modules: loading them anew for each took as long as a third of the tests.
          isolate: false,
          maxWorkers: Math.max(1, Math.min(4, availableParallelism())),
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...everywhere,
          name: 'alone',
          include: ALONE,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
          // A browser that lost a race against a busy machine is tried once more where nobody looks on; the report says so.
          retry: process.env['CI'] === undefined ? 0 : 1,
        },
      },
    ],
  },
});
