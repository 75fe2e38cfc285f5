import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { expectError, expectIssues } from '../../support/answers.ts';
import { useApi } from '../../support/api.ts';
import { expectTemplateKeys, makeTemplate, readTemplate, use } from './example.ts';

const api = useApi();
const copy = (key: string, id: string, body: { name?: string; teamId?: string } = {}) =>
  api.ask('POST /api/v1/templates/{id}/copy', { key, path: { id }, body });

/** Returns a template without what tells it from its copies. */
function withoutIds({ template, roles, fields }: any) {
  const { id: _id, createdAt: _createdAt, updatedAt: _updatedAt, name: _name, ...kept } = template;
  const names = new Map(roles.map((role: any) => [role.id, role.apiRoleName]));
  return {
    template: kept,
    roles: roles.map(({ id: _role, templateId: _template, ...role }: any) => role),
    fields: fields.map(({ id: _field, templateId: _template, roleId, ...field }: any) => ({
      ...field,
      role: names.get(roleId),
    })),
  };
}

describe('201', () => {
  it('makes a template of its own with the same roles, fields and document', async () => {
    const { apiKey: key } = await api.tenant();
    const source = await makeTemplate(api, key);
    await use(api, key, source.template.id);
    await api.ask('DELETE /api/v1/templates/{id}', { key, path: { id: source.template.id } });
    const { status, json } = await copy(key, source.template.id, { name: 'For suppliers' });
    expect([status, json.template.name, json.template.useCount]).toEqual([201, 'For suppliers', 0]);
    expectTemplateKeys(json.template, 'template');
    expect(withoutIds(json)).toEqual(withoutIds(source));
    expect(await readTemplate(api, key, json.template.id)).toEqual(json);

    await api.ask('PATCH /api/v1/templates/{id}', {
      key,
      path: { id: json.template.id },
      body: { roles: [{ apiRoleName: 'client', name: 'Supplier' }] },
    });
    const { roles } = await readTemplate(api, key, source.template.id);
    expect(roles.map(({ name }: { name: string }) => name)).not.toContain('Supplier');
    expect((await use(api, key, json.template.id)).status).toBe(201);
  });

  it('is made once for an Idempotency-Key, with the name of the template by default', async () => {
    const { apiKey: key } = await api.tenant();
    const { template } = await makeTemplate(api, key);
    const headers = { 'idempotency-key': randomUUID() };
    const path = `/api/v1/templates/${template.id}/copy`;
    const [first, again] = [
      await api.call('POST', path, { key, body: {}, headers }),
      await api.call('POST', path, { key, body: {}, headers }),
    ];
    expect(first.json.template).toMatchObject({ name: template.name, teamId: template.teamId });
    expect(again.json).toEqual(first.json);
    expect((await api.ask('GET /api/v1/templates', { key })).json.items).toHaveLength(2);
  });
});

describe('teams', () => {
  it('get a copy or the template itself if the caller belongs to them', async () => {
    const { apiKey: key } = await api.tenant();
    const { template } = await makeTemplate(api, key);
    const team = (await api.ask('POST /api/v1/teams', { key, body: { name: 'Sales' } })).json;
    const copied = await copy(key, template.id, { teamId: team.id });
    expect(copied.json.template.teamId).toBe(team.id);
    const move = (teamId: string) =>
      api.ask('PATCH /api/v1/templates/{id}', { key, path: { id: template.id }, body: { teamId } });
    expect((await move(team.id)).json.teamId).toBe(team.id);
    expect((await use(api, key, template.id)).json.envelope.teamId).toBe(team.id);

    const stranger = await api.tenant();
    const foreign = (await api.ask('GET /api/v1/teams', { key: stranger.apiKey })).json.items[0]?.id ?? '';
    expectIssues(await move(foreign), ['/teamId']);
    expectIssues(await copy(key, template.id, { teamId: foreign }), ['/teamId']);
  });
});

describe('404', () => {
  it('to another organization', async () => {
    const { apiKey: key } = await api.tenant();
    const { template } = await makeTemplate(api, key);
    const stranger = await api.tenant();
    expectError(await copy(stranger.apiKey, template.id), 'not_found');
  });
});
