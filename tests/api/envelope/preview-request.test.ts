import { expect, it } from 'vitest';
import { useApi } from '../../support/api.ts';
import { ALICE, BOB, createDraft } from '../../support/envelopes.ts';
import { callDashboard, refusalIn, sessionOf } from '../../support/session.ts';

const api = useApi({ work: true });

const preview = async (cookie: string, id: string, position: number) =>
  callDashboard(api, 'query', 'envelope.previewRequest', { cookie, input: { id, position } });

async function draft() {
  const { apiKey: key, organizationId } = await api.tenant();
  const { envelope } = (
    await createDraft(api, key, {
      participants: [ALICE, { ...BOB, language: 'de', message: 'Nur für Bob' }],
      message: { subject: null, body: 'As we discussed <b>' },
    })
  ).json;
  return { key, organizationId, id: envelope.id as string, version: envelope.version as number };
}

it('is the email that is sent then, but for its link', async () => {
  const { key, organizationId, id, version } = await draft();
  const cookie = await sessionOf(api, organizationId);
  const { subject, html } = (await preview(cookie, id, 0)).json.result.data;
  expect(html).toContain('As we discussed &lt;b&gt;');
  await api.call('POST', `/api/v1/envelopes/${id}/send`, { key, body: { expectedVersion: version } });
  const mail = await api.until('the email', async () =>
    (await api.mails(organizationId, 1)).find(({ recipient }) => recipient === ALICE.email),
  );
  const withoutLinks = (text: string) => text.replaceAll(/\/sign(#token=[\w.-]+)?/g, '');
  expect(subject).toBe(mail.subject);
  expect(withoutLinks(html)).toBe(withoutLinks(mail.html ?? ''));
});

it('is in the language of the recipient, with their own note and no token', async () => {
  const { organizationId, id } = await draft();
  const { subject, html } = (await preview(await sessionOf(api, organizationId), id, 1)).json.result.data;
  expect(subject).toMatch(/^Sie sind an der Reihe/);
  expect(html).toContain('Nur für Bob');
  expect(html).not.toContain('token=');
});

it('is not found for nobody and for other organizations', async () => {
  const [own, other] = [await draft(), await draft()];
  const cookie = await sessionOf(api, own.organizationId);
  expect(refusalIn(await preview(cookie, own.id, 2))?.code).toBe('not_found');
  expect(refusalIn(await preview(cookie, other.id, 0))?.code).toBe('not_found');
});
