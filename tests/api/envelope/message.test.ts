import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { expectIssues } from '../../support/answers.ts';
import { useApi } from '../../support/api.ts';
import { ALICE, BOB, createDraft, sendDraft } from '../../support/envelopes.ts';
import { useOwner } from '../../support/owner.ts';
import { ownerOf } from '../../support/person.ts';
import { signAs, tokenOf } from '../../support/signer.ts';
import { eventsOf } from '../../support/traces.ts';
import {
  CLIENT,
  makeTemplate,
  readTemplate,
  sourceEnvelope,
  templateBody,
  use,
} from '../template/example.ts';

const api = useApi({ work: true });
const owner = useOwner(api);
const MESSAGE = { subject: 'Your flat', body: 'Dear all,\n\nplease sign.' };
const NOTED = { ...ALICE, message: 'Bring the key, {recipient_name}.' };

describe('the message of an envelope', () => {
  it('is set at creation, kept or replaced in a draft, and removed by null', async () => {
    const { apiKey: key } = await api.tenant();
    const made = (await createDraft(api, key, { message: MESSAGE, participants: [NOTED, BOB] })).json;
    expect(made.envelope.message).toEqual(MESSAGE);
    expect(made.participants.map(({ message }: any) => message)).toEqual([NOTED.message, null]);
    const { id } = made.envelope;
    const put = async (body: object) =>
      (await api.ask('PUT /api/v1/envelopes/{id}/draft', { key, path: { id }, body })).json.envelope.message;
    expect(await put({ displayName: 'Other' })).toEqual(MESSAGE);
    expect(await put({ message: { body: 'Only this' } })).toEqual({ subject: null, body: 'Only this' });
    expect((await eventsOf(api, key, id)).at(-1)?.payload).toEqual({ changed: ['message'] });
    expect(await put({ message: null })).toBeNull();
  });

  it('is null for clients that do not send it, with an unchanged log', async () => {
    const { apiKey: key } = await api.tenant();
    const sent = await sendDraft(api, key);
    expect(sent.envelope.message).toBeNull();
    const [, event] = await eventsOf(api, key, sent.envelope.id);
    expect(Object.keys(event?.payload).sort()).toEqual(
      'consumerDisclosure displayName documentHash expiresAt legalFramework pageCount participants'.split(
        ' ',
      ),
    );
  });

  it('is cleaned like every text, and keeps its line breaks', async () => {
    const { apiKey: key } = await api.tenant();
    const message = { subject: 'a\u202e\tb\n c', body: 'a\u202eb\r\nc\u0007\u2028d' };
    const { json } = await createDraft(api, key, { message });
    expect(json.envelope.message).toEqual({ subject: 'a b c', body: 'ab\nc\nd' });
  });

  it('is validated', async () => {
    const { apiKey: key } = await api.tenant();
    const refused = async (extra: object) => await createDraft(api, key, extra as Record<string, unknown>);
    expectIssues(await refused({ message: { subject: 'x'.repeat(151) } }), ['/message/subject']);
    expectIssues(await refused({ message: { body: 'x'.repeat(5001) } }), ['/message/body']);
    expectIssues(await refused({ message: 'Hello' }), ['/message']);
    expectIssues(await refused({ message: { text: 'Hello' } }), ['/message/text']);
    const participants = [{ ...ALICE, message: 'x'.repeat(2001) }];
    expectIssues(await refused({ participants, fields: [] }), ['/participants/0/message']);
  });

  it('cannot be changed in the database once the envelope was sent', async () => {
    const { apiKey: key } = await api.tenant();
    const { envelope } = await sendDraft(api, key, { message: MESSAGE });
    await expect(
      owner.sql`update envelopes set message = '{"subject": null, "body": "x"}' where id = ${envelope.id}`,
    ).rejects.toThrow(/message of an envelope that was sent cannot change/);
    const long = JSON.stringify({ subject: null, body: 'x'.repeat(5001) });
    const draft = (await createDraft(api, key)).json.envelope.id;
    await expect(
      owner.sql`update envelopes set message = ${long}::text::jsonb where id = ${draft}`,
    ).rejects.toThrow(/envelopes_message/);
  });
});

describe('the emails', () => {
  it('contain the subject, the message and only the recipient’s note', async () => {
    const { apiKey: key, organizationId } = await api.tenant();
    const sent = await sendDraft(api, key, { message: MESSAGE, participants: [NOTED, BOB] });
    const [first] = await api.mails(organizationId, 1);
    expect(first).toMatchObject({ recipient: ALICE.email, subject: 'Your flat' });
    expect(first?.text).toContain('> Dear all,\n>\n> please sign.');
    expect(first?.text).toContain(`> Bring the key, ${ALICE.name}.`);
    await signAs(api, sent, ALICE);
    const mails = await api.mails(organizationId, 2);
    const second = mails.find(({ recipient }) => recipient === BOB.email);
    expect(second).toMatchObject({ subject: 'Your flat' });
    expect(second?.text).toContain('please sign.');
    expect(second?.text).not.toContain('Bring the key');
  });
});

describe('GET /api/signer/invitation', () => {
  it('shows the message and only the recipient’s note', async () => {
    const { apiKey: key } = await api.tenant();
    const sent = await sendDraft(api, key, { message: MESSAGE, participants: [NOTED, BOB] });
    const seenBy = async (email: string) =>
      (await api.ask('GET /api/signer/invitation', { key: await tokenOf(api, sent, email) })).json;
    expect(await seenBy(ALICE.email)).toMatchObject({
      message: MESSAGE,
      privateMessage: `Bring the key, ${ALICE.name}.`,
    });
    expect(await seenBy(BOB.email)).toMatchObject({ message: MESSAGE, privateMessage: null });
    const view = await api.ask('GET /api/signer/envelope', { key: await tokenOf(api, sent, BOB.email) });
    expect(view.bytes.toString()).not.toContain('Bring the key');
  });
});

describe('templates', () => {
  it('keep the message of their envelope, unless given another', async () => {
    const { apiKey: key } = await api.tenant();
    const source = await sourceEnvelope(api, key, { message: MESSAGE });
    const create = async (extra: object) =>
      (await api.ask('POST /api/v1/templates', { key, body: { ...templateBody(source), ...extra } })).json;
    expect((await create({})).template.message).toEqual(MESSAGE);
    expect((await create({ message: null })).template.message).toBeNull();
    const { template } = await create({ message: { body: 'Hi' } });
    expect(template.message).toEqual({ subject: null, body: 'Hi' });
    const patch = async (body: object) =>
      (await api.ask('PATCH /api/v1/templates/{id}', { key, path: { id: template.id }, body })).json.message;
    expect(await patch({ name: 'Renamed' })).toEqual({ subject: null, body: 'Hi' });
    expect(await patch({ message: { subject: 'S' } })).toEqual({ subject: 'S', body: null });
    expect((await readTemplate(api, key, template.id)).template.message).toEqual({
      subject: 'S',
      body: null,
    });
    expect(await patch({ message: null })).toBeNull();
  });

  it('pass it to their envelopes with its tokens, unless these have their own', async () => {
    const { apiKey: key } = await api.tenant();
    const message = { subject: '{template_name}', body: 'Dear {role:client.name}' };
    const { template } = await makeTemplate(api, key, { message });
    const made = async (extra: object) =>
      (await use(api, key, template.id, { recipients: { client: CLIENT }, ...extra })).json;
    expect((await made({})).envelope.message).toEqual({
      subject: 'Framework agreement',
      body: `Dear ${CLIENT.name}`,
    });
    expect((await made({ autoSend: false })).envelope.message).toEqual(message);
    expect((await made({ message: null })).envelope.message).toBeNull();
    const own = await made({
      message: { body: 'Own' },
      recipients: { client: { ...CLIENT, message: 'For you' } },
    });
    expect(own.envelope.message).toEqual({ subject: null, body: 'Own' });
    expect(own.participants[0].message).toBe('For you');
  });

  it('use it in bulk sends whose rows may have their own', async () => {
    const tenant = await api.tenant();
    const { template } = await makeTemplate(api, tenant.apiKey, { message: MESSAGE });
    const csv = [
      'client_name,client_email,client_message,message_subject,message_body',
      'Ada,ada@example.com,,,',
      'Bea,bea@example.com,For Bea,Hi,"Two\r\nlines"',
    ].join('\n');
    const list = { templateId: template.id, filename: 'people.csv', csv };
    const caller = ownerOf(api, tenant);
    const long = {
      ...list,
      csv: `client_name,client_email,message_subject\nAda,a@example.com,${'x'.repeat(151)}`,
    };
    expect((await caller.bulkSend.check(long)).issues).toMatchObject([
      { line: 2, column: 'message_subject' },
    ]);
    await caller.bulkSend.start({ requestId: randomUUID(), ...list });
    const mails = await api.mails(tenant.organizationId, 2);
    const [ada, bea] = ['ada', 'bea'].map((name) =>
      mails.find(({ recipient }) => recipient === `${name}@example.com`),
    );
    expect(ada).toMatchObject({ subject: 'Your flat', text: expect.stringContaining('> please sign.') });
    expect(bea).toMatchObject({ subject: 'Hi', text: expect.stringContaining('> Two\n> lines') });
    expect(bea?.text).toContain('> For Bea');
  });
});
