import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes a table in Markdown into the folder that `VALIDATORS_TABLES` names, if it names one. */
export function keepTable(name: string, head: readonly string[], rows: readonly (readonly string[])[]): void {
  const folder = process.env['VALIDATORS_TABLES'];
  if (folder === undefined) return;
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  writeFileSync(join(folder, `${name}.md`), `${lines.join('\n')}\n`);
}
