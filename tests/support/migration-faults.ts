/** What a statement mustn't do to a table in use, and a harmless alternative. */
const FAULTS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:create|drop) (?:unique )?index (?!concurrently)/, 'make and drop indexes concurrently'],
  [
    /\badd constraint \S+ (?:check|foreign key)(?!.*\bnot valid\b)/,
    'add a constraint as not valid and validate it in the next statement',
  ],
  [
    /\badd constraint \S+ (?:unique|primary key) ?\(/,
    'make a unique index concurrently, and a constraint using it',
  ],
  [/\badd column (?!.*\bdefault\b).*\bnot null\b/, 'give a column that is not null a default'],
  [
    /\badd column .*\bgenerated always\b/,
    'a generated column rewrites the table: fill a plain one in batches',
  ],
  [/\balter column \S+ set data type\b/, 'another type rewrites the table: add a column'],
  [/\balter column \S+ set not null\b/, 'validate a check that it is not null instead'],
];
/** What the previous version still uses. */
const CONTRACTING = /\bdrop (?:table|column|function|type|view)\b|\brename (?:to|column)\b/;
const WRITES = /^(?:with .*)?(?:update|delete from|insert into .* select)\b/;

/**
 * Returns the problems of a migration for a database in use, by statement. A migration whose first line is
 * `-- contract` may remove what the previous version no longer uses.
 */
export function migrationFaults(migration: string): string[] {
  const mayContract = migration.startsWith('-- contract\n');
  return migration.split('--> statement-breakpoint').flatMap((statement) => {
    const plain = statement
      .replaceAll(/^\s*--.*$/gm, '')
      .replaceAll('"', '')
      .replaceAll(/\s+/g, ' ')
      .trim()
      .toLowerCase();
    // A function's body runs later, when it's called.
    if (/^create (?:or replace )?function\b/.test(plain)) return [];
    return [
      ...FAULTS.filter(([pattern]) => pattern.test(plain)).map(([, instead]) => instead),
      ...(CONTRACTING.test(plain) && !mayContract
        ? ['remove and rename in a contracting migration only']
        : []),
      ...(WRITES.test(plain) && !/^\s*-- batches\s*\n[^]*\blimit \$1/i.test(statement)
        ? ['change rows in batches, `limit $1` at a time']
        : []),
    ].map((fault) => `${fault}: ${plain.slice(0, 100)}`);
  });
}
