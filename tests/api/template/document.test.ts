import { describe, expect, it } from 'vitest';
import { expectError, expectIssues } from '../../support/answers.ts';
import { useApi } from '../../support/api.ts';
import { makeTemplate } from './example.ts';

const api = useApi();

describe('200', () => {
  it('returns the PDF, archived or not', async () => {
    const { apiKey: key } = await api.tenant();
    const { template } = await makeTemplate(api, key);
    const path = { id: template.id };
    const answer = await api.ask('GET /api/v1/templates/{id}/document', { key, path });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('content-disposition')).toMatch(/^inline; .*Framework agreement/);
    expect(answer.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    await api.ask('DELETE /api/v1/templates/{id}', { key, path });
    const after = await api.ask('GET /api/v1/templates/{id}/document', { key, path });
    expect(after.bytes.equals(answer.bytes)).toBe(true);
  });
});

describe('404', () => {
  it('for a template that does not exist', async () => {
    const { apiKey: key } = await api.tenant();
    expectError(await api.call('GET', '/api/v1/templates/tpl_x/document', { key }), 'not_found');
  });
});

describe('422', () => {
  it('to query parameters', async () => {
    const { apiKey: key } = await api.tenant();
    expectIssues(await api.call('GET', '/api/v1/templates/tpl_x/document?a=1', { key }), ['/a']);
  });
});
