/** Tests that need no database, no server and no browser; `npm run verify` runs them. */
export const UNIT: readonly string[] = [
  ...['client', 'config', 'crypto', 'document', 'domain', 'i18n', 'reading', 'ui', 'wire'].map(
    (folder) => `tests/${folder}/**/*.test.ts`,
  ),
  'tests/house.test.ts',
  'tests/scripts/**/*.test.ts',
  'tests/turns.test.ts',
  'tests/verify/**/*.test.ts',
];

/** Tests of pages in a browser. */
export const BROWSER: readonly string[] = ['tests/e2e/**/*.test.ts', 'tests/journeys/**/*.test.ts'];

/** Tests that start whole programs and stop them at bad moments, one at a time. */
export const BOOT: readonly string[] = ['tests/slow/boot/**/*.test.ts'];

/** Drills and fuzzing. */
export const SLOW: readonly string[] = ['tests/slow/**/*.test.ts'];
