import type { Target } from '#domain/bulk-send/targets.ts';
import type { ListRow } from './bulk-draft.svelte.ts';

/** Returns the email addresses of the people that a row goes to, in the order of their roles. */
export function listAddresses({ values }: ListRow, targets: readonly Target[]): string[] {
  return targets
    .filter(({ column }) => column.kind === 'person' && column.property === 'email')
    .map(({ name }) => (values[name] ?? '').trim())
    .filter((email) => email !== '');
}

/** Returns the rows that go to the same people as an earlier row. */
export function findRepeatedRows(rows: readonly ListRow[], targets: readonly Target[]): ListRow[] {
  const seen = new Set<string>();
  return rows.filter((row) => {
    const people = listAddresses(row, targets).join('\n').toLowerCase();
    if (people !== '' && seen.has(people)) return true;
    seen.add(people);
    return false;
  });
}
