import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const SRC = fileURLToPath(new URL('../../src/', import.meta.url));

/** Texts whose names are built from a field type, an error, a source, a command, a problem or a way to sign in. */
const BY_NAME =
  /^(?:common_(?:field|error|refused)|editor_(?:source|arrange|align)|account_sso_problem|settings_audit_(?:method|problem))_/;

describe('the texts', () => {
  const sources = globSync('**/*.{ts,svelte}', { cwd: SRC })
    .filter((path) => !path.startsWith('i18n/compiled/'))
    .map((path) => readFileSync(join(SRC, path), 'utf8'));
  const used = new Set(sources.flatMap((source) => source.match(/\b[a-z]+(?:_\w+)+\b|(?<=\bm\.)\w+/g) ?? []));

  it.each(globSync('i18n/messages/en/*.json', { cwd: SRC }))('of %s are all used', (path) => {
    const keys = Object.keys(JSON.parse(readFileSync(join(SRC, path), 'utf8')) as object);
    const unused = keys.filter((key) => !key.startsWith('$') && !BY_NAME.test(key) && !used.has(key));
    expect(unused, basename(path)).toEqual([]);
  });
});
