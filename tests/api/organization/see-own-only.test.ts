import { beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'drizzle-orm';
import { readDueTexts } from '#server/jobs/read-texts.ts';
import { withViewer } from '#server/db/client/client.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { listSeenEnvelopes } from '#server/db/envelopes/envelopes.ts';
import type { Role } from '#domain/organization/role.ts';
import { mutate, whoIs } from '../../support/account.ts';
import { useApi, type Tenant } from '../../support/api.ts';
import { plainPdf } from '../../support/envelopes.ts';
import { callDashboard, refusalIn, sessionOf } from '../../support/session.ts';

const api = useApi({ work: true });

type Person = { readonly cookie: string; readonly userId: string };
let tenant: Tenant;
let people: Record<'owner' | 'admin' | 'mia' | 'max' | 'viewer', Person>;
let ofMia: string;
let ofMax: string;
let ofTeam: string;

async function join(role: Role): Promise<Person> {
  const cookie = await sessionOf(api, tenant.organizationId, role);
  return { cookie, userId: (await whoIs(api, cookie)).json.user.id };
}
async function create({ cookie }: Person, displayName: string, teamId?: string): Promise<string> {
  const contentBase64 = Buffer.from(await plainPdf()).toString('base64');
  const { envelope } = await mutate(api, cookie, 'envelope.create', {
    originalFilename: 'Lease.pdf',
    displayName,
    document: { contentBase64, contentType: 'application/pdf' },
    participants: [{ name: 'Ada Byron', email: 'ada@example.com', orderIndex: 0 }],
    ...(teamId === undefined ? {} : { teamId }),
  });
  return envelope.id;
}
const read = async (cookie: string, procedure: string, input: unknown = {}) => {
  const answer = await callDashboard(api, 'query', procedure, { cookie, input });
  return answer.json?.result?.data ?? refusalIn(answer)?.code;
};
const list = async ({ cookie }: Person, input: object = {}) =>
  (await read(cookie, 'envelope.list', input)).items.map(({ id }: { id: string }) => id).sort();
const setRule = (seeOwnOnly: boolean) =>
  mutate(api, people.owner.cookie, 'organization.changeMembershipRules', { seeOwnOnly });

beforeAll(async () => {
  tenant = await api.tenant();
  people = {
    owner: await join('owner'),
    admin: await join('admin'),
    mia: await join('member'),
    max: await join('member'),
    viewer: await join('viewer'),
  };
  const { admin, mia, max, viewer } = people;
  const team = await mutate(api, admin.cookie, 'team.create', { name: 'Letting', isPrivate: true });
  for (const { userId } of [mia, max, viewer])
    await mutate(api, admin.cookie, 'team.addMember', { id: team.id, userId });
  ofMia = await create(mia, 'Lease of Mia');
  ofMax = await create(max, 'Lease of Max');
  ofTeam = await create(max, 'Lease of the team', team.id);
  await readDueTexts(api.services);
});

describe('an organization in which members see all envelopes', () => {
  it('shows each to everybody', async () => {
    expect(await list(people.mia)).toEqual([ofMia, ofMax, ofTeam].sort());
    expect(await read(people.owner.cookie, 'organization.membershipRules')).toMatchObject({
      seeOwnOnly: false,
    });
  });
});

describe('an organization in which members see only their own envelopes', () => {
  beforeAll(async () => {
    expect(await setRule(true)).toEqual({ done: true });
  });

  it('is what its owners made it, and the audit log says so', async () => {
    expect(
      await mutate(api, people.admin.cookie, 'organization.changeMembershipRules', { seeOwnOnly: false }),
    ).toBe('forbidden');
    const { items } = await read(people.owner.cookie, 'administrativeAction.list');
    expect(items[0]).toMatchObject({
      action: 'organization.membership_rules_changed',
      details: { to: 'no second factor required; any domain; members see their own envelopes' },
    });
  });

  it('lists what a member sent, and what their private teams have', async () => {
    const { owner, admin, mia, max, viewer } = people;
    expect(await list(mia)).toEqual([ofMia, ofTeam].sort());
    expect(await list(max)).toEqual([ofMax, ofTeam].sort());
    expect(await list(viewer)).toEqual([ofTeam]);
    for (const { cookie } of [owner, admin])
      expect(await list({ cookie, userId: '' })).toEqual(expect.arrayContaining([ofMia, ofMax]));
  });

  it('finds no more than that by name, by recipient or by words', async () => {
    for (const input of [{ q: 'lease' }, { recipient: 'ada' }, { search: 'lease max' }]) {
      expect(await list(people.mia, input)).not.toContain(ofMax);
      expect(await list(people.max, input)).toContain(ofMax);
    }
    expect(await list(people.mia, { search: 'lease team' })).toEqual([ofTeam]);
  });

  it('opens and changes nothing of others', async () => {
    const { mia, max } = people;
    for (const procedure of ['envelope.get', 'envelope.events', 'envelope.document', 'label.of'])
      expect(await read(mia.cookie, procedure, { id: ofMax })).toBe('not_found');
    expect(await mutate(api, mia.cookie, 'envelope.delete', { id: ofMax })).toBe('not_found');
    expect(await mutate(api, mia.cookie, 'label.set', { id: ofMax, labelIds: [] })).toBe('not_found');
    expect(await read(mia.cookie, 'envelope.downloadMany', { ids: [ofMia, ofMax] })).toBe('not_found');
    expect((await read(max.cookie, 'envelope.get', { id: ofMax })).envelope.id).toBe(ofMax);
  });

  it('holds in the database: parts are hidden with their envelope, and live news with both', async () => {
    const { organizationId } = tenant;
    const seenBy = (userId: string) =>
      transaction(withViewer(api.services.db, userId), { organizationId }, async (tx) => ({
        parts: await tx.execute<{ number: number }>(
          sql`select count(*)::int as number from participants where envelope_id in (${ofMax}, ${ofMia})`,
        ),
        news: await listSeenEnvelopes(tx, [ofMax, ofMia]),
      }));
    expect(await seenBy(people.mia.userId)).toMatchObject({ parts: [{ number: 1 }], news: [ofMia] });
    expect(await seenBy(people.admin.userId)).toMatchObject({ parts: [{ number: 2 }], news: [ofMax, ofMia] });
    // Somebody who isn't a member sees nothing either.
    expect(await seenBy('usr_nobody')).toMatchObject({ parts: [{ number: 0 }], news: [] });
  });

  it('lets members send as before, and shows all again once the rule is gone', async () => {
    const another = await create(people.mia, 'Second lease');
    expect(await list(people.mia)).toContain(another);
    await setRule(false);
    expect(await list(people.mia)).toEqual(expect.arrayContaining([ofMax, another]));
  });
});
