import { describe, expect, it } from 'vitest';
import { expectIssues } from '../../support/answers.ts';
import { useApi } from '../../support/api.ts';
import { makeTemplate, use } from './example.ts';

const api = useApi();
const path = (id: string) => `/api/v1/templates/${id}/restore`;

describe('200', () => {
  it('makes an archived template active again', async () => {
    const { apiKey: key } = await api.tenant();
    const { template } = await makeTemplate(api, key);
    await api.ask('DELETE /api/v1/templates/{id}', { key, path: { id: template.id } });
    api.clock.now = new Date(api.clock.now.getTime() + 1000);
    const answer = await api.ask('POST /api/v1/templates/{id}/restore', { key, path: { id: template.id } });
    expect([answer.status, answer.json]).toEqual([
      200,
      { ...template, updatedAt: api.clock.now.toISOString() },
    ]);
    const { items } = (await api.ask('GET /api/v1/templates', { key })).json;
    expect(items).toEqual([answer.json]);
    expect((await use(api, key, template.id)).status).toBe(201);
  });

  it('returns an active one unchanged', async () => {
    const { apiKey: key } = await api.tenant();
    const { template } = await makeTemplate(api, key);
    api.clock.now = new Date(api.clock.now.getTime() + 1000);
    const answer = await api.call('POST', path(template.id), { key, body: {} });
    expect([answer.status, answer.json]).toEqual([200, template]);
  });
});

describe('422', () => {
  it('to properties, since it takes none', async () => {
    const { apiKey: key } = await api.tenant();
    const { template } = await makeTemplate(api, key);
    expectIssues(await api.call('POST', path(template.id), { key, body: { name: 'x' } }), ['/name']);
  });
});
