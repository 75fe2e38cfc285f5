import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DEFAULT_LANGUAGE, LANGUAGES } from '#domain/language.ts';
import { LIMITS } from '#domain/limits.ts';
import { m } from '#i18n/compiled/messages.js';
import { pass } from '../../support/account.ts';
import { expectIssues } from '../../support/answers.ts';
import { useApi } from '../../support/api.ts';
import { attemptsOf, sentWith, startCode, tryCode } from '../../support/authentication.ts';
import { ALICE, createDraft } from '../../support/envelopes.ts';
import { startReceiver, type Receiver } from '../../support/receiver.ts';
import { tokenOf } from '../../support/signer.ts';
import { eventsOf } from '../../support/traces.ts';
import { useOwner } from '../../support/owner.ts';
import { ownerOf } from '../../support/person.ts';
import { makeTemplate } from '../template/example.ts';

const PHONE = '+14155550142';
const bySms = { method: 'sms_code' as const, phone: '+1 (415) 555-0142' };

let status = 200;
let gateway: Receiver;
const env: Record<string, string> = {};
beforeAll(async () => {
  gateway = await startReceiver((_received, _request, response) => response.writeHead(status).end());
  Object.assign(env, {
    SMS_URL: `http://127.0.0.1:${gateway.port}/messages?account=7`,
    SMS_HEADERS: JSON.stringify({ Authorization: 'Bearer gateway-key' }),
    SMS_BODY: '{"recipient":"{to}","message":"{text}"}',
  });
});
afterAll(() => gateway?.close());
const api = useApi({ work: true, env });
const owner = useOwner(api);
/** Keeps messages of an earlier test from arriving in a later one. */
beforeEach(async () => {
  status = 200;
  const texts = 'svc/participant.code_requested';
  await owner.sql`delete from pgboss.job where name = ${texts} and state < 'active'`;
  await api.until('messages under way', async () => {
    const [left] = await owner.sql`select from pgboss.job where name = ${texts} and state <= 'active'`;
    return left === undefined;
  });
});

type Sms = { readonly recipient: string; readonly message: string };
const texted = () => gateway.requests.map(({ body }) => JSON.parse(body) as Sms);

/** Waits until there are `count` more text messages than `before`. Returns the code in the latest one. */
async function textedCode(before: number, count = 1): Promise<string> {
  return await api.until(`${count} text messages`, () => {
    const messages = texted().slice(before);
    return Promise.resolve(messages.length >= count && /\b\d{6}\b/.exec(messages.at(-1)?.message ?? '')?.[0]);
  });
}

async function failure(key: string, id: string) {
  return await api.until('a failed delivery', async () =>
    (await eventsOf(api, key, id)).find(({ action }) => action === 'participant.delivery_failed'),
  );
}

describe('a texted code', () => {
  it('is sent by the gateway as it is configured, and opens the envelope once', async () => {
    const before = gateway.requests.length;
    const { token, key, id, alice } = await sentWith(api, bySms);
    const invitation = await api.ask('GET /api/signer/invitation', { key: token });
    expect(invitation.json.authentication).toEqual({
      method: 'sms_code',
      state: 'required',
      phone: '•••• 42',
      providerName: null,
    });
    expect((await startCode(api, token)).status).toBe(204);
    const code = await textedCode(before);
    expect(gateway.requests.at(-1)).toMatchObject({
      method: 'POST',
      path: '/messages?account=7',
      headers: { authorization: 'Bearer gateway-key', 'content-type': 'application/json' },
    });
    expect(texted().at(-1)).toEqual({
      recipient: PHONE,
      message: m.mail_sms_code({ code, sender: 'Olga Owner' }, { locale: DEFAULT_LANGUAGE }),
    });
    const answers = await Promise.all([code, code, code].map((one) => tryCode(api, token, one)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    const [passed] = (await eventsOf(api, key, id)).filter(
      ({ action }) => action === 'participant.authenticated',
    );
    expect(passed?.payload).toEqual({ participantId: alice, method: 'sms_code', phone: '•••• 42' });
  });

  it('is texted to nobody but the participant, whose number only the sender sees', async () => {
    const before = gateway.requests.length;
    const { token, key, id, graph } = await sentWith(api, bySms);
    expect(graph.participants[0]).toMatchObject({ authentication: { method: 'sms_code', phone: PHONE } });
    await startCode(api, token);
    const { json } = await tryCode(api, token, await textedCode(before));
    const seen = [
      await api.ask('GET /api/signer/invitation', { key: json.token }),
      await api.ask('GET /api/signer/envelope', { key: json.token }),
    ];
    const texts = JSON.stringify([seen.map((answer) => answer.json), await eventsOf(api, key, id)]);
    expect(texts).not.toContain('5550142');
    expect(texts).toContain('•••• 42');
  });

  it('stops working after 10 minutes and when another is sent, 30 seconds later at the earliest', async () => {
    const before = gateway.requests.length;
    const { token } = await sentWith(api, bySms);
    await startCode(api, token);
    const first = await textedCode(before);
    const again = await startCode(api, token);
    expect([again.status, again.headers.get('retry-after')]).toEqual([429, '30']);
    pass(api, LIMITS.sentCodeAgainMs);
    expect((await startCode(api, token)).status).toBe(204);
    const second = await textedCode(before, 2);
    // Codes coincide once in a million.
    if (first !== second) expect((await tryCode(api, token, first)).status).toBe(401);
    pass(api, LIMITS.sentCodeLifeMs);
    expect((await tryCode(api, token, second)).status).toBe(401);
  });

  it('is sent once, also when it is asked for 20 times at once', async () => {
    for (let round = 0; round < 5; round++) {
      const before = gateway.requests.length;
      const { token, organizationId, alice } = await sentWith(api, bySms);
      const answers = await Promise.all(Array.from({ length: 20 }, () => startCode(api, token)));
      expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(19);
      expect((await tryCode(api, token, await textedCode(before))).status).toBe(200);
      expect(gateway.requests.length - before).toBe(1);
      expect((await attemptsOf(api, organizationId, alice))?.attempts).toBe(0);
    }
  });

  it('can be requested 20 times an hour', async () => {
    const { token } = await sentWith(api, bySms);
    for (let request = 0; request < LIMITS.sentCodesPerHour; request++) {
      expect((await startCode(api, token)).status).toBe(204);
      pass(api, LIMITS.sentCodeAgainMs);
    }
    const refused = await startCode(api, token);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000);
  });

  it('has a text in every language, which fits into two messages', () => {
    for (const locale of LANGUAGES) {
      const sender = 'A'.repeat(LIMITS.smsNameMaxChars);
      const text = m.mail_sms_code({ code: '123456', sender }, { locale });
      expect(text).toContain('123456');
      expect(text.length).toBeLessThanOrEqual(2 * 67 + 26);
    }
  });
});

describe('a text message that fails', () => {
  it('is tried again while the gateway has trouble', async () => {
    const before = gateway.requests.length;
    status = 503;
    const { token, key, id } = await sentWith(api, bySms);
    await startCode(api, token);
    await api.until('a failed attempt', () => Promise.resolve(gateway.requests.length > before));
    status = 202;
    const code = await textedCode(before, 2);
    expect((await tryCode(api, token, code)).status).toBe(200);
    const actions = (await eventsOf(api, key, id)).map(({ action }) => action);
    expect(actions).not.toContain('participant.delivery_failed');
  });

  it('needs the attention of the sender once it is rejected, until the number is corrected', async () => {
    status = 400;
    const { token, key, id, alice, graph } = await sentWith(api, bySms);
    await startCode(api, token);
    expect((await failure(key, id)).payload).toEqual({
      participantId: alice,
      email: ALICE.email,
      phone: '•••• 42',
      reason: 'The SMS gateway answered with status 400.',
    });
    const attention = async () => {
      const { json } = await api.ask('GET /api/v1/envelopes', { key, query: { view: 'attention' } });
      return json.items.map(({ id }: { id: string }) => id);
    };
    expect(await attention()).toContain(id);

    status = 200;
    const path = { id, participantId: alice };
    const { envelope } = (await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id } })).json;
    const corrected = await api.ask('PATCH /api/v1/envelopes/{id}/participants/{participantId}', {
      key,
      path,
      body: { expectedVersion: envelope.version, phone: '+49 1512 3456789' },
    });
    expect(corrected.status).toBe(200);
    expect(corrected.json.participants[0]?.authentication.phone).toBe('+4915123456789');
    expect(await attention()).not.toContain(id);
    expect((await eventsOf(api, key, id)).at(-1)?.payload).toMatchObject({
      before: { phone: '•••• 42' },
      after: { phone: '•••• 89' },
    });
    const before = gateway.requests.length;
    const fresh = await tokenOf(api, graph, ALICE.email);
    expect((await startCode(api, token)).status).toBe(401);
    expect((await startCode(api, fresh)).status).toBe(204);
    const code = await textedCode(before);
    expect(texted().at(-1)?.recipient).toBe('+4915123456789');
    expect((await tryCode(api, fresh, code)).status).toBe(200);
  });

  it('no longer matters once another code has arrived', async () => {
    status = 400;
    const { token, key, id } = await sentWith(api, bySms);
    await startCode(api, token);
    await failure(key, id);
    status = 200;
    const before = gateway.requests.length;
    pass(api, LIMITS.sentCodeAgainMs);
    await startCode(api, token);
    expect((await tryCode(api, token, await textedCode(before))).status).toBe(200);
    const { json } = await api.ask('GET /api/v1/envelopes', { key, query: { view: 'attention' } });
    expect(json.items.map(({ id }: { id: string }) => id)).not.toContain(id);
  });
});

describe('a person who is asked to act instead', () => {
  const bob = { name: 'Bob Babbage', email: 'bob@example.org' };

  it('gives a phone of their own, and codes go there', async () => {
    const start = gateway.requests.length;
    const { token, key, id, graph } = await sentWith(api, bySms);
    await startCode(api, token);
    const passed = (await tryCode(api, token, await textedCode(start))).json.token;
    expectIssues(await api.call('POST', '/api/signer/delegate', { key: passed, body: bob }), ['/phone']);
    const body = { ...bob, phone: '+48512345678' };
    expect((await api.call('POST', '/api/signer/delegate', { key: passed, body })).status).toBe(200);
    const before = gateway.requests.length;
    const own = await tokenOf(api, graph, bob.email);
    expect((await startCode(api, own)).status).toBe(204);
    const code = await textedCode(before);
    expect(texted().at(-1)?.recipient).toBe('+48512345678');
    expect((await tryCode(api, own, code)).status).toBe(200);
    expect(JSON.stringify(await eventsOf(api, key, id))).not.toContain('512345678');
  });

  it('gives none where the sender asked for no texted code', async () => {
    const { token } = await sentWith(api, { method: 'link' });
    const body = { ...bob, phone: '+48512345678' };
    expectIssues(await api.call('POST', '/api/signer/delegate', { key: token, body }), ['/phone']);
  });
});

describe('a phone number', () => {
  it('is copied with the envelope', async () => {
    const { key, id } = await sentWith(api, bySms);
    const copied = await api.ask('POST /api/v1/envelopes/{id}/copy', { key, path: { id } });
    expect(copied.json.participants[0]?.authentication).toEqual({
      ...{ method: 'sms_code', phone: PHONE, provider: null },
    });
  });

  it('is taken with a template, and from a list of recipients', async () => {
    const tenant = await api.tenant();
    const { template } = await makeTemplate(api, tenant.apiKey);
    const recipients = { client: { name: 'Ada Lovelace', email: 'ada@example.com', authentication: bySms } };
    const made = await api.ask('POST /api/v1/templates/{id}/envelopes', {
      key: tenant.apiKey,
      path: { id: template.id as string },
      body: { recipients, prefill: { contract_number: 'C-1' } },
    });
    expect(made.status).toBe(201);
    const caller = ownerOf(api, tenant);
    const list = (phone: string) => ({
      templateId: template.id as string,
      filename: 'people.csv',
      csv: `client_name,client_email,client_phone,prefill:contract_number\nAda,ada@example.com,${phone},C-2`,
    });
    const { issues } = await caller.bulkSend.check(list('555-0142'));
    expect(issues.map(({ line, column }) => [line, column])).toEqual([[2, 'client_phone']]);
    const { id } = await caller.bulkSend.start({ requestId: randomUUID(), ...list('+1 415 555 0142') });
    await api.until(
      'the end of the bulk send',
      async () => (await caller.bulkSend.get({ id })).bulkSend.finishedAt,
    );
    const { items } = (await api.ask('GET /api/v1/envelopes', { key: tenant.apiKey, query: {} })).json;
    expect(items).toHaveLength(3);
    for (const { id: envelopeId } of items.filter(({ templateId }) => templateId !== null)) {
      const path = { id: envelopeId };
      const { participants } = (await api.ask('GET /api/v1/envelopes/{id}', { key: tenant.apiKey, path }))
        .json;
      expect(participants.map(({ authentication }) => authentication.phone)).toContain(PHONE);
    }
  });
});

describe('422', () => {
  it('for what is not an international phone number, and for a number without the method', async () => {
    const { apiKey: key } = await api.tenant();
    const phones = [
      '',
      '4155550142',
      '+0123456789',
      '+1415',
      '+1415555014212345',
      '+1415555CALL',
      `+1${'4'.repeat(99)}`,
    ];
    for (const authentication of [
      { method: 'sms_code' },
      { method: 'email_code', phone: PHONE },
      ...phones.map((phone) => ({ method: 'sms_code', phone })),
    ]) {
      const answer = await createDraft(api, key, {
        participants: [{ ...ALICE, authentication }],
        fields: [],
      });
      expect([answer.status, answer.json.code]).toEqual([422, 'validation_failed']);
    }
  });
});
