import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import dashboard from '#i18n/compiled/tables/dashboard/en.js';
import signer from '#i18n/compiled/tables/signer/en.js';

const SRC = fileURLToPath(new URL('../../src/', import.meta.url));
const SIGNERS_PAGES = ['routes/sign/', 'routes/copy/', 'routes/(app)/envelopes/[id]/preview/'];

describe('a page', () => {
  it.each(globSync('routes/**/+{page,layout,error}.svelte', { cwd: SRC }))(
    '%s loads the texts it shows',
    (page) => {
      const isSigners = SIGNERS_PAGES.some((prefix) => page.startsWith(prefix));
      const isShared = page === 'routes/+layout.svelte' || page === 'routes/+error.svelte';
      const tables = isShared ? [signer, dashboard] : isSigners ? [signer] : [dashboard];
      const missing = textsOf(join(SRC, page)).filter((key) => !tables.every((table) => key in table));
      expect(missing).toEqual([]);
    },
  );
});

/** Lists the texts used by a component and everything it imports. */
function textsOf(entry: string): string[] {
  const seen = new Set<string>();
  const keys = new Set<string>();
  const read = (path: string): void => {
    if (seen.has(path) || path.includes('/i18n/') || !existsSync(path)) return;
    seen.add(path);
    const source = readFileSync(path, 'utf8');
    for (const [, key] of source.matchAll(/\bm\.(\w+)/g)) if (key !== undefined && isText(key)) keys.add(key);
    for (const [, target = ''] of source.matchAll(/(?<!import type [^;]*)from '([^']+)'/g)) {
      if (target.startsWith('#ui/')) read(join(SRC, target.slice(1)));
      else if (target.startsWith('.')) read(resolve(dirname(path), target));
    }
  };
  read(entry);
  return [...keys];
}

const english = JSON.stringify(
  globSync('i18n/messages/en/*.json', { cwd: SRC }).map((path) => readFileSync(join(SRC, path), 'utf8')),
);

function isText(key: string): boolean {
  return english.includes(`\\"${key}\\":`);
}
