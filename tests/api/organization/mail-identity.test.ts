import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { transaction } from '#server/db/client/transaction.ts';
import { mutate, query } from '../../support/account.ts';
import { useApi, type Tenant } from '../../support/api.ts';
import { sendDraft } from '../../support/envelopes.ts';
import { callDashboard, refusalIn, sessionOf } from '../../support/session.ts';

const api = useApi({ work: true });
const OWN = {
  senderName: 'Acme Contracts',
  replyTo: 'contracts@acme.example',
  footer: 'Acme GmbH, Musterstr. 1\nTel. +49 30 1234567',
  subject: 'A contract from Acme',
  text: 'Please read it and sign it this week.',
};
const NONE = { senderName: null, replyTo: null, footer: null, subject: null, text: null };

let tenant: Tenant;
let cookie: string;
beforeEach(async () => {
  tenant = await api.tenant();
  cookie = await sessionOf(api, tenant.organizationId, 'admin');
});
const change = (emails: object) => mutate(api, cookie, 'branding.change', { emails });

/** Sends an envelope and returns the email that asks its first signer. */
async function askToSign(extra: Record<string, unknown> = {}) {
  const { organizationId } = tenant;
  const { envelope } = await sendDraft(api, tenant.apiKey, extra);
  const [mail] = await api.mails(organizationId, 1);
  const [header] = await transaction(api.services.db, { organizationId }, (tx) =>
    tx.execute<{ reply: string }>(
      sql`select reply_to as reply from outbox_mails where organization_id = ${organizationId} order by id limit 1`,
    ),
  );
  return { ...mail, ...header, envelope };
}

describe('the emails of an organization', () => {
  it('come from the sender of the envelope at first', async () => {
    expect((await query(api, cookie, 'branding.get')).emails).toEqual(NONE);
    const { reply, subject, envelope } = await askToSign();
    expect(reply).toBe(envelope.senderEmail);
    expect(subject).toContain(`${envelope.senderName} has asked you to sign`);
  });

  it('have its own name, its address for answers, its text and its footer', async () => {
    expect((await change(OWN)).emails).toEqual(OWN);
    const { reply, subject, text, html } = await askToSign();
    expect(reply).toBe(OWN.replyTo);
    expect(subject).toBe(OWN.subject);
    expect(text).toContain(`> ${OWN.text}`);
    for (const line of OWN.footer.split('\n')) {
      expect(text?.replaceAll('\u200B', '')).toContain(line);
      expect(html?.replaceAll('\u200B', '')).toContain(line);
    }
  });

  it('say what the sender wrote, if they wrote something', async () => {
    await change(OWN);
    const message = { subject: 'Your lease', body: 'Dear Ada' };
    const { subject, text } = await askToSign({ message });
    expect(subject).toBe('Your lease');
    expect(text).toContain('Dear Ada');
    expect(text).not.toContain(OWN.text);
  });

  it('cannot carry a link or another address in what an organization wrote', async () => {
    await change({ footer: 'See evil.example/login <b>now</b>' });
    const { text, html } = await askToSign();
    expect(text).not.toContain('evil.example/login');
    expect(html).not.toContain('<b>now</b>');
  });

  it('are changed part by part, emptied again, and recorded', async () => {
    await change(OWN);
    expect((await change({ footer: '' })).emails).toEqual({ ...OWN, footer: null });
    expect((await change({ subject: null, text: '' })).emails).toMatchObject({ subject: null, text: null });
    const { items } = await query(api, cookie, 'administrativeAction.list');
    expect(items[0]).toMatchObject({
      action: 'organization.branding_changed',
      details: { emailText: 'none' },
    });
    expect(items[2]).toMatchObject({ details: { senderName: OWN.senderName, replyTo: OWN.replyTo } });
  });

  it.each([
    ['an address that is none', { replyTo: 'contracts at acme' }],
    ['a name that is too long', { senderName: 'x'.repeat(61) }],
    ['a footer that is too long', { footer: 'x'.repeat(501) }],
    ['something else', { color: 'red' }],
  ])('refuse %s', async (_, emails) => {
    const answer = await callDashboard(api, 'mutation', 'branding.change', { cookie, input: { emails } });
    expect([answer.status, refusalIn(answer)?.code]).toEqual([422, 'validation_failed']);
    expect((await query(api, cookie, 'branding.get')).emails).toEqual(NONE);
  });

  it('are not for members', async () => {
    const member = await sessionOf(api, tenant.organizationId, 'member');
    expect(await mutate(api, member, 'branding.change', { emails: OWN })).toBe('forbidden');
  });
});
