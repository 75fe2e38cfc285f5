import { describe, expect, it } from 'vitest';
import { expectError, expectInvalidState, expectIssues } from '../../support/answers.ts';
import { useApi } from '../../support/api.ts';
import type { BodyOf } from '../../support/ask.ts';
import { createDraft, sendDraft, SIGNATURE } from '../../support/envelopes.ts';
import { actionsOf } from '../../support/traces.ts';
import { expectTemplateKeys, readTemplate, sourceEnvelope, templateBody, WITNESS } from './example.ts';

const api = useApi();
const create = (key: string, body: BodyOf<'POST /api/v1/templates'>, headers: Record<string, string> = {}) =>
  api.ask('POST /api/v1/templates', { key, body, headers });
const count = async (key: string): Promise<number> =>
  (await api.ask('GET /api/v1/templates', { key })).json.items.length;

describe('201', () => {
  it('saves document, roles and fields, without changing the envelope', async () => {
    const { apiKey: key, organizationId, teamId } = await api.tenant();
    const source = await sourceEnvelope(api, key, {
      policy: {
        consumerDisclosure: true,
        reminderPolicy: { firstAfterDays: 2, everyDays: 3, maxReminders: 4 },
      },
    });
    const answer = await create(
      key,
      templateBody(source, { namePattern: '{template_name} – {recipient_name}' }),
    );
    expect(answer.status).toBe(201);
    const { template, roles, fields } = answer.json;
    expect(Object.keys(answer.json).sort()).toEqual(['fields', 'roles', 'template', 'variables']);
    expectTemplateKeys(template, 'template');
    expect(template).toMatchObject({
      id: expect.stringMatching(/^tpl_[0-9a-z]{26}$/),
      organizationId,
      teamId,
      name: 'Framework agreement',
      namePattern: '{template_name} – {recipient_name}',
      originalFilename: 'Agreement.pdf',
      sourceFormat: 'pdf',
      contentHash: source.envelope.contentHash,
      sizeBytes: source.envelope.sizeBytes,
      consumerDisclosure: true,
      reminderPolicy: { firstAfterDays: 2, everyDays: 3, maxReminders: 4 },
      archivedAt: null,
      useCount: 0,
      lastUsedAt: null,
      createdAt: api.clock.now.toISOString(),
      updatedAt: api.clock.now.toISOString(),
    });

    for (const role of roles) expectTemplateKeys(role, 'role');
    expect(roles).toMatchObject([
      { name: 'Client', apiRoleName: 'client', orderIndex: 0, isSender: false, optional: false },
      { name: 'Our Side', apiRoleName: 'our_side', orderIndex: 1, isSender: true, optional: false },
      { name: 'Witness', apiRoleName: 'witness', orderIndex: 2, isSender: false, optional: true },
    ]);
    const [client, ours, witness] = roles;
    for (const field of fields) expectTemplateKeys(field, 'field');
    expect(fields).toMatchObject([
      {
        roleId: client.id,
        type: 'signature',
        page: 1,
        x: 0.1,
        y: 0.7,
        width: 0.3,
        height: 0.06,
        prefillKey: null,
      },
      {
        roleId: client.id,
        label: 'Contract Number',
        required: false,
        prefillKey: 'contract_number',
        locked: false,
      },
      { roleId: client.id, prefillKey: 'fee', prefillValue: '100', locked: true },
      { roleId: ours.id, type: 'signature' },
      { roleId: ours.id, type: 'date', autoSource: 'signed_date', prefillKey: 'date' },
      { roleId: witness.id, type: 'signature' },
    ]);
    expect(await readTemplate(api, key, template.id)).toEqual(answer.json);
    const after = await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id: source.envelope.id } });
    expect(after.json).toEqual(source);
    expect(await actionsOf(api, key, source.envelope.id)).toEqual(['envelope.created']);
  });

  it('accepts roles for parties and synthetic roles', async () => {
    const { apiKey: key } = await api.tenant();
    const source = await sourceEnvelope(api, key, {
      participants: [{ name: 'Known', email: 'known@example.com', detectedPartyIndex: 0 }],
      fields: [
        { ...SIGNATURE, participantIndex: 0 },
        { ...SIGNATURE, x: 0.5, partyIndex: 1 },
        { ...SIGNATURE, y: 0.1, syntheticRoleId: 'buyer', syntheticRoleName: 'Buyer' },
      ],
    });
    const { status, json } = await create(key, {
      sourceEnvelopeId: source.envelope.id,
      name: 'Parties',
      roles: [
        { name: 'First', partyIndex: 0 },
        { name: 'Second', partyIndex: 1, participantId: null },
        { name: 'Buyer', syntheticRoleId: 'buyer' },
      ],
    });
    expect(status).toBe(201);
    const ids = json.roles.map(({ id }: { id: string }) => id);
    expect(json.fields.map(({ roleId }: { roleId: string | null }) => roleId)).toEqual(ids);
  });

  it('gives roles and prefill keys unique names', async () => {
    const { apiKey: key } = await api.tenant();
    const text = { type: 'text', page: 1, x: 0.1, y: 0.5, width: 0.3, height: 0.03, participantIndex: 0 };
    const source = await sourceEnvelope(api, key, {
      fields: [
        { ...text, label: 'Place of Signing' },
        { ...text, y: 0.1, label: 'place of signing' },
        { ...text, y: 0.2 },
        { ...text, y: 0.3, type: 'checkbox' },
      ],
    });
    const roles = source.participants.map(({ id }: { id: string }, index: number) => ({
      name: index === 0 ? '?' : 'Party',
      participantId: id,
    }));
    const { json } = await create(key, templateBody(source, { roles }));
    expect(json.roles.map(({ apiRoleName }: any) => apiRoleName)).toEqual(['role', 'party', 'party_2']);
    expect(json.fields.map(({ prefillKey }: any) => prefillKey)).toEqual([
      'place_of_signing',
      'place_of_signing_2',
      'text',
      'checkbox',
    ]);
  });

  it('locks the given fields', async () => {
    const { apiKey: key } = await api.tenant();
    const source = await sourceEnvelope(api, key);
    const [, number, fee] = source.fields;
    const { json } = await create(key, templateBody(source, { lockedFieldIds: [number.id] }));
    expect(json.fields.map(({ locked }: any) => locked)).toEqual([false, true, true, false, false, false]);
    expect(fee.locked).toBe(true);
  });

  it('accepts an envelope in progress', async () => {
    const { apiKey: key } = await api.tenant();
    const source = await sendDraft(api, key);
    const [one, two] = source.participants;
    const { status, json } = await create(key, {
      sourceEnvelopeId: source.envelope.id,
      name: 'x',
      roles: [
        { name: 'A', participantId: one.id },
        { name: 'B', participantId: two.id },
      ],
    });
    expect(status).toBe(201);
    expect(json.template.contentHash).toBe(source.envelope.contentHash);
  });
});

describe('Idempotency-Key', () => {
  it('replays the stored body, and creates one template for ten concurrent calls', async () => {
    const { apiKey: key } = await api.tenant();
    const body = templateBody(await sourceEnvelope(api, key));
    const headers = { 'idempotency-key': 'tpl-1' };
    const answers = await Promise.all(Array.from({ length: 10 }, () => create(key, body, headers)));
    const made = answers.filter(({ status }) => status === 201);
    expect(made.length).toBeGreaterThan(0);
    expect(new Set(made.map(({ json }) => json.template.id)).size).toBe(1);
    for (const answer of answers.filter(({ status }) => status !== 201))
      expectError(answer, 'idempotency_in_flight');
    expect(await count(key)).toBe(1);

    const template = made[0]?.json.template;
    await api.ask('PATCH /api/v1/templates/{id}', {
      key,
      path: { id: template?.id ?? '' },
      body: { name: 'Renamed' },
    });
    const replay = await create(key, body, headers);
    expect([replay.status, replay.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
    expect(replay.json).toEqual(made[0]?.json);
    expect(await count(key)).toBe(1);
  });

  it('refuses a key that was used for another request, and releases that of a refused one', async () => {
    const { apiKey: key } = await api.tenant();
    const body = templateBody(await sourceEnvelope(api, key));
    const headers = { 'idempotency-key': 'tpl-2' };
    expectIssues(await create(key, { ...body, name: '' }, headers), ['/name']);
    expectError(await create(key, { ...body, sourceEnvelopeId: 'env_x' }, headers), 'not_found');
    expect((await create(key, body, headers)).status).toBe(201);
    expectError(await create(key, { ...body, name: 'Other' }, headers), 'idempotency_key_reused');
    expect(await count(key)).toBe(1);
  });
});

describe('404', () => {
  it('for an unknown envelope and one of another organization', async () => {
    const [own, other] = [await api.tenant('Own'), await api.tenant('Other')];
    const source = await sourceEnvelope(api, other.apiKey);
    expectError(await create(own.apiKey, templateBody(source)), 'not_found');
    const nobodys = templateBody(source, { sourceEnvelopeId: 'env_01h455vb4pex5vsknk084sn02q' });
    expectError(await create(own.apiKey, nobodys), 'not_found');
    expect(await count(own.apiKey)).toBe(0);
  });
});

describe('409', () => {
  it('while the document is missing', async () => {
    const { apiKey: key } = await api.tenant();
    const { json } = await api.ask('POST /api/v1/envelopes', {
      key,
      body: {
        originalFilename: 'Later.pdf',
        participants: [{ name: 'A', email: 'a@example.com' }],
        fields: [],
      },
    });
    const body = {
      sourceEnvelopeId: json.envelope.id,
      name: 'x',
      roles: [{ name: 'A', participantId: json.participants[0].id }],
    };
    expectInvalidState(await create(key, body), 'draft', 'document_missing');
  });
});

describe('422', () => {
  const roleOf = (source: any, index: number, extra = {}) => ({
    name: `Role ${index}`,
    participantId: source.participants[index].id,
    ...extra,
  });

  it.each<[string, (source: any) => Record<string, unknown>, string[]]>([
    ['a missing name', () => ({ name: undefined }), ['/name']],
    ['an empty name', () => ({ name: ' \t' }), ['/name']],
    ['a name that is too long', () => ({ name: 'x'.repeat(201) }), ['/name']],
    ['no roles', () => ({ roles: [] }), ['/roles']],
    ['missing roles', () => ({ roles: undefined }), ['/roles']],
    ['a missing source', () => ({ sourceEnvelopeId: undefined }), ['/sourceEnvelopeId']],
    ['an empty pattern', () => ({ namePattern: '' }), ['/namePattern']],
    ['a wrong pattern', () => ({ namePattern: 'a {nothing}' }), ['/namePattern']],
    ['a pattern over 200 characters', () => ({ namePattern: 'x'.repeat(201) }), ['/namePattern']],
    ['a pattern with a role of no template', () => ({ namePattern: '{role:buyer.name}' }), ['/namePattern']],
    ['a pattern with a key of no field', () => ({ namePattern: '{prefill:amount}' }), ['/namePattern']],
    [
      'a locked field of no envelope',
      (s) => ({ lockedFieldIds: [s.fields[0].id, 'fld_x'] }),
      ['/lockedFieldIds/1'],
    ],
    [
      'roles that stand for someone unknown, or for several',
      (s) => ({
        roles: [
          roleOf(s, 0),
          roleOf(s, 1, { partyIndex: 0 }),
          { name: 'Absent', participantId: 'part_x' },
          { name: 'Party', partyIndex: 7 },
          { name: 'Drawn', syntheticRoleId: 'nobody' },
          roleOf(s, 0),
        ],
      }),
      [
        '/roles/1',
        '/roles/2/participantId',
        '/roles/3/partyIndex',
        '/roles/4/syntheticRoleId',
        '/roles/5/participantId',
      ],
    ],
    ['a role without a name', (s) => ({ roles: [roleOf(s, 0, { name: '' })] }), ['/roles/0/name']],
    [
      'two roles of the sender',
      (s) => ({
        roles: [roleOf(s, 0, { isSender: true }), roleOf(s, 1), roleOf(s, 2, { isSender: true })],
      }),
      ['/roles/2/isSender'],
    ],
    [
      'recipients of the sender’s role and of an optional one',
      (s) => ({
        roles: [
          roleOf(s, 0, { isSender: true, recipient: WITNESS }),
          roleOf(s, 1, { optional: true, recipient: WITNESS }),
          roleOf(s, 2),
        ],
      }),
      ['/roles/0/recipient', '/roles/1/recipient'],
    ],
    [
      'a recipient without an address',
      (s) => ({ roles: [roleOf(s, 0, { recipient: { name: 'Wim' } }), roleOf(s, 1), roleOf(s, 2)] }),
      ['/roles/0/recipient/email'],
    ],
    ['fields that no role takes', (s) => ({ roles: [roleOf(s, 0)] }), ['/roles']],
  ])('to %s', async (_name, extra, paths) => {
    const { apiKey: key } = await api.tenant();
    const source = await sourceEnvelope(api, key);
    expectIssues(await create(key, templateBody(source, extra(source))), paths);
    expect(await count(key)).toBe(0);
  });

  it('for fields without a role, and with the position of a pattern’s error', async () => {
    const { apiKey: key } = await api.tenant();
    const source = (await createDraft(api, key)).json;
    const roles = [{ name: 'A', participantId: source.participants[0].id }];
    const body = { sourceEnvelopeId: source.envelope.id, name: 'x', roles };
    const left = await api.call('POST', '/api/v1/templates', { key, body });
    expect(left.json.details.issues[0].message).toContain(`${source.fields[2].id} (signature, page 1)`);
    const wrong = await api.call('POST', '/api/v1/templates', {
      key,
      body: { ...body, namePattern: 'To {recipient}' },
    });
    expect(wrong.json.details.issues[0].message).toMatch(/unknown token \{recipient\}.*at character 4/);
  });
});

describe('tenancy of participants', () => {
  it('rejects a participant of another envelope', async () => {
    const { apiKey: key } = await api.tenant();
    const source = await sourceEnvelope(api, key);
    const foreign = (await createDraft(api, key)).json.participants[0].id;
    const roles = [{ name: 'A', participantId: foreign }];
    expectIssues(await create(key, templateBody(source, { roles })), ['/roles/0/participantId']);
  });
});
