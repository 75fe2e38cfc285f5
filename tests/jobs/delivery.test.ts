import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from 'drizzle-orm';
import { createHandlers } from '#server/jobs/worker.ts';
import { noteBounce } from '#server/envelopes/note-bounce.ts';
import { readMailSubject } from '#server/jobs/mail.ts';
import { NO_FILES, readSealedFiles } from '#server/jobs/sealed-files.ts';
import { mutate, pass, query } from '../support/account.ts';
import { useApi } from '../support/api.ts';
import { ALICE, BOB, listed, sendDraft } from '../support/envelopes.ts';
import { readMail, headerValues } from '../mail/mime.ts';
import { startSmtpReceiver, type SmtpReceiver } from '../mail/smtp-receiver.ts';
import { sessionOf } from '../support/session.ts';
import { signAs } from '../support/signer.ts';
import { actionsOf, eventsOf, jobsDone } from '../support/traces.ts';

const faults: { recipient?: number; data?: number } = {};
const env: Record<string, string> = {};
let smtp: SmtpReceiver;
beforeAll(async () => {
  smtp = await startSmtpReceiver(faults);
  env['SMTP_URL'] = smtp.url;
});
// Teardown hooks run in reverse order, so the server outlives connections to it.
afterAll(() => smtp.close());
const api = useApi({ work: true, env });
beforeEach(() => {
  delete faults.recipient;
  delete faults.data;
});

async function sent(extra: Record<string, unknown> = {}) {
  const { apiKey: key, organizationId } = await api.tenant();
  const graph = await sendDraft(api, key, extra);
  const id = graph.envelope.id as string;
  const [alice] = graph.participants.map((one: { id: string }) => one.id) as [string];
  const payload = { organizationId, envelopeId: id, participantId: alice };
  return {
    key,
    organizationId,
    graph,
    id,
    alice,
    failures: async () =>
      (await eventsOf(api, key, id)).filter(({ action }) => action === 'participant.delivery_failed'),
    attention: async () => (await listed(api, key, id)).attention,
    /** Runs the first email's job. */
    attempt: (lastAttempt: boolean) =>
      createHandlers(api.services)['svc/envelope.sent'](payload, { lastAttempt }),
    resend: (expectedVersion: number) =>
      api.ask('POST /api/v1/envelopes/{id}/participants/{participantId}/resend-link', {
        key,
        path: { id, participantId: alice },
        body: { expectedVersion },
      }),
  };
}
/** Returns what was delivered about an envelope, by message id. */
const deliveredTo = (participantId: string) =>
  smtp.delivered.filter(({ raw }) =>
    headerValues(readMail(raw).headers, 'message-id').some((value) => value.includes(participantId)),
  );
/** Returns the queue's state of an envelope's jobs with this name. */
async function jobStates(id: string, name: string): Promise<string[]> {
  const rows = await api.services.db.drizzle.execute<{ state: string }>(
    sql`select state::text from pgboss.job where data->>'envelopeId' = ${id} and name = ${name}`,
  );
  return rows.map(({ state }) => state);
}

describe('an accepted email', () => {
  it('is delivered once, and nothing needs attention', async () => {
    const { id, alice, failures, attention } = await sent();
    await jobsDone(api, id);
    expect(deliveredTo(alice)).toMatchObject([{ to: [ALICE.email] }]);
    expect(await failures()).toEqual([]);
    expect(await attention()).toEqual([]);
  });
});

describe('a permanently rejected email', () => {
  it.each(['recipient', 'data'] as const)('at its %s is logged and needs attention', async (stage) => {
    faults[stage] = 550;
    const { key, id, alice, failures, attention } = await sent();
    await jobsDone(api, id);
    expect(await failures()).toMatchObject([
      {
        actorType: 'system',
        actorId: null,
        payload: {
          participantId: alice,
          email: ALICE.email,
          reason: expect.stringMatching(/^550 refused with 550$/),
        },
      },
    ]);
    expect(await attention()).toEqual(['delivery_failed']);
    const item = await listed(api, key, id);
    expect(item).toMatchObject({ status: 'in_progress', version: 3 });
    expect(item.latestActivity.label).toBe('Delivery failed');
    expect(item.signers[0].lastEventLabel).toBe('Delivery failed');
    // The queue gave up on it at once.
    expect(await jobStates(id, 'svc/envelope.sent')).toEqual(['completed']);
  });

  it('appears in the attention view until a new link is delivered', async () => {
    faults.recipient = 550;
    const { key, id, alice, attention, failures, resend } = await sent();
    await jobsDone(api, id);
    const needing = async () =>
      (await api.ask('GET /api/v1/envelopes', { key, query: { view: 'attention' } })).json.items.length;
    expect(await needing()).toBe(1);
    delete faults.recipient;
    expect((await resend(3)).status).toBe(200);
    expect(await attention()).toEqual([]);
    expect(await needing()).toBe(0);
    await jobsDone(api, id);
    expect(deliveredTo(alice)).toHaveLength(1);
    expect(await failures()).toHaveLength(1);
  });

  it('is logged again if the new link is rejected as well', async () => {
    faults.recipient = 550;
    const { id, failures, attention, resend } = await sent();
    await jobsDone(api, id);
    expect((await resend(3)).status).toBe(200);
    await jobsDone(api, id);
    expect(await failures()).toHaveLength(2);
    expect(await attention()).toEqual(['delivery_failed']);
  });

  it('is logged once, even if a reminder is rejected later', async () => {
    faults.recipient = 550;
    const { key, id, failures } = await sent();
    await jobsDone(api, id);
    await api.ask('POST /api/v1/envelopes/{id}/remind', { key, path: { id }, body: { expectedVersion: 3 } });
    await jobsDone(api, id);
    expect(await failures()).toHaveLength(1);
  });

  it('does not prevent signing, after which it needs no attention', async () => {
    faults.recipient = 550;
    const { id, graph, attention } = await sent();
    await jobsDone(api, id);
    delete faults.recipient;
    expect((await signAs(api, graph, ALICE)).status).toBe(200);
    expect(await attention()).toEqual([]);
  });
});

describe('a temporarily rejected email', () => {
  it('is retried by the queue, and logged only when it gives up', async () => {
    faults.recipient = 451;
    const { id, alice, failures, attention } = await sent();
    await api.until('the retry', async () => (await jobStates(id, 'svc/envelope.sent')).includes('retry'));
    expect(await failures()).toEqual([]);
    expect(await attention()).toEqual([]);
    delete faults.recipient;
    await api.services.db.drizzle.execute(
      sql`update pgboss.job set start_after = now() where data->>'envelopeId' = ${id} and state = 'retry'`,
    );
    await jobsDone(api, id);
    expect(deliveredTo(alice)).toHaveLength(1);
    expect(await failures()).toEqual([]);
  });

  it('fails its job before the last attempt, and is logged at the last', async () => {
    const { id, failures, attempt, attention } = await sent();
    await jobsDone(api, id);
    faults.recipient = 451;
    for (let i = 0; i < 3; i++)
      await expect(attempt(false)).rejects.toMatchObject({ name: 'MailFailure', permanent: false });
    expect(await failures()).toEqual([]);
    await attempt(true);
    expect(await failures()).toMatchObject([{ payload: { reason: expect.stringContaining('451') } }]);
    expect(await attention()).toEqual(['delivery_failed']);
  });
});

describe('an email about the end', () => {
  it('does not affect a completed envelope when it is rejected', async () => {
    const { key, id, graph, failures, attention } = await sent({
      participants: [ALICE, BOB],
      fields: [],
      detect: false,
    });
    await jobsDone(api, id);
    faults.recipient = 550;
    await signAs(api, graph, ALICE);
    await signAs(api, graph, BOB);
    await api.until('the seal', async () => (await actionsOf(api, key, id)).includes('envelope.sealed'));
    await jobsDone(api, id);
    const { envelope } = (await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id } })).json;
    const versioned = (await actionsOf(api, key, id)).filter(
      (action) => action !== 'participant.delivery_failed',
    );
    expect(envelope).toMatchObject({ status: 'completed', version: versioned.length });
    expect(await attention()).toEqual([]);
    expect((await failures()).map(({ payload }) => payload.email).sort()).toEqual([ALICE.email, BOB.email]);
    expect(
      (
        await api.ask('GET /api/v1/envelopes/{id}/document', {
          key,
          path: { id },
          query: { variant: 'sealed' },
        })
      ).status,
    ).toBe(200);
    // A permanent refusal isn't retried for days, not even for the sender's email.
    expect(new Set(await jobStates(id, 'svc/envelope.sealed'))).toEqual(new Set(['completed']));
  });
});

describe('the email about a completed envelope', () => {
  /** Completes an envelope, and returns the emails about that with their parts, by recipient. */
  async function complete(
    graph: Parameters<typeof signAs>[1],
    id: string,
    people: Parameters<typeof signAs>[2][],
  ) {
    for (const person of people) await signAs(api, graph, person);
    await jobsDone(api, id);
    const about = smtp.delivered.filter(({ raw }) => {
      const { headers } = readMail(raw);
      return headerValues(headers, 'message-id').some((value) => value.includes(`${id}.completed`));
    });
    return new Map(about.map(({ to, raw }) => [to[0], readMail(raw).parts]));
  }

  async function attaches(organizationId: string): Promise<void> {
    const cookie = await sessionOf(api, organizationId, 'admin');
    const defaults = await query(api, cookie, 'organization.defaults');
    await mutate(api, cookie, 'organization.changeDefaults', { ...defaults, attachSealed: true });
  }

  it('carries the sealed PDF if the organization wants that, and only the link otherwise', async () => {
    const people = { participants: [ALICE, BOB], fields: [], detect: false };
    const plain = await sent(people);
    const links = await complete(plain.graph, plain.id, [ALICE, BOB]);
    expect(links.size).toBe(3);
    for (const parts of links.values()) expect([...parts.keys()]).toEqual(['text/plain', 'text/html']);

    const { organizationId, graph, id, key } = await sent(people);
    await attaches(organizationId);
    const carried = await complete(graph, id, [ALICE, BOB]);
    expect(carried.size).toBe(3);
    for (const parts of carried.values()) {
      expect(parts.get('application/pdf')).toMatch(/^%PDF-/);
      expect(parts.get('text/plain')).toContain('The sealed document is attached.');
    }
    expect((await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id } })).json.envelope.status).toBe(
      'completed',
    );
  });

  it('carries nothing for someone who opens the document with a code, or that is too large', async () => {
    const { organizationId, graph, id } = await sent({ participants: [ALICE], fields: [], detect: false });
    await attaches(organizationId);
    await complete(graph, id, [ALICE]);
    const subject = await readMailSubject(api.services, { organizationId, envelopeId: id });
    const [alice] = subject?.graph.participants ?? [];
    if (subject === null || alice === undefined) throw new Error('the envelope is gone');
    expect(await readSealedFiles(api.services, subject, alice)).toMatchObject({
      attached: 'yes',
      files: [{ filename: 'Agreement (signed).pdf', contentType: 'application/pdf' }],
    });
    const coded = { id: alice.id, authentication: { method: 'email_code' } };
    expect(await readSealedFiles(api.services, subject, coded)).toEqual(NO_FILES);
    const documents = subject.graph.documents.map((one) => ({ ...one, sizeBytes: 11 * 2 ** 20 }));
    const large = { ...subject, graph: { ...subject.graph, documents } };
    expect(await readSealedFiles(api.services, large, alice)).toEqual({ attached: 'too_large', files: [] });
  });
});

describe('a bounced email', () => {
  const reason = '550 5.1.1 User unknown';
  /** Returns the Message-ID of the latest delivery to a participant. */
  const messageIdOf = (participantId: string) => {
    const raw = deliveredTo(participantId).at(-1)?.raw ?? '';
    return headerValues(readMail(raw).headers, 'message-id')[0] ?? '';
  };
  const comesBack = (messageId: string) => noteBounce(api.services, { messageId, reason });

  it('is logged, needs attention and counts as failed; a new link clears it', async () => {
    const { key, id, alice, graph, failures, attention, resend } = await sent();
    await jobsDone(api, id);
    const messageId = messageIdOf(alice);
    expect(await comesBack(messageId)).toMatchObject({ envelopeId: id, participantId: alice });
    expect(await failures()).toMatchObject([
      { actorType: 'system', payload: { participantId: alice, email: ALICE.email, reason } },
    ]);
    expect(await attention()).toEqual(['delivery_failed']);
    const { envelope } = (await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id } })).json;
    expect(envelope.version).toBe(graph.envelope.version);

    await comesBack(messageId);
    expect(await failures()).toHaveLength(1);

    pass(api, 1000);
    expect((await resend(envelope.version)).status).toBe(200);
    expect(await attention()).toEqual([]);
    await jobsDone(api, id);
    expect(messageIdOf(alice)).not.toBe(messageId);
    await comesBack(messageId);
    expect([await attention(), (await failures()).length]).toEqual([[], 1]);
    await comesBack(messageIdOf(alice));
    expect([await attention(), (await failures()).length]).toEqual([['delivery_failed'], 2]);
  });

  it('does not affect the envelope once its recipient has signed', async () => {
    const { id, alice, graph, failures } = await sent();
    await jobsDone(api, id);
    await signAs(api, graph, ALICE);
    await comesBack(messageIdOf(alice));
    expect(await failures()).toEqual([]);
  });

  it('is ignored if the email was never sent', async () => {
    expect(await comesBack('<ptp_none.link-1@example.com>')).toBeNull();
  });
});
