import { randomUUID } from 'node:crypto';
import { PDFDocument } from 'pdf-lib';
import { expect, it } from 'vitest';
import { actOnDue } from '#server/envelopes/act-on-due.ts';
import { useApi } from '../../support/api.ts';
import { expectIssues } from '../../support/answers.ts';
import { HOUR_MS, later } from '../../support/moments.ts';
import { eventsOf } from '../../support/traces.ts';
import { ALICE, createDraft, SIGNATURE, tokenFor } from '../../support/envelopes.ts';

const api = useApi({ work: true });

const OPTIONS = Array.from({ length: 9 }, (_, index) => `Extra number ${index + 1}`);
/** As large as the editor makes it on a page of A4. */
const CHOICES = {
  ...{ type: 'choices', label: 'Extras', options: OPTIONS, participantIndex: 0 },
  ...{ page: 1, x: 0.1, y: 0.4, width: 150 / 595, height: 60 / 842 },
};

async function send(field: object, extra: object = {}) {
  const { apiKey: key, organizationId } = await api.tenant();
  const fields = [{ ...SIGNATURE, participantIndex: 0 }, field];
  const { json } = await createDraft(api, key, { participants: [ALICE], fields, ...extra });
  const { id, version } = json.envelope;
  const body = { expectedVersion: version };
  const answer = await api.call('POST', `/api/v1/envelopes/${id}/send`, { key, body });
  return { answer, organizationId };
}

it('are refused at sending while their box has no room for all that may be chosen', async () => {
  expectIssues((await send(CHOICES)).answer, ['/fields/1/options']);
});

it.each([
  ['the box is larger', { ...CHOICES, height: 0.2 }, OPTIONS],
  ['fewer may be chosen', { ...CHOICES, validation: { max: 3 } }, OPTIONS.slice(3, 6)],
])('can all be signed once %s', async (_, field, chosen) => {
  const { answer, organizationId } = await send(field);
  expect(answer.status).toBe(200);
  const token = await tokenFor(api, organizationId, ALICE.email);
  const view = (await api.call('GET', '/api/signer/envelope', { key: token })).json;
  const { id: fieldId } = view.fields.find(({ type }: { type: string }) => type === 'choices');
  const body = {
    values: [{ fieldId, value: chosen.join('\n') }],
    signature: { kind: 'typed', text: ALICE.name },
  };
  expect((await api.call('POST', '/api/signer/sign', { key: token, body })).json).toEqual({
    status: 'completed',
  });
});

it('on a page of the size of a receipt are refused like on any other', async () => {
  const small = await PDFDocument.create();
  small.addPage([230, 500]);
  const contentBase64 = Buffer.from(await small.save()).toString('base64');
  const document = { contentBase64, contentType: 'application/pdf' };
  const box = { ...CHOICES, width: 0.9, height: 0.1 };
  expectIssues((await send(box, { document })).answer, ['/fields/1/options']);
});

it('hold a scheduled draft whose box was made smaller in the meantime', async () => {
  const { apiKey: key } = await api.tenant();
  const fields = [
    { ...SIGNATURE, participantIndex: 0 },
    { ...CHOICES, height: 0.2 },
  ];
  const draft = (await createDraft(api, key, { participants: [ALICE], fields })).json;
  const { id } = draft.envelope;
  const sendAt = later(api, HOUR_MS);
  const scheduled = await api.call('POST', `/api/v1/envelopes/${id}/send`, {
    key,
    body: { expectedVersion: 1, sendAt },
  });
  expect(scheduled.status).toBe(200);
  const changed = await api.call('PUT', `/api/v1/envelopes/${id}/draft`, {
    key,
    body: { expectedVersion: 2, fields: [fields[0], CHOICES] },
  });
  expect(changed.status).toBe(200);
  await actOnDue(api.services, 'scheduled', {
    organizationId: draft.envelope.organizationId,
    envelopeId: id,
  });
  expect((await api.call('GET', `/api/v1/envelopes/${id}`, { key })).json.envelope.status).toBe('draft');
  api.clock.now = new Date(sendAt);
  await actOnDue(api.services, 'scheduled', {
    organizationId: draft.envelope.organizationId,
    envelopeId: id,
  });
  const { envelope } = (await api.call('GET', `/api/v1/envelopes/${id}`, { key })).json;
  expect(envelope).toMatchObject({ status: 'draft', scheduledSendAt: null });
  expect((await eventsOf(api, key, id)).at(-1)).toMatchObject({
    action: 'envelope.schedule_failed',
    payload: { reason: 'validation_failed' },
  });
});

it('of a template are refused before it is used, published, or sent to a list', async () => {
  const { apiKey: key } = await api.tenant();
  const fields = [{ ...SIGNATURE, participantIndex: 0 }, CHOICES];
  const { envelope, participants } = (await createDraft(api, key, { participants: [ALICE], fields })).json;
  const body = {
    ...{ sourceEnvelopeId: envelope.id, name: 'Order' },
    roles: [{ name: 'Client', participantId: participants[0].id }],
  };
  const { template } = (await api.call('POST', '/api/v1/templates', { key, body })).json;
  const client = { client: { name: 'Ada', email: 'ada@example.com' } };
  const use = (extra: object) =>
    api.call('POST', `/api/v1/templates/${template.id}/envelopes`, {
      key,
      body: { recipients: client, ...extra },
    });
  const refused = await use({});
  expectIssues(refused, ['']);
  expect(refused.json.details.issues[0].message).toBe(
    "the options of the template's field “Extras” don't fit into the field's box; make it larger, or limit validation.max",
  );
  expect((await use({ autoSend: false })).status).toBe(201);
  const form = { enabled: true, roleApiName: 'client' };
  expectIssues(await api.call('PUT', `/api/v1/templates/${template.id}/form`, { key, body: form }), ['']);
  const list = {
    ...{ templateId: template.id, filename: 'list.csv' },
    csv: 'client_name,client_email\nAda,ada@example.com',
  };
  const check = await api.call('POST', '/api/v1/bulk-send-checks', { key, body: list });
  expect(check.json).toMatchObject({ rowCount: 1, issues: [{ line: 1, column: null }] });
  const start = { ...list, requestId: randomUUID() };
  expectIssues(await api.call('POST', '/api/v1/bulk-sends', { key, body: start }), ['']);
});

it('are listed in one cell of a recipient list, and arrive with everyone who asks', async () => {
  const tenant = await api.tenant();
  const key = tenant.apiKey;
  const extras = { ...CHOICES, options: ['Insurance', 'Delivery', 'Gift wrap'], height: 0.2 };
  const fields = [{ ...SIGNATURE, participantIndex: 0 }, extras];
  const { envelope, participants } = (await createDraft(api, key, { participants: [ALICE], fields })).json;
  const body = {
    ...{ sourceEnvelopeId: envelope.id, name: 'Order' },
    roles: [{ name: 'Client', participantId: participants[0].id }],
  };
  const { template } = (await api.call('POST', '/api/v1/templates', { key, body })).json;
  const list = (cells: readonly string[]) => ({
    ...{ templateId: template.id, filename: 'list.csv' },
    csv: ['client_name,client_email,prefill:extras', ...cells].join('\r\n'),
  });
  const wrong = list(['Eve,eve@example.com,Insurance; Balloons']);
  const { issues } = (await api.call('POST', '/api/v1/bulk-send-checks', { key, body: wrong })).json;
  expect(issues).toMatchObject([{ line: 2, column: 'prefill:extras' }]);
  const rows = [
    'Ada,ada@choices.example,"Gift wrap, Insurance"',
    'Bob,bob@choices.example,Delivery; Insurance',
    'Cyd,cyd@choices.example,"Delivery\nGift wrap"',
    'Dan,dan@choices.example,',
  ];
  const started = await api.call('POST', '/api/v1/bulk-sends', {
    key,
    body: { ...list(rows), requestId: randomUUID() },
  });
  expect(started.status).toBe(201);
  const chosen = await Promise.all(
    ['ada', 'bob', 'cyd', 'dan'].map(async (name) => {
      const token = await tokenFor(api, tenant.organizationId, `${name}@choices.example`);
      const view = (await api.call('GET', '/api/signer/envelope', { key: token })).json;
      return view.fields.find(({ type }: { type: string }) => type === 'choices').prefillValue;
    }),
  );
  expect(chosen).toEqual(['Insurance\nGift wrap', 'Insurance\nDelivery', 'Delivery\nGift wrap', null]);
});
