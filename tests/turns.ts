/**
 * Tests that take turns: each is slow and looks at one component only. Every run of `.ci/run` takes one turn, besides
 * what always runs; `npm run test:all` takes all of them. A name ending in `/` stands for a folder.
 */
export const TURNS: Readonly<Record<string, readonly string[]>> = {
  start: [
    'tests/slow/boot/bootstrap.test.ts',
    'tests/slow/boot/bounce.test.ts',
    'tests/slow/boot/cluster.test.ts',
    'tests/slow/boot/ensure.test.ts',
    'tests/slow/boot/start.test.ts',
    'tests/e2e/settings-search.test.ts',
    'tests/e2e/settings-tables.test.ts',
    'tests/e2e/settings.test.ts',
    'tests/e2e/membership-rules.test.ts',
    'tests/e2e/administration.test.ts',
    'tests/api/single-sign-on/',
    'tests/api/identity-provider/',
  ],
  embedded: [
    'tests/slow/boot/embedded.test.ts',
    'tests/slow/boot/embedded-logins.test.ts',
    'tests/e2e/editor-panel.test.ts',
    'tests/e2e/editor-pages.test.ts',
    'tests/e2e/editor-files.test.ts',
    'tests/e2e/editor-keeping.test.ts',
    'tests/e2e/embedded-editing.test.ts',
    'tests/log/',
  ],
  crash: [
    'tests/slow/boot/backup.test.ts',
    'tests/slow/boot/crash.test.ts',
    'tests/e2e/toasts.test.ts',
    'tests/e2e/save-bar.test.ts',
    'tests/e2e/notifications.test.ts',
    'tests/e2e/reports.test.ts',
    'tests/e2e/home.test.ts',
    'tests/e2e/connection.test.ts',
    'tests/storage/',
  ],
  conversion: [
    'tests/slow/conversion/',
    'tests/e2e/field-details.test.ts',
    'tests/e2e/field-rules.test.ts',
    'tests/e2e/field-sheet.test.ts',
    'tests/pdf/intake/',
    'tests/pdf/normalize/',
  ],
  conformance: [
    'tests/slow/conformance/',
    'tests/slow/generators/',
    'tests/e2e/agents.test.ts',
    'tests/e2e/webhooks.test.ts',
    'tests/mcp/',
    'tests/oauth/',
  ],
  races: [
    'tests/slow/hostile-json.test.ts',
    'tests/slow/random-lifecycles.test.ts',
    'tests/slow/document-races.test.ts',
    'tests/slow/group-races.test.ts',
    'tests/slow/recall-races.test.ts',
    'tests/slow/turn-races.test.ts',
    'tests/e2e/list-filing.test.ts',
    'tests/e2e/list-search.test.ts',
    'tests/e2e/template-editor.test.ts',
    'tests/e2e/recipients.test.ts',
  ],
  pages: [
    'tests/slow/browser/',
    'tests/e2e/print.test.ts',
    'tests/e2e/signature-styles.test.ts',
    'tests/e2e/test-mode.test.ts',
    'tests/e2e/ways-in.test.ts',
    'tests/e2e/front-door.test.ts',
    'tests/e2e/hand-over.test.ts',
    'tests/e2e/attachments.test.ts',
    'tests/e2e/phone-dashboard.test.ts',
  ],
  evidence: [
    'tests/slow/pdf/',
    'tests/slow/storage/',
    'tests/slow/verify/',
    'tests/e2e/envelope-retention.test.ts',
    'tests/e2e/signed-documents.test.ts',
    'tests/e2e/done-page.test.ts',
    'tests/pdf/',
    'tests/jobs/extend-foreign-seals.test.ts',
    'tests/jobs/extend-seals.test.ts',
    'tests/outbound/',
  ],
};

/** Returns the turn of a test file, or null for one that always runs. The longest name decides. */
export function findTurn(test: string): string | null {
  const matches = Object.entries(TURNS).flatMap(([turn, names]) =>
    names
      .filter((name) => (name.endsWith('/') ? test.startsWith(name) : test === name))
      .map((name) => ({ turn, name })),
  );
  return matches.sort((a, b) => b.name.length - a.name.length)[0]?.turn ?? null;
}
