import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { transaction } from '#server/db/client/transaction.ts';
import { sendDigestEmail } from '#server/jobs/mail-digest.ts';
import { sendDigests } from '#server/jobs/send-digests.ts';
import type { MailMessage } from '#server/mail/message.ts';
import { useApi, type Mail, type Tenant } from '../support/api.ts';
import { ALICE, sendDraft, SIGNATURE } from '../support/envelopes.ts';
import { DAY_MS, HOUR_MS, pass } from '../support/moments.ts';
import { personOf } from '../support/person.ts';
import { signAs } from '../support/signer.ts';

const api = useApi({ work: true, alone: true });
const MONDAY = '2027-03-08';

beforeEach(() => {
  // A Thursday.
  api.clock.now = new Date('2027-03-04T09:00:00.000Z');
});

const at = (moment: string) => (api.clock.now = new Date(moment));
const query = <T extends Record<string, unknown>>(tenant: Tenant, text: string) =>
  transaction(api.services.db, tenant, (tx) => tx.execute<T>(sql.raw(text)));
const dueAt = async (tenant: Tenant) => {
  const [row] = await query<{ due: string }>(
    tenant,
    `select to_char(digest_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as due from memberships`,
  );
  return row?.due;
};
const isDigest = ({ messageId }: Mail) => messageId.startsWith('<digest.');
/** Waits until all requested digests have been sent. Returns those in an outbox. */
async function digests(tenant: Tenant): Promise<Mail[]> {
  return await api.until('the digests', async () => {
    const [row] = await query<{ number: number }>(
      tenant,
      'select count(*)::int as number from weekly_digests',
    );
    const mails = (await api.mails(tenant.organizationId, 0)).filter(isDigest);
    return mails.length >= (row?.number ?? 0) && mails;
  });
}
/** One signer's signature completes it. */
const ALONE = { participants: [ALICE], fields: [{ ...SIGNATURE, participantIndex: 0 }] };
async function waiting(extra: Record<string, unknown> = {}) {
  const tenant = await api.tenant();
  const graph = await sendDraft(api, tenant.apiKey, extra);
  // Runs what has been due since the organization was created, by the machine's clock.
  await query(tenant, `update memberships set digest_at = '2027-03-08 08:00+00'`);
  return { tenant, graph };
}

describe('the weekly digest', () => {
  it('names what waits, on Monday at eight', async () => {
    const { tenant } = await waiting();
    at(`${MONDAY}T07:59:00Z`);
    await sendDigests(api.services);
    expect(await digests(tenant)).toEqual([]);
    at(`${MONDAY}T08:00:00Z`);
    await sendDigests(api.services);
    const [mail, ...more] = await digests(tenant);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      subject: '1 envelope is waiting',
      messageId: expect.stringContaining(`.${MONDAY}@`),
    });
    expect(mail?.text).toContain(`Agreement: 3 days (Waiting for ${ALICE.name})`);
    expect(mail?.text).toMatch(/Turn off the weekly digest:\nhttp:\/\/localhost:3000\/open\/digest#\S+/);
    expect(await dueAt(tenant)).toBe('2027-03-15 08:00');
  });

  it('is sent once by ten concurrent workers, and again a week later', async () => {
    const all = await Promise.all([waiting(), waiting(), waiting()]);
    at(`${MONDAY}T08:00:00Z`);
    await Promise.all(Array.from({ length: 10 }, () => sendDigests(api.services)));
    for (const { tenant } of all) expect(await digests(tenant)).toHaveLength(1);
    at('2027-03-15T08:00:30Z');
    await Promise.all(Array.from({ length: 10 }, () => sendDigests(api.services)));
    for (const { tenant } of all) expect(await digests(tenant)).toHaveLength(2);
  });

  it('is not sent twice in one week to who joins again or travels', async () => {
    const { tenant } = await waiting();
    at(`${MONDAY}T08:00:00Z`);
    await sendDigests(api.services);
    expect(await digests(tenant)).toHaveLength(1);
    at(`${MONDAY}T12:00:00Z`);
    await personOf(api, tenant, 'owner').account.setTimeZone({ timeZone: 'America/Los_Angeles' });
    expect(await dueAt(tenant)).toBe('2027-03-08 16:00');
    at(`${MONDAY}T16:00:00Z`);
    await sendDigests(api.services);
    expect(await digests(tenant)).toHaveLength(1);
    // Daylight saving time starts on March 14.
    expect(await dueAt(tenant)).toBe('2027-03-15 15:00');
  });

  it('says nothing when nothing waits, or was only just sent', async () => {
    const { tenant, graph } = await waiting(ALONE);
    at(`${MONDAY}T07:00:00Z`);
    expect((await signAs(api, graph, ALICE)).status).toBe(200);
    await sendDraft(api, tenant.apiKey);
    at(`${MONDAY}T08:00:00Z`);
    await sendDigests(api.services);
    expect(await digests(tenant)).toEqual([]);
    expect(await dueAt(tenant)).toBe('2027-03-15 08:00');
  });

  it('counts what was completed, and puts what waits longest first', async () => {
    const { tenant, graph } = await waiting(ALONE);
    expect((await signAs(api, graph, ALICE)).status).toBe(200);
    for (const originalFilename of ['First.pdf', 'Second.pdf']) {
      await sendDraft(api, tenant.apiKey, { originalFilename });
      pass(api, HOUR_MS);
    }
    at(`${MONDAY}T08:00:00Z`);
    await sendDigests(api.services);
    const [mail] = await digests(tenant);
    expect(mail?.subject).toBe('2 envelopes are waiting');
    expect(mail?.text).toContain('1 envelope was completed in the past week.');
    expect(mail?.text.indexOf('First')).toBeLessThan(mail?.text.indexOf('Second') ?? 0);
  });

  it('respects who turned it off, suspended organizations, and the daily quota', async () => {
    const [muted, suspended, used] = await Promise.all([waiting(), waiting(), waiting()]);
    const owner = personOf(api, muted.tenant, 'owner');
    const { emails } = await owner.account.notifications({});
    await owner.account.changeNotifications({ emails: emails.filter((email) => email !== 'digest') });
    await query(
      suspended.tenant,
      `update organizations set suspended_at = now(), suspension_reason = 'Spam'`,
    );
    at(`${MONDAY}T08:00:00Z`);
    await query(
      used.tenant,
      `insert into quota_uses (organization_id, quota, day, used) values ('${used.tenant.organizationId}', 'emails', '${MONDAY}', 10000)`,
    );
    await sendDigests(api.services);
    for (const { tenant } of [muted, suspended, used]) expect(await digests(tenant)).toEqual([]);
    expect(await dueAt(used.tenant)).toBe('2027-03-08 09:00');
    await query(used.tenant, 'delete from quota_uses');
    at(`${MONDAY}T09:00:00Z`);
    await sendDigests(api.services);
    expect(await digests(used.tenant)).toHaveLength(1);
  });

  it('is neither lost nor doubled by refusals, retries and crashes', async () => {
    const { tenant } = await waiting();
    const { organizationId, userId } = tenant;
    const digest = { organizationId, userId, week: MONDAY };
    at(`${MONDAY}T08:00:00Z`);
    await query(
      tenant,
      `insert into weekly_digests (organization_id, user_id, week, created_at) values ('${organizationId}', '${userId}', '${MONDAY}', now())`,
    );
    const sent: MailMessage[] = [];
    const through = (answer: 'accepted' | 'refused' | 'crash') => ({
      ...api.services,
      mail: {
        ...api.services.mail,
        send: async (message: MailMessage) => {
          if (answer === 'refused')
            return { accepted: false, permanent: false, serverAway: false, response: '451' } as const;
          sent.push(message);
          if (answer === 'crash') throw new Error('the process ends here');
          return { accepted: true } as const;
        },
      },
    });
    await expect(sendDigestEmail(through('refused'), digest, false)).rejects.toThrow('451');
    await expect(sendDigestEmail(through('crash'), digest, false)).rejects.toThrow('ends here');
    await sendDigestEmail(through('accepted'), digest, false);
    await Promise.all([1, 2, 3].map(() => sendDigestEmail(through('accepted'), digest, true)));
    expect(sent).toHaveLength(1);
    expect(sent[0]?.headers).toEqual({
      'List-Unsubscribe': expect.stringMatching(/^<http:\/\/localhost:3000\/api\/digest\?token=[\w.-]+>$/),
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
  });

  it('can only be written once by the database', async () => {
    const { tenant } = await waiting();
    at(`${MONDAY}T08:00:00Z`);
    await sendDigests(api.services);
    await digests(tenant);
    for (const statement of [
      `insert into weekly_digests select * from weekly_digests`,
      `update weekly_digests set week = '2027-03-15'`,
      `update memberships set muted_emails = '{requests}'`,
    ])
      await expect(query(tenant, statement)).rejects.toThrow();
  });
});

describe('the link of a digest', () => {
  async function linked() {
    const { tenant } = await waiting();
    at(`${MONDAY}T08:00:00Z`);
    await sendDigests(api.services);
    const [mail] = await digests(tenant);
    const token = /\/open\/digest#(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
    const isOn = async () =>
      (await personOf(api, tenant, 'owner').account.notifications({})).emails.includes('digest');
    return { tenant, token, isOn };
  }

  it('turns it off in one click of a mail program, without cookies', async () => {
    const { tenant, token, isOn } = await linked();
    const opened = await api.call('GET', `/api/digest?token=${token}`);
    expect([opened.status, opened.headers.get('location')]).toEqual([303, `/open/digest#${token}`]);
    expect(await isOn()).toBe(true);
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const body = Buffer.from('List-Unsubscribe=One-Click');
    const clicked = () => api.call('POST', `/api/digest?token=${token}`, { headers, raw: body });
    expect((await clicked()).status).toBe(200);
    expect((await clicked()).status).toBe(200);
    expect(await isOn()).toBe(false);
    at('2027-03-15T08:00:00Z');
    await sendDigests(api.services);
    expect(await digests(tenant)).toHaveLength(1);
  });

  it('works for its member and organization only, and for a year', async () => {
    const { token, isOn } = await linked();
    const forged = `${token.slice(0, -4)}AAAA`;
    expect((await api.call('POST', `/api/digest?token=${forged}`)).status).toBe(401);
    expect((await api.call('POST', '/api/digest')).status).toBe(401);
    expect((await api.call('PUT', `/api/digest?token=${token}`)).status).toBe(405);
    pass(api, 366 * DAY_MS);
    expect((await api.call('POST', `/api/digest?token=${token}`)).status).toBe(401);
    expect(await isOn()).toBe(true);
  });
});

describe('notifications', () => {
  it('leave out what the sender turned off, and nothing else', async () => {
    // After the certificate authority of the documents sealed above was created.
    at('2027-03-15T12:00:00Z');
    const tenant = await api.tenant();
    const owner = personOf(api, tenant, 'owner');
    await owner.account.changeNotifications({ emails: ['declined'] });
    const completed = await sendDraft(api, tenant.apiKey, ALONE);
    expect((await signAs(api, completed, ALICE)).status).toBe(200);
    const mails = await api.until('the signer’s copy', async () => {
      const all = await api.mails(tenant.organizationId, 2);
      return all.some(({ subject }) => subject.startsWith('Completed')) && all;
    });
    expect(mails.filter(({ recipient }) => recipient !== ALICE.email)).toEqual([]);
    expect(await owner.account.notifications({})).toEqual({ emails: ['declined'] });
  });
});
