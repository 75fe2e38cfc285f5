import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const DRIZZLE = fileURLToPath(new URL('../../drizzle', import.meta.url));

/**
 * Copies the program's migrations to an empty folder, and returns a function that adds one like a later
 * version would.
 */
export function nextReleases(folder: string): (statements: readonly string[]) => void {
  cpSync(DRIZZLE, folder, { recursive: true });
  const path = join(folder, 'meta', '_journal.json');
  return (statements) => {
    const { entries, ...rest } = JSON.parse(readFileSync(path, 'utf8')) as {
      entries: { idx: number; when: number; tag: string }[];
    };
    const last = entries.at(-1);
    if (last === undefined) throw new Error('there are no migrations');
    const idx = entries.length;
    const next = { ...last, idx, when: last.when + 1, tag: `${String(9_000 + idx)}_next` };
    writeFileSync(join(folder, `${next.tag}.sql`), statements.join('\n--> statement-breakpoint\n'));
    writeFileSync(path, JSON.stringify({ ...rest, entries: [...entries, next] }));
  };
}
