import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { TOOLS } from '#server/mcp/tools.ts';

it('has every tool in its documentation, with its scopes, in the order of the table', () => {
  const text = readFileSync(new URL('../../docs/mcp.md', import.meta.url), 'utf8');
  const rows = [...text.matchAll(/^\| `(\w+)` +\|.*\| ((?:`[\w:]+` *)+)\|$/gm)].map(
    ([, name, scopes = '']) => ({
      name,
      scopes: [...scopes.matchAll(/`([\w:]+)`/g)].map(([, scope]) => scope),
    }),
  );
  expect(rows).toEqual(TOOLS.map(({ name, scopes }) => ({ name, scopes: [...scopes] })));
});
