import { describe, expect, it } from 'vitest';
import { useApi } from '../../support/api.ts';
import { makeTemplate, readTemplate, use } from './example.ts';

const api = useApi();

describe('200', () => {
  it('archives once, and returns an archived one unchanged', async () => {
    const { apiKey: key } = await api.tenant();
    const { template } = await makeTemplate(api, key);
    const archivedAt = api.clock.now.toISOString();
    const answer = await api.ask('DELETE /api/v1/templates/{id}', { key, path: { id: template.id } });
    expect([answer.status, answer.json]).toEqual([200, { ...template, archivedAt, updatedAt: archivedAt }]);
    api.clock.now = new Date(api.clock.now.getTime() + 1000);
    const again = await api.ask('DELETE /api/v1/templates/{id}', { key, path: { id: template.id } });
    expect([again.status, again.json]).toEqual([200, answer.json]);
    expect((await readTemplate(api, key, template.id)).template).toEqual(answer.json);
  });

  it('does not affect envelopes created from it', async () => {
    const { apiKey: key } = await api.tenant();
    const { template } = await makeTemplate(api, key, { namePattern: '{template_name} {date:YYYY}' });
    const body = { recipients: { client: { name: 'C', email: 'c@c.example' } }, autoSend: false };
    const { envelope } = (await use(api, key, template.id, body)).json;
    await api.ask('DELETE /api/v1/templates/{id}', { key, path: { id: template.id } });
    const sent = await api.ask('POST /api/v1/envelopes/{id}/send', {
      key,
      path: { id: envelope.id },
      body: { expectedVersion: 1 },
    });
    expect([sent.status, sent.json.envelope.displayName]).toEqual([200, 'Framework agreement 2027']);
    const document = await api.ask('GET /api/v1/envelopes/{id}/document', { key, path: { id: envelope.id } });
    expect(document.status).toBe(200);
    expect(document.bytes.subarray(0, 5).toString()).toBe('%PDF-');
  });
});
