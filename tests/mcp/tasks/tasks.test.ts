import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useApi } from '../../support/api.ts';
import { useMcp } from '../../support/mcp.ts';
import { scriptedClient } from './client.ts';
import { TASKS } from './tasks.ts';
import { worldOf, type World } from './world.ts';

// The costs of the tasks are those of a program that has read nothing before.
const api = useApi({ work: true, alone: true });
const mcp = useMcp(api);

const MOST_CALLS = 8;
const MOST_TOKENS = 20_000;
/** How far figures may deviate from the documented ones, since ids differ each time. */
const TOLERANCE = 0.05;
const DOCS = new URL('../../../docs/mcp.md', import.meta.url);
const FORMS = { capabilities: { elicitation: { form: {} } } };

type Row = { readonly words: string; readonly calls: number; readonly tokens: number };

/** The documentation's table. */
function documented(): Row[] {
  const rows = readFileSync(DOCS, 'utf8').matchAll(/^\| (.+?) +\| +(\d+) \| +([\d,]+) \|$/gm);
  return [...rows].map(([, words = '', calls, tokens = '']) => ({
    ...{ words, calls: Number(calls), tokens: Number(tokens.replaceAll(',', '')) },
  }));
}

describe('tasks in words, by a client that knows only what tools say', () => {
  const rows: Row[] = [];
  let world: World;
  beforeAll(async () => {
    world = worldOf(api, await api.tenant());
  });
  afterAll(() => {
    if (process.env['UPDATE_TASKS'] === undefined) return;
    const lines = rows.map(
      ({ words, calls, tokens }) => `| ${words} | ${calls} | ${tokens.toLocaleString('en')} |`,
    );
    const table = ['| Task | Calls | Tokens |', '| --- | ---: | ---: |', ...lines].join('\n');
    const text = readFileSync(DOCS, 'utf8');
    writeFileSync(
      DOCS,
      text.replace(/\| Task +\|[^]*?\n(?=\n)/, () => `${table}\n`),
    );
  });

  it('are 25', () => {
    expect(TASKS).toHaveLength(25);
    expect(documented().map(({ words }) => words)).toEqual(TASKS.map(({ words }) => words));
  });

  it.each(TASKS)('$words', async ({ words, prepare, act, holds }) => {
    const made = (await prepare?.(world)) ?? '';
    const connected = await mcp.connect(world.tenant, { options: FORMS });
    const client = await scriptedClient(connected, async (path, raw) => {
      const headers = { 'content-type': 'application/octet-stream' };
      return (await api.call('PUT', path, { headers, raw })).bytes.toString();
    });
    const told = await act(client);
    await holds(world, made, told);
    const { calls, tokens } = client.figures();
    rows.push({ words, calls, tokens });
    expect(calls).toBeLessThanOrEqual(MOST_CALLS);
    expect(tokens).toBeLessThanOrEqual(MOST_TOKENS);
    if (process.env['UPDATE_TASKS'] !== undefined) return;
    const known = documented().find((row) => row.words === words);
    expect(calls).toBe(known?.calls);
    expect(Math.abs(tokens / (known?.tokens ?? 0) - 1)).toBeLessThan(TOLERANCE);
  });
});
