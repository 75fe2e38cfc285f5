import { describe, expect, it } from 'vitest';
import { expectIssues } from '../../support/answers.ts';
import { useApi } from '../../support/api.ts';
import { makeTemplate } from './example.ts';

const api = useApi();
const operation = { method: 'GET', path: (id: string) => `/api/v1/templates/${id}` } as const;

describe('200', () => {
  it('returns the same as creation, archived or not', async () => {
    const { apiKey: key } = await api.tenant();
    const made = await makeTemplate(api, key);
    const answer = await api.ask('GET /api/v1/templates/{id}', { key, path: { id: made.template.id } });
    expect([answer.status, answer.json]).toEqual([200, made]);
    const archived = await api.ask('DELETE /api/v1/templates/{id}', { key, path: { id: made.template.id } });
    const after = await api.ask('GET /api/v1/templates/{id}', { key, path: { id: made.template.id } });
    expect(after.json).toEqual({ ...made, template: archived.json });
  });
});

describe('422', () => {
  it('to query parameters', async () => {
    const { apiKey: key } = await api.tenant();
    expectIssues(await api.call('GET', `${operation.path('tpl_x')}?a=1&b=`, { key }), ['/a', '/b']);
  });
});
