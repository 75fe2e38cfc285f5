import { createHash } from 'node:crypto';

/**
 * Tests that every run includes besides the unit tests: guards that no change may bypass, and ten journeys, which walk
 * through the whole product. A name ending in `/` is a folder, without
 * those of its files that belong to a turn.
 */
export const ALWAYS: readonly string[] = [
  'tests/api/lifecycle.test.ts',
  'tests/api/lock-order.test.ts',
  'tests/api/races.test.ts',
  'tests/api/tenancy.test.ts',
  'tests/db/app-role.test.ts',
  'tests/db/distributed-statements.test.ts',
  'tests/db/envelope-guards.test.ts',
  'tests/db/organization-guards.test.ts',
  'tests/db/row-level-security.test.ts',
  'tests/http/auth.test.ts',
  'tests/http/openapi-snapshot.test.ts',
  'tests/http/pages.test.ts',
  'tests/journeys/',
  'tests/jobs/seal-envelope.test.ts',
  'tests/surface/',
];

/**
 * All other tests run when a change affects them, and in turns: each run of `.ci/run` takes one turn. Drills
 * and long journeys are assigned by subject, here. Tests not listed are dealt by a hash of their path.
 */
export const TURNS: Readonly<Record<string, readonly string[]>> = {
  start: [
    'tests/slow/boot/bootstrap.test.ts',
    'tests/slow/boot/bounce.test.ts',
    'tests/slow/boot/cluster.test.ts',
    'tests/slow/boot/ensure.test.ts',
    'tests/slow/boot/pooler.test.ts',
    'tests/slow/boot/start.test.ts',
    'tests/journeys/installed-server.test.ts',
  ],
  embedded: [
    'tests/slow/boot/embedded.test.ts',
    'tests/slow/boot/embedded-logins.test.ts',
    'tests/journeys/engines-everyday.test.ts',
    'tests/journeys/every-type.test.ts',
    'tests/journeys/field-kinds.test.ts',
  ],
  crash: [
    'tests/slow/boot/backup.test.ts',
    'tests/slow/boot/crash.test.ts',
    'tests/slow/boot/forked-log.test.ts',
  ],
  conversion: [
    'tests/slow/conversion/',
    'tests/journeys/scanned-contract.test.ts',
    'tests/journeys/template-from-upload.test.ts',
    'tests/journeys/everyday-filing.test.ts',
    'tests/journeys/new-version.test.ts',
    'tests/journeys/questions.test.ts',
  ],
  conformance: [
    ...['tests/slow/conformance/', 'tests/slow/directories/', 'tests/slow/generators/'],
    ...['tests/journeys/embedded-ceremony.test.ts', 'tests/journeys/narrow-key.test.ts'],
  ],
  races: [
    'tests/slow/histories/',
    'tests/slow/administration-races.test.ts',
    'tests/slow/hostile-json.test.ts',
    'tests/slow/random-lifecycles.test.ts',
    'tests/slow/document-races.test.ts',
    'tests/slow/group-races.test.ts',
    'tests/slow/recall-races.test.ts',
    'tests/slow/turn-races.test.ts',
    'tests/journeys/taken-account.test.ts',
  ],
  pages: ['tests/slow/browser/', 'tests/journeys/other-engines.test.ts', 'tests/journeys/slow-scan.test.ts'],
  evidence: [
    'tests/journeys/archivable.test.ts',
    'tests/journeys/years-later.test.ts',
    'tests/slow/odd-documents.test.ts',
    'tests/slow/pdf/',
    'tests/slow/storage/',
    'tests/slow/validators/',
    'tests/slow/verify/',
  ],
};

/** Turns whose own drills take so long that they get no other tests. */
const FULL: ReadonlySet<string> = new Set(['races', 'evidence']);

/** Returns the turn of a test file, or null for one that always runs. */
export function findTurn(test: string): string | null {
  const named = findNaming((name) => name === test);
  if (named !== null) return named;
  if (ALWAYS.some((name) => isWithin(test, name))) return null;
  return findNaming((name) => isWithin(test, name)) ?? deal(test);
}

/** Checks whether a test has its turn by its subject. */
export function isAssigned(test: string): boolean {
  return findNaming((name) => isWithin(test, name)) !== null;
}

function findNaming(isNaming: (name: string) => boolean): string | null {
  return Object.keys(TURNS).find((turn) => TURNS[turn]?.some(isNaming)) ?? null;
}

function isWithin(test: string, name: string): boolean {
  return name.endsWith('/') ? test.startsWith(name) : test === name;
}

function deal(test: string): string {
  const turns = Object.keys(TURNS).filter((turn) => !FULL.has(turn));
  const number = createHash('sha256').update(test).digest().readUInt32BE(0);
  const turn = turns[number % turns.length];
  if (turn === undefined) throw new Error('there are no turns');
  return turn;
}
