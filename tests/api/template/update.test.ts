import { describe, expect, it } from 'vitest';
import { expectIssues } from '../../support/answers.ts';
import { useApi } from '../../support/api.ts';
import type { BodyOf } from '../../support/ask.ts';
import { CLIENT, expectTemplateKeys, makeTemplate, readTemplate, use } from './example.ts';

const api = useApi();
const path = (id: string) => `/api/v1/templates/${id}`;
const update = (key: string, id: string, body: BodyOf<'PATCH /api/v1/templates/{id}'>) =>
  api.ask('PATCH /api/v1/templates/{id}', { key, path: { id }, body });
type Role = { name: string; apiRoleName: string; orderIndex: number; optional: boolean };
const later = () => {
  api.clock.now = new Date(api.clock.now.getTime() + 1000);
  return api.clock.now.toISOString();
};

describe('200', () => {
  it('changes the name and the pattern, each alone or both', async () => {
    const { apiKey: key } = await api.tenant();
    const { template, roles, fields } = await makeTemplate(api, key);
    let expected = template;
    for (const change of [
      { name: 'NDA ' },
      { namePattern: '{template_name} {date}' },
      { name: 'Loan', namePattern: '{role:client.name} {prefill:fee}' },
    ]) {
      const updatedAt = later();
      expected = { ...expected, ...change, name: (change.name ?? expected.name).trim(), updatedAt };
      const answer = await update(key, template.id, change);
      expect([answer.status, answer.json]).toEqual([200, expected]);
      expectTemplateKeys(answer.json, 'template');
    }
    expect(await readTemplate(api, key, template.id)).toEqual({
      ...{ template: expected, roles, fields, variables: [] },
    });
  });

  it('renames roles and adds some, which existing programs needn’t know', async () => {
    const { apiKey: key } = await api.tenant();
    const { template, roles } = await makeTemplate(api, key);
    const last = Math.max(...(roles as Role[]).map(({ orderIndex }) => orderIndex));
    const updatedAt = later();
    const answer = await update(key, template.id, {
      roles: [
        { apiRoleName: 'client', name: 'Buyer' },
        { name: 'Legal team' },
        { name: 'Client', optional: false },
      ],
    });
    expect([answer.status, answer.json]).toEqual([200, { ...template, updatedAt }]);
    const now = (await readTemplate(api, key, template.id)).roles as Role[];
    expect(now.slice(0, roles.length)).toEqual(
      (roles as Role[]).map((role) => (role.apiRoleName === 'client' ? { ...role, name: 'Buyer' } : role)),
    );
    expect(
      now
        .slice(roles.length)
        .map(({ name, apiRoleName, orderIndex, optional }) => [name, apiRoleName, orderIndex, optional]),
    ).toEqual([
      ['Legal team', 'legal_team', last + 1, true],
      ['Client', 'client_2', last + 2, false],
    ]);
  });

  it('reorders roles, and changes who takes them and what they do', async () => {
    const { apiKey: key } = await api.tenant();
    const { template, roles } = await makeTemplate(api, key);
    const [first, ...others] = roles as (Role & { isSender: boolean; role: string })[];
    if (first === undefined) throw new Error('there is no role');
    const read = async () => (await readTemplate(api, key, template.id)).roles as typeof others;
    const change = (role: Role, more: object) => ({
      apiRoleName: role.apiRoleName,
      name: role.name,
      ...more,
    });
    const answer = await update(key, template.id, {
      roles: [
        ...others.map((role, index) => change(role, { orderIndex: index, isSender: false })),
        change(first, { orderIndex: 7, isSender: true, recipient: null }),
        { name: 'Legal', role: 'approver', orderIndex: 7, optional: false },
      ],
    });
    expect(answer.status).toBe(200);
    expect(
      (await read()).map(({ name, orderIndex, isSender, role }) => [name, orderIndex, isSender, role]),
    ).toEqual([
      ...others.map(({ name, role }, index) => [name, index, false, role]),
      [first.name, 7, true, first.role],
      ['Legal', 7, false, 'approver'],
    ]);
    // And back, which swaps the positions of rows that exist.
    const back = [change(first, { orderIndex: 0 }), ...others.map((role) => change(role, { orderIndex: 5 }))];
    expect((await update(key, template.id, { roles: back })).status).toBe(200);
    expect((await read()).map(({ name }) => name)).toEqual([
      first.name,
      ...others.map(({ name }) => name),
      'Legal',
    ]);
    // Only one role is the sender's, and nobody else takes it.
    const recipient = { name: 'Lea Legal', email: 'lea@side.example' };
    const refused = [
      [change({ ...first, name: 'Legal', apiRoleName: 'legal' }, { isSender: true }), '/roles/0/isSender'],
      [change(first, { recipient }), '/roles/0/recipient'],
    ] as const;
    for (const [role, path] of refused) {
      const wrong = await update(key, template.id, { roles: [role] });
      expectIssues(wrong, [path]);
    }
  });

  it('names who takes a role unless someone else is named, until that is cleared', async () => {
    const { apiKey: key } = await api.tenant();
    const { template, roles } = await makeTemplate(api, key);
    const clientOf = async () => (await readTemplate(api, key, template.id)).roles[0].recipient;
    const takers = async (body: Parameters<typeof use>[3]) =>
      (await use(api, key, template.id, body)).json.participants.map(({ name }: { name: string }) => name);
    expect(roles[0].recipient).toBeNull();
    const recipient = { name: 'Grace Hopper', email: 'grace@navy.example', title: 'Rear Admiral' };
    const legal = { name: 'Legal', recipient: { name: 'Lea Legal', email: 'lea@side.example' } };
    const updatedAt = later();
    const answer = await update(key, template.id, {
      roles: [{ apiRoleName: 'client', name: 'Client', recipient }, legal],
    });
    expect([answer.status, answer.json]).toEqual([200, { ...template, updatedAt }]);
    expect(await clientOf()).toEqual({ ...recipient, company: null });
    expect(await takers({})).toEqual(['Grace Hopper', expect.any(String), 'Lea Legal']);
    expect(await takers({ recipients: { client: CLIENT } })).toEqual([
      CLIENT.name,
      expect.any(String),
      'Lea Legal',
    ]);
    // Changing only the name keeps them, and null clears them.
    await update(key, template.id, { roles: [{ apiRoleName: 'client', name: 'Buyer' }] });
    expect(await clientOf()).toEqual({ ...recipient, company: null });
    await update(key, template.id, { roles: [{ apiRoleName: 'client', name: 'Buyer', recipient: null }] });
    expect(await clientOf()).toBeNull();
    expectIssues(await use(api, key, template.id, {}), ['/recipients/client']);
  });

  it('removes roles that nothing refers to, and adds others in the same step', async () => {
    const { apiKey: key } = await api.tenant();
    const { template, roles } = await makeTemplate(api, key);
    const names = async () =>
      ((await readTemplate(api, key, template.id)).roles as Role[]).map(({ apiRoleName }) => apiRoleName);
    await update(key, template.id, { roles: [{ name: 'Legal' }, { name: 'Finance' }] });
    const updatedAt = later();
    const answer = await update(key, template.id, { roles: [{ name: 'Board' }], removeRoles: ['legal'] });
    expect([answer.status, answer.json]).toEqual([200, { ...template, updatedAt }]);
    const own = (roles as Role[]).map(({ apiRoleName }) => apiRoleName);
    expect(await names()).toEqual([...own, 'finance', 'board']);
    await update(key, template.id, { removeRoles: ['finance', 'board'] });
    expect(await names()).toEqual(own);
    expect((await use(api, key, template.id)).status).toBe(201);
  });

  it('clears the pattern with null, and keeps it if omitted', async () => {
    const { apiKey: key } = await api.tenant();
    const { template } = await makeTemplate(api, key, { namePattern: '{date}' });
    expect((await update(key, template.id, { name: 'Other' })).json.namePattern).toBe('{date}');
    expect((await update(key, template.id, { namePattern: null })).json.namePattern).toBeNull();
  });

  it('changes nothing without a difference', async () => {
    const { apiKey: key } = await api.tenant();
    const { template } = await makeTemplate(api, key);
    later();
    for (const body of [{}, { name: template.name as string, namePattern: null }])
      expect((await update(key, template.id, body)).json).toEqual(template);
    expect((await api.call('PATCH', path(template.id), { key })).json).toEqual(template);
  });

  it('does not change existing envelopes, including drafts', async () => {
    const { apiKey: key } = await api.tenant();
    const { template } = await makeTemplate(api, key, { namePattern: 'Old {date:YYYY}' });
    const draft = (
      await use(api, key, template.id, {
        recipients: { client: { name: 'C', email: 'c@c.example' } },
        autoSend: false,
      })
    ).json;
    await update(key, template.id, { namePattern: 'New {date:YYYY}' });
    expect(
      (await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id: draft.envelope.id } })).json,
    ).toEqual(draft);
    const sent = await api.ask('POST /api/v1/envelopes/{id}/send', {
      key,
      path: { id: draft.envelope.id },
      body: { expectedVersion: 1 },
    });
    expect(sent.json.envelope.displayName).toBe('Old 2027');
    expect((await use(api, key, template.id)).json.envelope.displayName).toBe('New 2027');
  });

  it('changes archived templates, which stay archived', async () => {
    const { apiKey: key } = await api.tenant();
    const { template } = await makeTemplate(api, key);
    const { json } = await api.ask('DELETE /api/v1/templates/{id}', { key, path: { id: template.id } });
    expect((await update(key, template.id, { name: 'Old one' })).json).toMatchObject({
      name: 'Old one',
      archivedAt: json.archivedAt,
    });
  });

  it('loses none of several concurrent changes', async () => {
    const { apiKey: key } = await api.tenant();
    const { template } = await makeTemplate(api, key);
    await Promise.all([
      update(key, template.id, { name: 'Both' }),
      update(key, template.id, { namePattern: '{date}' }),
      use(api, key, template.id),
      api.ask('DELETE /api/v1/templates/{id}', { key, path: { id: template.id } }),
    ]);
    expect((await readTemplate(api, key, template.id)).template).toMatchObject({
      name: 'Both',
      namePattern: '{date}',
      archivedAt: expect.any(String),
    });
  });
});

describe('422', () => {
  it.each<[string, unknown, string[]]>([
    ['an empty name', { name: '' }, ['/name']],
    ['a blank name', { name: ' \u200b\t' }, ['/name']],
    ['no name at all', { name: null }, ['/name']],
    ['a name that is too long', { name: 'x'.repeat(201) }, ['/name']],
    ['an empty pattern', { namePattern: '' }, ['/namePattern']],
    ['a blank pattern', { namePattern: '  ' }, ['/namePattern']],
    ['a pattern over 200 characters', { namePattern: 'x'.repeat(201) }, ['/namePattern']],
    ['a pattern that is no text', { namePattern: 7 }, ['/namePattern']],
    ['an unknown token', { namePattern: '{now}' }, ['/namePattern']],
    ['an unclosed brace', { namePattern: 'x {date' }, ['/namePattern']],
    ['a wrong date', { namePattern: '{date:YY}' }, ['/namePattern']],
    ['a wrong property', { namePattern: '{role:client.age}' }, ['/namePattern']],
    ['a role of no template', { namePattern: '{role:buyer.name}' }, ['/namePattern']],
    ['a prefill key of no field', { namePattern: '{prefill:price}' }, ['/namePattern']],
    ['both at once', { name: '', namePattern: '{' }, ['/name', '/namePattern']],
    ['what cannot be changed', { useCount: 0, roles: [] }, ['/roles', '/useCount']],
    [
      'a role of no template to rename',
      { roles: [{ apiRoleName: 'x', name: 'X' }] },
      ['/roles/0/apiRoleName'],
    ],
    ['a role without a name', { roles: [{ name: ' ' }] }, ['/roles/0/name']],
    [
      'naming someone for the sender’s role',
      { roles: [{ apiRoleName: 'our_side', name: 'Us', recipient: CLIENT }] },
      ['/roles/0/recipient'],
    ],
    [
      'naming someone for an optional role',
      { roles: [{ name: 'New', optional: true, recipient: CLIENT }] },
      ['/roles/0/recipient'],
    ],
    ['removing a role of no template', { removeRoles: ['x'] }, ['/removeRoles/0']],
    ['removing a role with fields', { removeRoles: ['witness'] }, ['/removeRoles/0']],
    ['removing all roles', { removeRoles: ['client', 'our_side', 'witness'] }, ['/removeRoles']],
    ['another identifier', { id: 'tpl_x' }, ['/id']],
  ])('to %s', async (_name, body, paths) => {
    const { apiKey: key } = await api.tenant();
    const { template } = await makeTemplate(api, key);
    expectIssues(await api.call('PATCH', path(template.id), { key, body }), paths);
    expect((await readTemplate(api, key, template.id)).template).toEqual(template);
  });

  it('to removing a role of the name pattern or of the public form, until they change', async () => {
    const { apiKey: key } = await api.tenant();
    const { template } = await makeTemplate(api, key);
    const remove = () => update(key, template.id, { removeRoles: ['legal'] });
    await update(key, template.id, {
      roles: [{ name: 'Legal', optional: true }],
    });
    await update(key, template.id, { namePattern: '{role:legal.name}' });
    expectIssues(await remove(), ['/removeRoles/0']);
    const form = {
      enabled: true,
      roleApiName: 'client',
      recipients: { legal: { name: 'Lea Legal', email: 'lea@legal.example' } },
    };
    const put = (settings: object) =>
      api.call('PUT', `${path(template.id)}/form`, { key, body: { ...form, ...settings } });
    expect((await put({})).status).toBe(200);
    expectIssues(await update(key, template.id, { namePattern: null, removeRoles: ['legal'] }), [
      '/removeRoles/0',
    ]);
    await update(key, template.id, { namePattern: null });
    await put({ recipients: {} });
    expect((await remove()).status).toBe(200);
  });

  it('explains what is wrong with a pattern and where', async () => {
    const { apiKey: key } = await api.tenant();
    const { template } = await makeTemplate(api, key);
    const message = async (namePattern: string): Promise<string> =>
      (await api.call('PATCH', path(template.id), { key, body: { namePattern } })).json.details.issues[0]
        .message;
    expect(await message('Deal {recipient}')).toMatch(
      /^has an unknown token \{recipient\}.*\(at character 6\)$/,
    );
    expect(await message('{date} {role:buyer.name}')).toBe(
      'refers to “buyer”, which is not a role of the template: use one of client, our_side, witness (at character 8)',
    );
    expect(await message('{prefill:price}')).toBe(
      'refers to “price”, which is not a prefill key of the template: use one of contract_number, fee, date (at character 1)',
    );
  });
});
