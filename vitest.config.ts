import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    environment: 'node',
    globalSetup: ['tests/support/global-setup.ts'],
    pool: 'forks',
    // One file at a time leaves a processor to the servers and browsers that it starts. A test that lost a race against a
    // busy machine is tried once more where nobody looks on, and the report says so.
    maxWorkers: Math.max(1, availableParallelism() - 1),
    retry: process.env['CI'] === undefined ? 0 : 1,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
