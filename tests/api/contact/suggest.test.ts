import { describe, expect, it } from 'vitest';
import { LIMITS } from '#domain/limits.ts';
import { useApi } from '../../support/api.ts';
import { ALICE, createDraft, sendDraft, SIGNATURE } from '../../support/envelopes.ts';
import { HOUR_MS, pass } from '../../support/moments.ts';
import { useOwner } from '../../support/owner.ts';
import { callDashboard, refusalIn, sessionOf } from '../../support/session.ts';

const api = useApi();
const owner = useOwner(api);
type Person = { name: string; email: string; company?: string; title?: string };

async function ready() {
  const { apiKey: key, organizationId } = await api.tenant();
  const cookie = await sessionOf(api, organizationId, 'member');
  const suggest = async (beginning: string) => {
    const answer = await callDashboard(api, 'query', 'contact.suggest', { cookie, input: { beginning } });
    expect(answer.status).toBe(200);
    return answer.json.result.data.items as Person[];
  };
  const emails = async (beginning: string) => (await suggest(beginning)).map(({ email }) => email);
  const send = (...people: Person[]) =>
    sendDraft(api, key, {
      participants: people,
      fields: people.map((_, participantIndex) => ({ ...SIGNATURE, participantIndex })),
    });
  return { key, organizationId, suggest, emails, send };
}

const GRACE = { name: 'Grace Brewster Hopper', email: 'g.hopper@navy.example' };
const ADA = { name: 'Ada Lovelace', email: 'Ada@Analytical.example', company: 'Analytical Engines' };

describe('suggestions of recipients', () => {
  it('find recipients by the beginning of address, name and last name, ignoring case', async () => {
    const { suggest, emails, send } = await ready();
    await send(GRACE, ADA);
    for (const beginning of ['ada', 'ADA@ANA', 'Love', 'l'])
      expect(await suggest(beginning)).toEqual([{ ...ADA, title: null }]);
    for (const beginning of ['g.h', 'grace', 'hop', 'Grace B'])
      expect(await emails(beginning)).toEqual([GRACE.email]);
    for (const beginning of ['brew', 'navy', 'opper', '%', '_', 'x'])
      expect(await emails(beginning)).toEqual([]);
  });

  it('offer the most recent first, even before typing, and not too many', async () => {
    const { emails, send } = await ready();
    await send(GRACE);
    pass(api, HOUR_MS);
    await send(ADA);
    expect(await emails('')).toEqual([ADA.email, GRACE.email]);
    pass(api, 2 * HOUR_MS);
    await send(GRACE);
    expect(await emails('')).toEqual([GRACE.email, ADA.email]);
    await send(...Array.from({ length: 12 }, (_, i) => ({ name: `N ${i}`, email: `n${i}@example.com` })));
    expect(await emails('n')).toHaveLength(LIMITS.suggestionsMax);
  });

  it('list each address once, as last written', async () => {
    const { suggest, send } = await ready();
    await send(ADA);
    await send({ name: 'Ada King', email: 'ada@analytical.example', title: 'Countess' });
    expect(await suggest('ada')).toEqual([
      { name: 'Ada King', email: 'ada@analytical.example', company: ADA.company, title: 'Countess' },
    ]);
  });

  it('ignore drafts, and list only the corrected address', async () => {
    const { key, suggest, send } = await ready();
    await createDraft(api, key);
    expect(await suggest('')).toEqual([]);
    const sent = await send({ name: 'Ada', email: 'aad@analytical.example' }, GRACE);
    await api.ask('PATCH /api/v1/envelopes/{id}/participants/{participantId}', {
      key,
      path: { id: sent.envelope.id, participantId: sent.participants[0].id },
      body: { expectedVersion: 3, email: ADA.email },
    });
    expect(await suggest('a')).toMatchObject([{ name: 'Ada', email: ADA.email }]);
    expect(await suggest('g')).toHaveLength(1);
  });

  it('do not forget a known address because an envelope used it wrongly', async () => {
    const { key, emails, send } = await ready();
    await send(GRACE);
    pass(api, HOUR_MS);
    const sent = await send(GRACE);
    await api.ask('PATCH /api/v1/envelopes/{id}/participants/{participantId}', {
      key,
      path: { id: sent.envelope.id, participantId: sent.participants[0].id },
      body: { expectedVersion: 3, email: ADA.email },
    });
    expect((await emails('')).sort()).toEqual([ADA.email, GRACE.email]);
  });

  it('belong to one organization, for people who can send', async () => {
    const [own, other] = [await ready(), await ready()];
    await other.send(ADA);
    expect(await own.suggest('')).toEqual([]);
    const viewer = await sessionOf(api, other.organizationId, 'viewer');
    const input = { beginning: 'a' };
    const refused = await callDashboard(api, 'query', 'contact.suggest', { cookie: viewer, input });
    expect(refusalIn(refused)).toMatchObject({ code: 'forbidden' });
    expect(refusalIn(await callDashboard(api, 'query', 'contact.suggest', { input }))).toMatchObject({
      code: 'unauthorized',
    });
  });

  it('refuse long input', async () => {
    const { organizationId } = await ready();
    const cookie = await sessionOf(api, organizationId, 'member');
    const answer = await callDashboard(api, 'query', 'contact.suggest', {
      cookie,
      input: { beginning: 'x'.repeat(201) },
    });
    expect([answer.status, refusalIn(answer)?.code]).toEqual([422, 'validation_failed']);
  });

  it('allow concurrent sends to the same people', async () => {
    const { emails, send } = await ready();
    const people = Array.from({ length: 6 }, (_, i) => ({ name: `P ${i}`, email: `p${i}@example.com` }));
    for (let round = 0; round < 3; round++) {
      pass(api, 2 * HOUR_MS);
      await Promise.all([
        send(...people),
        send(...people.toReversed()),
        send(...people.slice(3), ...people.slice(0, 3)),
        send(ALICE, ...people),
      ]);
    }
    expect(await emails('p')).toHaveLength(6);
  });

  it('use indexes despite row level security', async () => {
    const { organizationId } = await ready();
    const plan = await owner.sql.begin(async (sql) => {
      await sql`insert into contacts (organization_id, email, name, created_at, last_used_at)
        select ${organizationId}, 'p' || i || '@x.example', 'N' || i, now(), now() from generate_series(1, 5000) i`;
      await sql`analyze contacts`;
      await sql`set local role countersign_app`;
      await sql`select set_config('app.organization_id', ${organizationId}, true)`;
      return await sql`explain select name from contacts where organization_id = ${organizationId}
        and (email_key >= 'p77' and email_key < 'p78' or name_key >= 'p77' and name_key < 'p78'
          or last_name_key >= 'p77' and last_name_key < 'p78') order by last_used_at desc, email_key limit 8`;
    });
    const text = plan.map((row) => row['QUERY PLAN']).join('\n');
    for (const index of ['contacts_organization_id_email_key_pk', 'contacts_name', 'contacts_last_name'])
      expect(text).toContain(index);
  });
});
