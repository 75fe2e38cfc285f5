import { describe, expect, it } from 'vitest';
import { query } from '../../support/account.ts';
import { useApi } from '../../support/api.ts';
import { sessionOf } from '../../support/session.ts';
import { endSessions } from '#server/db/accounts/sessions.ts';

const api = useApi();

describe('the activity of members', () => {
  it('names who is signed in to the organization, and nobody of another', async () => {
    const { organizationId } = await api.tenant();
    const owner = await sessionOf(api, organizationId, 'owner');
    const viewer = await sessionOf(api, organizationId, 'viewer');
    const stranger = await sessionOf(api, (await api.tenant()).organizationId, 'owner');
    const idsFor = async (cookie: string): Promise<string[]> =>
      (await query(api, cookie, 'member.activity')).items.map(({ userId }: { userId: string }) => userId);
    const { members } = await query(api, owner, 'member.list');
    const viewerId = members.find(({ role }: { role: string }) => role === 'viewer').userId as string;
    expect(await idsFor(owner)).toContain(viewerId);
    expect(await idsFor(stranger)).not.toContain(viewerId);
    expect(await query(api, viewer, 'member.activity')).toBe('forbidden');
    await endSessions(api.services.db.drizzle, viewerId, null);
    expect(await idsFor(owner)).not.toContain(viewerId);
  });
});
