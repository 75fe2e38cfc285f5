import { describe, expect, it } from 'vitest';
import { expectError, expectInvalidState, expectIssues } from '../../support/answers.ts';
import { useApi } from '../../support/api.ts';
import { useOwner } from '../../support/owner.ts';
import { onePage } from '../../support/pdf.ts';
import { expectGraph } from '../../support/shapes.ts';
import { countRows, eventsOf, jobsOf } from '../../support/traces.ts';
import { CLIENT, makeTemplate, readTemplate, sourceEnvelope, templateBody, use, WITNESS } from './example.ts';

const api = useApi();
const owner = useOwner(api);
const BODY = { recipients: { client: CLIENT } };
const both = { client: CLIENT, witness: WITNESS };
const archive = (key: string, id: string) => api.ask('DELETE /api/v1/templates/{id}', { key, path: { id } });

describe('201', () => {
  it('keeps the notices of the document', async () => {
    const { apiKey: key } = await api.tenant();
    const note = '<</Type /Annot /Subtype /Square /Rect [5 5 20 20] /C [1 0 0]>>';
    const pdf = onePage({ text: 'Agreement', page: '/Annots [6 0 R]', objects: [note] });
    const contentBase64 = Buffer.from(pdf).toString('base64');
    const document = { contentBase64, contentType: 'application/pdf' };
    const source = await sourceEnvelope(api, key, { document });
    const notices = [{ code: 'annotations', count: 1 }];
    expect(source.envelope.document).toEqual({ notices });
    const made = await api.ask('POST /api/v1/templates', { key, body: templateBody(source) });
    const { json } = await use(api, key, made.json.template.id, { recipients: both });
    expect(json.envelope.document).toEqual({ notices });
    const [created] = await eventsOf(api, key, json.envelope.id);
    expect(created?.payload?.['notices']).toEqual(notices);
  });

  it('names an envelope by the date of the sender, with a pattern for it or without', async () => {
    const { apiKey: key, userId } = await api.tenant();
    await owner.sql`update users set time_zone = 'Pacific/Pago_Pago' where id = ${userId}`;
    for (const [namePattern, name] of [
      ['{date}', '2027-02-28'],
      ['{date:DD "–" MM}', '28 "–" 02'],
    ] as const) {
      const { template } = await makeTemplate(api, key, { namePattern });
      const { json } = await use(api, key, template.id, { recipients: both });
      expect(json.envelope.displayName).toBe(name);
    }
  });

  it('creates the envelope and sends it in one step', async () => {
    const { apiKey: key, userId } = await api.tenant();
    const { template } = await makeTemplate(api, key);
    const answer = await use(api, key, template.id, { recipients: both });
    expect(answer.status).toBe(201);
    expectGraph(answer.json);
    const { envelope, participants, fields } = answer.json;
    expect(envelope).toMatchObject({
      status: 'in_progress',
      version: 3,
      sentAt: api.clock.now.toISOString(),
      templateId: template.id,
      templateContentHash: template.contentHash,
      contentHash: template.contentHash,
      sizeBytes: template.sizeBytes,
      deliveryMode: 'template',
      displayName: 'Framework agreement',
      originalFilename: 'Agreement.pdf',
      teamId: template.teamId,
      senderUserId: userId,
      pageCount: 1,
      documentHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(participants).toMatchObject([
      { ...CLIENT, orderIndex: 0, status: 'pending' },
      { name: 'Olga Owner', email: expect.stringMatching(/^owner\d+@acme\.example$/), orderIndex: 1 },
      { ...WITNESS, orderIndex: 2, company: null, title: null },
    ]);
    const [client, ours, witness] = participants.map(({ id }: { id: string }) => id);
    expect(fields).toMatchObject([
      { participantId: client, type: 'signature', source: 'template', x: 0.1, y: 0.7, value: null },
      { participantId: client, label: 'Contract Number', prefillValue: null, required: false },
      { participantId: client, label: 'Fee', prefillValue: '100', locked: true },
      { participantId: ours, type: 'signature' },
      { participantId: ours, type: 'date', autoSource: 'signed_date' },
      { participantId: witness, type: 'signature' },
    ]);

    const events = await eventsOf(api, key, envelope.id);
    expect(events.map(({ action }) => action)).toEqual([
      'envelope.created',
      'envelope.sent',
      'participant.link_issued',
    ]);
    expect(events[0]?.payload).toMatchObject({ templateId: template.id, deliveryMode: 'template' });
    expect(events[0]?.payload.documentHash).toBe(envelope.documentHash);
    expect(await jobsOf(api, envelope.id)).toEqual([
      { name: 'svc/envelope.sent', data: expect.objectContaining({ participantId: client }) },
    ]);
    const after = await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id: envelope.id } });
    expect(after.json).toEqual(answer.json);
  });

  it('creates a draft if autoSend is false', async () => {
    const { apiKey: key } = await api.tenant();
    const { template } = await makeTemplate(api, key);
    const { status, json } = await use(api, key, template.id, { recipients: both, autoSend: false });
    expect(status).toBe(201);
    expect(json.envelope).toMatchObject({ status: 'draft', version: 1, sentAt: null });
    expect(await jobsOf(api, json.envelope.id)).toEqual([]);
    expect((await readTemplate(api, key, template.id)).template.useCount).toBe(1);
    const { id } = json.envelope;
    const sent = await api.ask('POST /api/v1/envelopes/{id}/send', {
      key,
      path: { id },
      body: { expectedVersion: 1 },
    });
    expect([sent.status, sent.json.envelope.version]).toEqual([200, 3]);
  });

  it('leaves out an optional role without a recipient, with its fields', async () => {
    const { apiKey: key } = await api.tenant();
    const { template } = await makeTemplate(api, key);
    const { json } = await use(api, key, template.id);
    expect(json.participants.map(({ orderIndex }: any) => orderIndex)).toEqual([0, 1]);
    expect(json.fields).toHaveLength(5);
  });

  it('lets somebody else take the sender’s role', async () => {
    const { apiKey: key } = await api.tenant();
    const { template } = await makeTemplate(api, key);
    const { json } = await use(api, key, template.id, { recipients: { client: CLIENT, our_side: WITNESS } });
    expect(json.participants).toMatchObject([CLIENT, WITNESS]);
  });

  it.each([
    [0, [1, 0, 2]],
    [1, [0, 1, 2]],
    [2, [0, 2, 1]],
    [99, [0, 2, 1]],
  ])('puts the sender at position %i', async (senderOrder, places) => {
    const { apiKey: key } = await api.tenant();
    const { template } = await makeTemplate(api, key);
    const { json } = await use(api, key, template.id, { recipients: both, senderOrder });
    const names = [CLIENT.name, 'Olga Owner', WITNESS.name];
    expect(json.participants.map(({ name }: any) => name)).toEqual(places.map((place) => names[place]));
    expect(json.participants.map(({ orderIndex }: any) => orderIndex)).toEqual([0, 1, 2]);
    const [issued] = await jobsOf(api, json.envelope.id);
    expect(issued?.data).toMatchObject({ participantId: json.participants[0].id });
  });

  it('prefills fields, overriding the template’s own values', async () => {
    const { apiKey: key } = await api.tenant();
    const { template } = await makeTemplate(api, key);
    const prefill = { contract_number: 'C-17', fee: '250' };
    const { json } = await use(api, key, template.id, { recipients: { client: CLIENT }, prefill });
    expect(json.fields.map(({ prefillValue }: any) => prefillValue)).toEqual([
      null,
      'C-17',
      '250',
      null,
      null,
    ]);
    const none = await use(api, key, template.id, { recipients: { client: CLIENT }, prefill: { fee: '' } });
    expect(none.json.fields[2]).toMatchObject({ prefillValue: null, locked: false });
  });

  it('takes legal framework, disclosure and reminders from the template', async () => {
    const { apiKey: key } = await api.tenant();
    const policy = {
      consumerDisclosure: true,
      reminderPolicy: { firstAfterDays: 2, everyDays: 3, maxReminders: 4 },
    };
    const source = await sourceEnvelope(api, key, { policy });
    const made = await api.ask('POST /api/v1/templates', { key, body: templateBody(source) });
    const { json } = await use(api, key, made.json.template.id);
    expect(json.envelope).toMatchObject({ ...policy, legalFramework: 'esign_ueta', expiresAt: null });
  });

  it('counts every use exactly, even concurrent ones', async () => {
    const { apiKey: key } = await api.tenant();
    const { template } = await makeTemplate(api, key);
    const before = api.clock.now;
    api.clock.now = new Date(before.getTime() + 60_000);
    const answers = await Promise.all(Array.from({ length: 20 }, () => use(api, key, template.id)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201));
    expect(new Set(answers.map(({ json }) => json.envelope.id)).size).toBe(20);
    const after = (await readTemplate(api, key, template.id)).template;
    expect(after).toEqual({ ...template, useCount: 20, lastUsedAt: api.clock.now.toISOString() });
  });
});

describe('the name', () => {
  const pattern =
    '{template_name} – {recipient_company} – {role:client.name} ({date:YYYY-MM}, {prefill:fee})';

  it('comes from the pattern when it is sent', async () => {
    const { apiKey: key } = await api.tenant();
    const { template } = await makeTemplate(api, key, { namePattern: pattern });
    const { json } = await use(api, key, template.id);
    const name = 'Framework agreement – Client & Co – Carla Client (2027-03, 100)';
    expect(json.envelope.displayName).toBe(name);
    const [created, sent] = await eventsOf(api, key, json.envelope.id);
    expect([created?.payload.displayName, sent?.payload.displayName]).toEqual(['Framework agreement', name]);
  });

  it('is the explicit one if given', async () => {
    const { apiKey: key } = await api.tenant();
    const { template } = await makeTemplate(api, key, { namePattern: pattern });
    const { json } = await use(api, key, template.id, {
      recipients: { client: CLIENT },
      displayName: ' Mine ',
    });
    expect(json.envelope.displayName).toBe('Mine');
  });

  it('is resolved on sending, with the values at that time', async () => {
    const { apiKey: key } = await api.tenant('Acme GmbH');
    const { template } = await makeTemplate(api, key, {
      namePattern:
        '{template_name}: {recipient_name}, {role:client.email}, {sender_name} of {sender_org}, {date}',
    });
    const { json } = await use(api, key, template.id, {
      recipients: { client: CLIENT },
      autoSend: false,
      senderOrder: 0,
    });
    const { id } = json.envelope;
    expect(json.envelope.displayName).toBe('Framework agreement');

    const [ours] = json.participants;
    const participants = [
      { name: ours.name, email: ours.email },
      { name: 'Nora New', email: 'nora@client.example' },
    ];
    const fields = json.fields.map((field: any) => ({
      ...{ type: field.type, page: 1, x: field.x, y: field.y, width: field.width, height: field.height },
      participantIndex: field.participantId === ours.id ? 0 : 1,
      autoSource: field.autoSource,
    }));
    const sender = { name: 'Sam Sender', email: 'sam@acme.example' };
    // Sending the name back unchanged doesn't count as choosing one.
    const body = { participants, fields, sender, displayName: json.envelope.displayName };
    expect((await api.ask('PUT /api/v1/envelopes/{id}/draft', { key, path: { id }, body })).status).toBe(200);
    const renamed = { name: 'NDA', namePattern: 'changed afterwards' };
    await api.ask('PATCH /api/v1/templates/{id}', { key, path: { id: template.id }, body: renamed });
    api.clock.now = new Date('2027-04-05T23:59:59.999Z');
    const sent = await api.ask('POST /api/v1/envelopes/{id}/send', {
      key,
      path: { id },
      body: { expectedVersion: 2 },
    });
    api.clock.now = new Date('2027-03-01T09:00:00.000Z');
    expect(sent.json.envelope.displayName).toBe(
      'NDA: Nora New, nora@client.example, Sam Sender of Acme GmbH, 2027-04-05',
    );
  });

  it('stays the one that the sender gave the draft', async () => {
    const { apiKey: key } = await api.tenant();
    const { template } = await makeTemplate(api, key, { namePattern: pattern });
    const { json } = await use(api, key, template.id, { recipients: { client: CLIENT }, autoSend: false });
    await api.ask('PUT /api/v1/envelopes/{id}/draft', {
      key,
      path: { id: json.envelope.id },
      body: { displayName: 'Chosen' },
    });
    const sent = await api.ask('POST /api/v1/envelopes/{id}/send', {
      key,
      path: { id: json.envelope.id },
      body: { expectedVersion: 2 },
    });
    expect(sent.json.envelope.displayName).toBe('Chosen');
  });

  it('never reads tokens from a value, and is truncated to the limit', async () => {
    const { apiKey: key } = await api.tenant();
    const { template } = await makeTemplate(api, key, {
      namePattern: '{recipient_name} {prefill:contract_number}',
    });
    const recipients = { client: { ...CLIENT, name: '{sender_org} {date}' } };
    const prefill = { contract_number: `{date}${'😀'.repeat(200)}` };
    const { json } = await use(api, key, template.id, { recipients, prefill });
    const { displayName } = json.envelope;
    expect(displayName.startsWith('{sender_org} {date} {date}😀')).toBe(true);
    expect(displayName.length).toBeGreaterThan(198);
    expect(displayName.length).toBeLessThanOrEqual(200);
    expect(displayName.isWellFormed()).toBe(true);
  });

  it('falls back to the template’s if the pattern yields nothing', async () => {
    const { apiKey: key } = await api.tenant();
    const { template } = await makeTemplate(api, key, {
      namePattern: '{prefill:contract_number} – {role:witness.name}',
    });
    expect((await use(api, key, template.id)).json.envelope.displayName).toBe('Framework agreement');
  });
});

describe('Idempotency-Key', () => {
  it('creates and counts one envelope for ten concurrent calls, and replays the response', async () => {
    const { apiKey: key, organizationId } = await api.tenant();
    const { template } = await makeTemplate(api, key);
    const body = { recipients: { client: CLIENT } };
    const headers = { 'idempotency-key': '"use-1"' };
    const before = await countRows(api, organizationId);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => use(api, key, template.id, body, headers)),
    );
    const made = answers.filter(({ status }) => status === 201);
    expect(new Set(made.map(({ json }) => json.envelope.id)).size).toBe(1);
    for (const answer of answers.filter(({ status }) => status !== 201))
      expectError(answer, 'idempotency_in_flight');
    const [first] = made;
    const { id } = first?.json.envelope ?? {};
    expect(await jobsOf(api, id)).toHaveLength(1);

    // The envelope moves on and the template is archived, but the stored answer stays the same.
    await api.ask('POST /api/v1/envelopes/{id}/void', { key, path: { id }, body: { expectedVersion: 3 } });
    await archive(key, template.id);
    const replay = await use(api, key, template.id, body, { 'idempotency-key': 'use-1' });
    expect([replay.status, replay.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
    expect(replay.json).toEqual(first?.json);
    expect((await readTemplate(api, key, template.id)).template.useCount).toBe(1);
    expect((await countRows(api, organizationId)).envelopes).toBe((before.envelopes ?? 0) + 1);
  });

  it('refuses a key that was used for another request, and releases that of a refused one', async () => {
    const { apiKey: key } = await api.tenant();
    const [one, two] = [await makeTemplate(api, key), await makeTemplate(api, key)];
    const headers = { 'idempotency-key': 'use-2' };
    expectIssues(await use(api, key, one.template.id, {}, headers), ['/recipients/client']);
    expect((await use(api, key, one.template.id, BODY, headers)).status).toBe(201);
    expectError(await use(api, key, two.template.id, BODY, headers), 'idempotency_key_reused');
    expect((await readTemplate(api, key, two.template.id)).template.useCount).toBe(0);
  });
});

describe('409', () => {
  it('while the template is archived', async () => {
    const { apiKey: key, organizationId } = await api.tenant();
    const { template } = await makeTemplate(api, key);
    const before = await countRows(api, organizationId);
    await archive(key, template.id);
    expectInvalidState(await use(api, key, template.id), 'archived');
    expect(await countRows(api, organizationId)).toEqual(before);
    await api.ask('POST /api/v1/templates/{id}/restore', { key, path: { id: template.id } });
    expect((await use(api, key, template.id)).status).toBe(201);
  });

  it('counts uses before archiving, even concurrent ones', async () => {
    const { apiKey: key, organizationId } = await api.tenant();
    const { template } = await makeTemplate(api, key);
    const before = await countRows(api, organizationId);
    const [, ...answers] = await Promise.all([
      archive(key, template.id),
      ...Array.from({ length: 10 }, () => use(api, key, template.id)),
    ]);
    const made = answers.filter(({ status }) => status === 201).length;
    for (const answer of answers.filter(({ status }) => status !== 201))
      expectInvalidState(answer, 'archived');
    expect((await readTemplate(api, key, template.id)).template.useCount).toBe(made);
    expect((await countRows(api, organizationId)).envelopes).toBe((before.envelopes ?? 0) + made);
  });
});

describe('422', () => {
  it.each<[string, Record<string, unknown>, string[]]>([
    ['no recipients', {}, ['/recipients/client']],
    ['a missing one', { recipients: { witness: WITNESS } }, ['/recipients/client']],
    ['an unknown role', { recipients: { client: CLIENT, 'a/b': WITNESS } }, ['/recipients/a~1b']],
    [
      'the name of a role instead of its API name',
      { recipients: { Client: CLIENT } },
      ['/recipients/Client', '/recipients/client'],
    ],
    [
      'a recipient without an address',
      { recipients: { client: { name: 'A' } } },
      ['/recipients/client/email'],
    ],
    [
      'an address that is none',
      { recipients: { client: { name: 'A', email: 'a' } } },
      ['/recipients/client/email'],
    ],
    [
      'more about a recipient',
      { recipients: { client: { ...CLIENT, phone: '1' } } },
      ['/recipients/client/phone'],
    ],
    ['unknown prefill keys', { recipients: both, prefill: { fee: '1', nothing: 'x' } }, ['/prefill/nothing']],
    ['a value that does not fit its field', { recipients: both, prefill: { fee: 'much' } }, ['/prefill/fee']],
    ['a value that is no text', { recipients: both, prefill: { fee: 1 } }, ['/prefill/fee']],
    [
      'several at once',
      { recipients: { x: CLIENT }, prefill: { y: '' } },
      ['/recipients/client', '/recipients/x', '/prefill/y'],
    ],
    ['an empty name', { recipients: both, displayName: ' ' }, ['/displayName']],
    ['a place before the first', { recipients: both, senderOrder: -1 }, ['/senderOrder']],
    [
      'two orders at once',
      { recipients: { ...both, client: { ...CLIENT, orderIndex: 3 } }, senderOrder: 0 },
      ['/senderOrder'],
    ],
    [
      'an order beyond the last',
      { recipients: { ...both, client: { ...CLIENT, orderIndex: 100 } } },
      ['/recipients/client/orderIndex'],
    ],
    ['a wish that is no boolean', { recipients: both, autoSend: 'no' }, ['/autoSend']],
  ])('to %s', async (_name, body, paths) => {
    const { apiKey: key, organizationId } = await api.tenant();
    const { template } = await makeTemplate(api, key);
    const before = await countRows(api, organizationId);
    expectIssues(await use(api, key, template.id, body), paths);
    expect(await countRows(api, organizationId)).toEqual(before);
    expect((await readTemplate(api, key, template.id)).template.useCount).toBe(0);
  });

  it.each(['__proto__', 'constructor', 'toString'])('to a role and a key %s', async (name) => {
    const { apiKey: key } = await api.tenant();
    const { template } = await makeTemplate(api, key);
    const text = JSON.stringify({ recipients: both, prefill: {} });
    const recipients = text.replace('"witness"', `"${name}"`);
    const path = `/api/v1/templates/${template.id}/envelopes`;
    expectIssues(await api.call('POST', path, { key, body: recipients }), [`/recipients/${name}`]);
    const prefill = text.replace('"prefill":{}', `"prefill":{"${name}":"x"}`);
    expectIssues(await api.call('POST', path, { key, body: prefill }), [`/prefill/${name}`]);
  });

  it('for a sender position without a sender’s role', async () => {
    const { apiKey: key } = await api.tenant();
    const source = await sourceEnvelope(api, key);
    const roles = source.participants.map(({ id }: any, index: number) => ({
      name: `R ${index}`,
      participantId: id,
      optional: true,
    }));
    const { json } = await api.ask('POST /api/v1/templates', { key, body: templateBody(source, { roles }) });
    const recipients = { r_0: CLIENT };
    expectIssues(await use(api, key, json.template.id, { recipients, senderOrder: 0 }), ['/senderOrder']);
    expectIssues(await use(api, key, json.template.id, {}), ['/recipients']);
  });
});
