import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { ADMINISTRATIVE_ACTION_NAMES } from '#domain/organization/audit/administrative-actions.ts';
import { EVENT_ACTIONS } from '#domain/event/catalogue.ts';
import { readSources } from './support/source-tree.ts';

const page = readFileSync(fileURLToPath(new URL('../docs/logs.md', import.meta.url)), 'utf8');
const sources = readSources();

/** Commands and browsers write to whoever runs them. */
const WRITERS = ['db/embedded/embedded.ts', 'runtime/access-log.ts', 'runtime/log.ts'];

it('the service writes its logs where the inventory says', () => {
  const writing = sources
    .filter(({ text }) => /process\.std(?:out|err)|console\.|pino\.destination|pino\(/.test(text))
    .filter(({ path }) => path.startsWith('server/') || path === 'hooks.server.ts')
    .map(({ path }) => path.replace('server/', ''));
  expect(writing.toSorted()).toEqual(WRITERS);
});

it('the security events of the inventory exist', () => {
  const [, events = ''] = page.split('## Security events');
  const [table = ''] = events.split('\nNobody can fill');
  const named = [...table.matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? '');
  const actions: readonly string[] = [...ADMINISTRATIVE_ACTION_NAMES, ...EVENT_ACTIONS, 'account.…'];
  const server = sources.filter(({ path }) => /^(?:server|cli)\//.test(path)).map(({ text }) => text);
  const missing = named
    .filter((name) => !actions.includes(name))
    .filter((name) => !server.some((text) => [`'${name}'`, `"${name}"`].some((said) => text.includes(said))))
    // Properties of a line.
    .filter((name) => !server.some((text) => new RegExp(`\\b${name}: `).test(text)));
  expect(missing).toEqual([]);
  expect(named.length).toBeGreaterThan(20);
});
