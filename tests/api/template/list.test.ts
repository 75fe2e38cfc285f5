import { describe, expect, it } from 'vitest';
import { expectIssues } from '../../support/answers.ts';
import { useApi } from '../../support/api.ts';
import { expectTemplateKeys, sourceEnvelope, templateBody } from './example.ts';

const api = useApi();
const list = (key: string, query = '') => api.call('GET', `/api/v1/templates${query}`, { key });
const namesOf = (json: any): string[] => json.items.map(({ name }: { name: string }) => name);

/** Creates templates with these names from one source, oldest first, a second apart. */
async function makeNamed(key: string, names: readonly string[]): Promise<any[]> {
  const source = await sourceEnvelope(api, key);
  const made = [];
  for (const name of names) {
    api.clock.now = new Date(api.clock.now.getTime() + 1000);
    const { json } = await api.ask('POST /api/v1/templates', { key, body: templateBody(source, { name }) });
    made.push(json.template);
  }
  return made;
}

describe('200', () => {
  it('returns active templates, newest first', async () => {
    const { apiKey: key } = await api.tenant();
    expect((await list(key)).json).toEqual({ items: [], nextCursor: null });
    const [one, two, three] = await makeNamed(key, ['One', 'Two', 'Three']);
    await api.ask('DELETE /api/v1/templates/{id}', { key, path: { id: two.id } });
    const { status, json } = await list(key);
    expect([status, json]).toEqual([200, { items: [three, one], nextCursor: null }]);
    for (const item of json.items) expectTemplateKeys(item, 'template');
    expect((await list(key, '?archived=false')).json).toEqual(json);
    expect(namesOf((await list(key, '?archived=true')).json)).toEqual(['Two']);
  });

  it('finds part of a name or file name, ignoring case, with literal wildcards', async () => {
    const { apiKey: key } = await api.tenant();
    await makeNamed(key, ['Non-disclosure', 'LOAN 100%', 'loan_2']);
    for (const [q, names] of [
      ['loan', ['loan_2', 'LOAN 100%']],
      ['0%', ['LOAN 100%']],
      ['n_2', ['loan_2']],
      ['n_d', []],
      ['AGREEMENT.pdf', ['loan_2', 'LOAN 100%', 'Non-disclosure']],
      ['\\', []],
    ] as const)
      expect(namesOf((await list(key, `?q=${encodeURIComponent(q)}`)).json)).toEqual(names);
  });

  it('pages without repeating or skipping, even while others are created', async () => {
    const { apiKey: key } = await api.tenant();
    const names = Array.from({ length: 7 }, (_, index) => `T${index}`);
    await makeNamed(key, names);
    const seen: string[] = [];
    let query = '?limit=3';
    for (let pages = 0; pages < 3; pages++) {
      const { json } = await list(key, query);
      seen.push(...namesOf(json));
      query = `?limit=3&cursor=${json.nextCursor}`;
      if (pages === 0) await makeNamed(key, ['Later']);
      if (pages === 2) expect(json.nextCursor).toBeNull();
    }
    expect(seen).toEqual(names.reverse());
  });

  it('shows only those of the organization', async () => {
    const [own, other] = [await api.tenant('Own'), await api.tenant('Other')];
    await makeNamed(other.apiKey, ['Secret']);
    expect((await list(own.apiKey)).json.items).toEqual([]);
    expect((await list(own.apiKey, '?q=secret')).json.items).toEqual([]);
  });
});

describe('422', () => {
  it.each([
    ['limit=0', ['/limit']],
    ['limit=101', ['/limit']],
    ['limit=1.5', ['/limit']],
    ['limit=x', ['/limit']],
    ['limit=', ['/limit']],
    ['archived=1', ['/archived']],
    ['q=', ['/q']],
    [`q=${'x'.repeat(201)}`, ['/q']],
    ['cursor=abc', ['/cursor']],
    [`cursor=${'x'.repeat(201)}`, ['/cursor']],
    ['status=draft&q=a&q=b', ['/q', '/status']],
  ])('to %s', async (query, paths) => {
    const { apiKey: key } = await api.tenant();
    expectIssues(await list(key, `?${query}`), paths);
  });

  it('to a cursor of other filters, of another organization, and of another list', async () => {
    const [own, other] = [await api.tenant('Own'), await api.tenant('Other')];
    await makeNamed(own.apiKey, ['One', 'Two']);
    const cursor = (await list(own.apiKey, '?limit=1')).json.nextCursor;
    expect(cursor.length).toBeLessThanOrEqual(200);
    expect(namesOf((await list(own.apiKey, `?cursor=${cursor}`)).json)).toEqual(['One']);
    expectIssues(await list(own.apiKey, `?q=o&cursor=${cursor}`), ['/cursor']);
    expectIssues(await list(own.apiKey, `?archived=true&cursor=${cursor}`), ['/cursor']);
    expectIssues(await list(other.apiKey, `?cursor=${cursor}`), ['/cursor']);
    expectIssues(await api.ask('GET /api/v1/envelopes', { key: own.apiKey, query: { cursor } }), ['/cursor']);
  });
});
