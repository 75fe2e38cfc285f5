import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSmtpReceiver, type SmtpReceiver } from '../../mail/smtp-receiver.ts';
import { mutate, query, whoIs } from '../../support/account.ts';
import { startCode } from '../../support/authentication.ts';
import { useApi, type TestApi } from '../../support/api.ts';
import { ALICE, BOB, createDraft, SIGNATURE } from '../../support/envelopes.ts';
import { openVisitor } from '../../support/visitor.ts';
import { openTestMode } from '../../support/test-mode.ts';
import { makeTemplate } from '../template/example.ts';
import { startReceiver, type Receiver } from '../../support/receiver.ts';

let smtp: SmtpReceiver;
let gateway: Receiver;
const env: Record<string, string> = { MAIL_FROM: 'sign@acme.example' };
beforeAll(async () => {
  smtp = await startSmtpReceiver();
  env['SMTP_URL'] = smtp.url;
  gateway = await startReceiver();
  env['SMS_URL'] = `http://127.0.0.1:${gateway.port}/messages`;
  env['SMS_BODY'] = '{"recipient":"{to}","message":"{text}"}';
});
afterAll(async () => {
  await Promise.all([smtp.close(), gateway.close()]);
});
const api = useApi({ work: true, env });

const one = (who: object) => ({
  participants: [who],
  fields: [{ ...SIGNATURE, participantIndex: 0 }],
});
async function send(from: TestApi, key: string, extra: Record<string, unknown>): Promise<string> {
  const { envelope } = (await createDraft(from, key, extra)).json;
  const path = { id: envelope.id };
  await from.ask('POST /api/v1/envelopes/{id}/send', {
    key,
    path,
    body: { expectedVersion: envelope.version },
  });
  return envelope.id;
}
const inbox = async (key: string, to?: string) =>
  (
    await api.call('GET', `/api/v1/test-inbox${to === undefined ? '' : `?to=${encodeURIComponent(to)}`}`, {
      key,
    })
  ).json.items as { id: string; kind: string; to: string }[];
const kept = (key: string, to: string) =>
  api.until(`a message to ${to}`, async () => (await inbox(key, to))[0] ?? null);
const sentTo = (email: string) => smtp.delivered.filter(({ to }) => to.includes(email)).length;

describe('emails of test mode', () => {
  it('stay in the inbox, where a test key reads the signing link, unless a member gets them', async () => {
    const { organizationId, apiKey } = await api.tenant();
    const test = await openTestMode(api, organizationId);
    const { email } = (await whoIs(api, test.cookie)).json.user;
    await api.services.db.drizzle.execute(
      `update users set email_verified_at = now() where email = '${email}'`,
    );
    await send(api, test.apiKey, one(ALICE));
    const { id } = await kept(test.apiKey, ALICE.email);
    const message = (await api.call('GET', `/api/v1/test-inbox/${id}`, { key: test.apiKey })).json;
    expect(message).toMatchObject({
      kind: 'email',
      to: ALICE.email,
      subject: expect.stringMatching(/^TEST: /),
    });
    // A test sender never has the live organization's name.
    expect(message.text).toContain('from TEST Acme GmbH asked you');
    expect(message.text.match(/(?<!TEST )Acme GmbH/)).toBeNull();
    expect(message.text).toContain('This is a test. It isn’t legally binding.');
    const token = /#token=([\w.-]+)/.exec(message.text)?.[1];
    const { branding } = (await api.call('GET', '/api/signer/envelope', { key: token })).json;
    expect(branding).toMatchObject({ displayName: 'TEST Acme GmbH', isTest: true });
    await send(api, test.apiKey, one({ name: 'Mia Member', email: email.toUpperCase() }));
    await kept(test.apiKey, email);
    await api.until('the email of the member', async () => sentTo(email.toUpperCase()) + sentTo(email));
    // A test finds the newest message of its own envelope, whatever earlier tests sent to the same address.
    const first = message.envelopeId as string;
    const second = await send(api, test.apiKey, one(ALICE));
    const list = async (query: string) =>
      (await api.call('GET', `/api/v1/test-inbox?${query}`, { key: test.apiKey })).json.items as {
        envelopeId: string;
        createdAt: string;
      }[];
    const { createdAt: since } = await api.until(
      'the second envelope’s message',
      async () => (await list(`envelopeId=${second}`))[0] ?? null,
    );
    expect((await list(`to=${ALICE.email}`)).map((one) => one.envelopeId)).toEqual([second, first]);
    expect((await list(`envelopeId=${first}`)).map((one) => one.envelopeId)).toEqual([first]);
    expect((await list(`envelopeId=${second}&since=${since}`)).map((one) => one.envelopeId)).toEqual([
      second,
    ]);
    const later = new Date(Date.parse(since) + 1).toISOString();
    expect(await list(`envelopeId=${second}&since=${later}`)).toEqual([]);
    // A live envelope is emailed as usual, after the one that was kept.
    await send(api, apiKey, one(BOB));
    await api.until('the live email', async () => sentTo(BOB.email));
    expect(sentTo(ALICE.email)).toBe(0);
    const { items } = await query(api, test.cookie, 'outbox.list');
    const recipients = items.map(({ to }: { to: string }) => to.toLowerCase());
    expect(recipients.sort()).toEqual([ALICE.email, ALICE.email, email.toLowerCase()].sort());
  });

  it('go to no member whose address nobody has confirmed', async () => {
    const { organizationId } = await api.tenant();
    const test = await openTestMode(api, organizationId);
    const { email } = (await whoIs(api, test.cookie)).json.user;
    await send(api, test.apiKey, one({ name: 'Mia Member', email }));
    await kept(test.apiKey, email);
    expect(sentTo(email)).toBe(0);
  });

  it('are readable by keys of the test environment only, and only by those that may send', async () => {
    const { organizationId, apiKey } = await api.tenant();
    const test = await openTestMode(api, organizationId);
    await send(api, test.apiKey, one(ALICE));
    const { id } = await kept(test.apiKey, ALICE.email);
    const other = await openTestMode(api, (await api.tenant()).organizationId);
    const { secret } = await mutate(api, test.cookie, 'apiKey.create', {
      name: 'x',
      scopes: ['envelopes:read'],
    });
    const statuses = async (path: string) =>
      await Promise.all(
        [apiKey, other.apiKey, secret].map(async (key) => (await api.call('GET', path, { key })).status),
      );
    expect(await statuses(`/api/v1/test-inbox/${id}`)).toEqual([404, 404, 403]);
    expect(await statuses('/api/v1/test-inbox')).toEqual([404, 200, 403]);
    expect(await inbox(other.apiKey)).toEqual([]);
  });
});

describe('codes of public forms in test mode', () => {
  it('stay in the inbox, where a key reads them', async () => {
    const { organizationId } = await api.tenant();
    const test = await openTestMode(api, organizationId);
    const { template } = await makeTemplate(api, test.apiKey);
    const form = await api.call('PUT', `/api/v1/templates/${template.id}/form`, {
      key: test.apiKey,
      body: { enabled: true, roleApiName: 'client' },
    });
    const id = String(form.json.url).split('/').at(-1) ?? '';
    const email = 'stranger@form.example';
    await openVisitor(api).start({ id, name: 'Stranger', email });
    const code = await kept(test.apiKey, email);
    const { text } = (await api.call('GET', `/api/v1/test-inbox/${code.id}`, { key: test.apiKey })).json;
    expect(text).toMatch(/\b\d{6}\b/);
    expect(sentTo(email)).toBe(0);
  });
});

describe('text messages of test mode', () => {
  it('stay in the inbox, with their code', async () => {
    const { organizationId } = await api.tenant();
    const test = await openTestMode(api, organizationId);
    const phone = '+14155550142';
    await send(api, test.apiKey, one({ ...ALICE, authentication: { method: 'sms_code', phone } }));
    const { id } = await kept(test.apiKey, ALICE.email);
    const { text } = (await api.call('GET', `/api/v1/test-inbox/${id}`, { key: test.apiKey })).json;
    expect((await startCode(api, /#token=([\w.-]+)/.exec(text)?.[1] ?? '')).status).toBe(204);
    const sms = await kept(test.apiKey, phone);
    expect(sms).toMatchObject({ kind: 'sms', to: phone });
    const message = (await api.call('GET', `/api/v1/test-inbox/${sms.id}`, { key: test.apiKey })).json;
    expect(message).toMatchObject({ html: '', text: expect.stringMatching(/\b\d{6}\b/) });
    expect(gateway.requests).toEqual([]);
  });
});
