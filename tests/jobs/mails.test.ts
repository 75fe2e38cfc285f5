import { describe, expect, it } from 'vitest';
import { readSignerToken } from '#server/crypto/signer-token.ts';
import { passAuthentication } from '#domain/envelope/authentication.ts';
import { commit } from '#server/commit.ts';
import { collectFacts } from '#server/runtime/context.ts';
import type { MailMessage } from '#server/mail/message.ts';
import { createHandlers } from '#server/jobs/worker.ts';
import { useApi, type Mail } from '../support/api.ts';
import { ALICE, BOB, sendDraft } from '../support/envelopes.ts';
import { HOUR_MS, pass } from '../support/moments.ts';
import { personOf } from '../support/person.ts';
import { signAs, tokenOf } from '../support/signer.ts';

const api = useApi({ work: true });

async function sent(extra: Record<string, unknown> = {}) {
  const tenant = await api.tenant('Acme & Söhne <GmbH>');
  const graph = await sendDraft(api, tenant.apiKey, extra);
  return { ...tenant, key: tenant.apiKey, graph, id: graph.envelope.id as string };
}
const linkIn = ({ text }: Mail) => /(http\S+)\/sign#token=([A-Za-z0-9_.-]+)/.exec(text) ?? [];

describe('mails', () => {
  it('ask only the first signer, with a link whose token is in the fragment', async () => {
    const { organizationId, graph } = await sent();
    const [mail, ...more] = await api.mails(organizationId, 1);
    expect(more).toEqual([]);
    expect(mail?.recipient).toBe(ALICE.email);
    const [, origin, token = ''] = linkIn(mail as Mail);
    expect(origin).toBe('http://localhost:3000');
    expect(readSignerToken(token, api.services.config.secretKeys)).toMatchObject({
      env: graph.envelope.id,
      part: graph.participants[0].id,
      epoch: 1,
      purpose: 'sign',
      exp: (api.clock.now.getTime() + 30 * 24 * 3_600_000) / 1000,
    });
    expect(mail?.html).toContain('Acme &amp; Söhne &lt;GmbH&gt;');
    expect(mail?.html).not.toContain('<GmbH>');
  });

  it('contain a link that is valid as long as the envelope', async () => {
    const { organizationId } = await sent({ policy: { expiresAt: '2027-03-20T00:00:00Z' } });
    const [mail] = await api.mails(organizationId, 1);
    const [, , token = ''] = linkIn(mail as Mail);
    expect(readSignerToken(token, api.services.config.secretKeys)?.exp).toBe(
      Date.parse('2027-03-20T00:00:00Z') / 1000,
    );
  });

  it("write times in the sender's time zone", async () => {
    const tenant = await api.tenant();
    await personOf(api, tenant, 'owner').account.setTimeZone({ timeZone: 'Asia/Kolkata' });
    await sendDraft(api, tenant.apiKey, { policy: { expiresAt: '2027-03-20T20:00:00Z' } });
    const [mail] = await api.mails(tenant.organizationId, 1);
    expect(mail?.text).toMatch(/March 21, 2027 at 1:30\sAM \(India Standard Time\)/);
    expect(mail?.html).toMatch(/March 21, 2027 at 1:30\sAM \(India Standard Time\)/);
    expect(mail?.text).not.toContain('UTC');
  });

  it("write times in the recipient's time zone once they have opened the envelope", async () => {
    const tenant = await api.tenant();
    await personOf(api, tenant, 'owner').account.setTimeZone({ timeZone: 'Asia/Kolkata' });
    const graph = await sendDraft(api, tenant.apiKey, { policy: { expiresAt: '2027-03-20T20:00:00Z' } });
    await api.mails(tenant.organizationId, 1);
    const key = await tokenOf(api, graph, ALICE.email);
    const open = (timeZone: string) =>
      api.call('GET', `/api/signer/envelope?timeZone=${encodeURIComponent(timeZone)}`, { key });
    expect((await open('Moon/Tranquility')).status).toBe(200);
    pass(api, HOUR_MS);
    expect((await open('America/Los_Angeles')).status).toBe(200);
    const { id } = graph.envelope;
    expect(
      (
        await api.call('POST', `/api/v1/envelopes/${id}/remind`, {
          key: tenant.apiKey,
          body: { expectedVersion: graph.envelope.version },
        })
      ).status,
    ).toBe(200);
    const [, reminder] = await api.mails(tenant.organizationId, 2);
    expect(reminder?.text).toMatch(/March 20, 2027 at 1:00\sPM \(Pacific Time\)/);
  });

  it('ask the next signer when it is their turn', async () => {
    const { organizationId, graph } = await sent();
    await api.mails(organizationId, 1);
    await signAs(api, graph, ALICE);
    const mails = await api.mails(organizationId, 2);
    expect(mails.map(({ recipient }) => recipient).sort()).toEqual([ALICE.email, BOB.email]);
  });

  it('tell the sender and everyone who signed that somebody declined, and only the sender why', async () => {
    const { organizationId, graph } = await sent();
    await signAs(api, graph, ALICE);
    await api.mails(organizationId, 2);
    const key = await tokenOf(api, graph, BOB.email);
    await api.ask('POST /api/signer/decline', { key, body: { reason: 'The <b>price</b>' } });
    const told = (await api.mails(organizationId, 4)).filter(({ subject }) => subject.startsWith('Declined'));
    expect(told.map(({ recipient }) => recipient).sort()).toEqual(
      [ALICE.email, graph.envelope.senderEmail].sort(),
    );
    const toSender = told.find(({ recipient }) => recipient === graph.envelope.senderEmail);
    expect(toSender?.text).toContain('The <b>price</b>');
    expect(toSender?.html).not.toContain('<b>price');
    expect(toSender?.text).toContain(`/envelopes/${graph.envelope.id}`);
    const toAlice = told.find(({ recipient }) => recipient === ALICE.email);
    expect(toAlice?.text).not.toContain('price');
    expect(toAlice?.text).not.toContain('://');
  });

  it('tell signers who got a link that the envelope was voided, and why', async () => {
    const { organizationId, key, id } = await sent();
    await api.mails(organizationId, 1);
    const body = { expectedVersion: 3, reason: 'Wrong version' };
    await api.ask('POST /api/v1/envelopes/{id}/void', { key, path: { id }, body });
    const told = (await api.mails(organizationId, 2)).filter(({ subject }) => subject.startsWith('Voided'));
    expect(told).toMatchObject([{ recipient: ALICE.email, text: expect.stringContaining('Wrong version') }]);
  });

  it('give everyone a link to the sealed copy, and the sender one to the dashboard', async () => {
    const { organizationId, graph, id } = await sent();
    // People who have already signed aren't asked again.
    await api.mails(organizationId, 1);
    await signAs(api, graph, ALICE);
    await api.mails(organizationId, 2);
    await signAs(api, graph, BOB);
    const completed = (await api.mails(organizationId, 5)).filter(({ subject }) =>
      subject.startsWith('Completed'),
    );
    expect(completed.map(({ recipient }) => recipient).sort()).toEqual(
      [ALICE.email, BOB.email, graph.envelope.senderEmail].sort(),
    );
    for (const mail of completed) {
      if (mail.recipient === graph.envelope.senderEmail) expect(mail.text).toContain(`/envelopes/${id}`);
      else {
        const [, , token = ''] = linkIn(mail);
        expect(readSignerToken(token, api.services.config.secretKeys)).toMatchObject({ purpose: 'copy' });
        expect((await api.ask('GET /api/signer/document', { key: token })).status).toBe(200);
        expect((await api.ask('POST /api/signer/sign', { key: token, body: { values: [] } })).status).toBe(
          401,
        );
      }
    }
  });
});

describe('the job of an email', () => {
  it('sends one email no matter how often it runs', async () => {
    const { organizationId, graph, id } = await sent();
    await api.mails(organizationId, 1);
    const handlers = createHandlers(api.services);
    const payload = { organizationId, envelopeId: id, participantId: graph.participants[0].id };
    for (let i = 0; i < 3; i++) await handlers['svc/envelope.sent'](payload, { lastAttempt: false });
    expect(await api.mails(organizationId, 1)).toHaveLength(1);
  });

  it('is the link to come back for someone who proved their address before they got one', async () => {
    const { organizationId, graph, id } = await sent({
      participants: [
        { ...ALICE, orderIndex: 1, authentication: { method: 'email_code' } },
        { ...BOB, orderIndex: 2 },
      ],
    });
    await api.mails(organizationId, 1);
    const [{ id: participantId }] = graph.participants;
    const facts = collectFacts({ type: 'signer', id: participantId }, api.services);
    const target = { organizationId, envelopeId: id };
    await commit(api.services, target, facts, (now) => passAuthentication(now, participantId, facts));
    const messages: MailMessage[] = [];
    const send = async (message: MailMessage) => {
      messages.push(message);
      return { accepted: true } as const;
    };
    const handlers = createHandlers({ ...api.services, mail: { ...api.services.mail, send } });
    await handlers['svc/envelope.sent']({ ...target, participantId }, { lastAttempt: false });
    expect(messages).toMatchObject([{ subject: expect.stringMatching(/^Your link to come back/) }]);
  });

  it('answers the first request, so that mail programs show one thread', async () => {
    const { organizationId, graph, id } = await sent();
    const [first] = await api.mails(organizationId, 1);
    const messages: MailMessage[] = [];
    const send = async (message: MailMessage) => {
      messages.push(message);
      return { accepted: true } as const;
    };
    const handlers = createHandlers({ ...api.services, mail: { ...api.services.mail, send } });
    const payload = { organizationId, envelopeId: id, participantId: graph.participants[0].id };
    await handlers['svc/envelope.sent'](payload, { lastAttempt: false });
    await handlers['svc/participant.reminder_sent'](payload, { lastAttempt: false });
    const [request, reminder] = messages;
    expect(request).toMatchObject({ messageId: first?.messageId, headers: {} });
    expect(reminder?.headers).toEqual({ 'In-Reply-To': first?.messageId, References: first?.messageId });
  });

  it('sends nothing if it is no longer their turn or the envelope has ended', async () => {
    const { organizationId, graph, key, id } = await sent();
    await api.mails(organizationId, 1);
    await signAs(api, graph, ALICE);
    await api.mails(organizationId, 2);
    const handlers = createHandlers(api.services);
    const payload = { organizationId, envelopeId: id, participantId: graph.participants[0].id };
    await handlers['svc/participant.link_issued'](payload, { lastAttempt: false });
    await api.ask('POST /api/v1/envelopes/{id}/void', { key, path: { id }, body: { expectedVersion: 5 } });
    await api.mails(organizationId, 4);
    const next = { ...payload, participantId: graph.participants[1].id };
    await handlers['svc/participant.link_issued'](next, { lastAttempt: false });
    await handlers['svc/envelope.sent'](
      { ...payload, envelopeId: 'env_01h455vb4pex5vsknk084sn02q' },
      { lastAttempt: false },
    );
    expect(await api.mails(organizationId, 4)).toHaveLength(4);
  });
});
