import { afterAll, describe, expect, it } from 'vitest';
import { LIMITS } from '#domain/limits.ts';
import { recheckDomains } from '#server/jobs/recheck-domains.ts';
import { pass } from '../../support/account.ts';
import { useApi, type Tenant } from '../../support/api.ts';
import { startDnsServer } from '../../support/dns-server.ts';
import { ownerOf } from '../../support/person.ts';
import { mutate } from '../../support/account.ts';
import { sessionOf } from '../../support/session.ts';
import { verifiedDomain } from '../../support/single-sign-on.ts';

const dns = await startDnsServer();
afterAll(() => dns.close());
const api = useApi({ env: { DNS_SERVERS: dns.address } });

async function domainOf(tenant: Tenant, id: string) {
  const { domains } = await ownerOf(api, tenant).singleSignOn.get({});
  const domain = domains.find((one) => one.id === id);
  if (domain === undefined) throw new Error('the domain is gone');
  return domain;
}

describe('a domain', () => {
  it('is verified by its record, and only by the right one', async () => {
    const tenant = await api.tenant();
    const owner = ownerOf(api, tenant);
    const { id } = await owner.singleSignOn.addDomain({ domain: ' @ACME-Proof.Example. ' });
    const added = await domainOf(tenant, id);
    expect(added).toMatchObject({ domain: 'acme-proof.example', verifiedAt: null });
    expect(added.record.name).toBe('_countersign.acme-proof.example');
    const verify = () => owner.singleSignOn.verifyDomain({ id });
    await expect(verify()).rejects.toMatchObject({ cause: { details: { reason: 'record_missing' } } });
    dns.records.set(added.record.name, `${added.record.value}0`);
    await expect(verify()).rejects.toMatchObject({ cause: { details: { reason: 'record_missing' } } });
    dns.fail(true);
    await expect(verify()).rejects.toMatchObject({ cause: { details: { reason: 'resolver_failed' } } });
    dns.fail(false);
    dns.records.set(added.record.name, added.record.value);
    await verify();
    expect((await domainOf(tenant, id)).verifiedAt).not.toBeNull();
    const actions = (await owner.administrativeAction.list({})).items.map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(['domain.verified', 'domain.added']));
  });

  it.each([
    '',
    'localhost',
    'exa mple.com',
    'https://example.com',
    '127.0.0.1',
    'a@b.example',
    '*.example.com',
  ])('cannot be %j', async (domain) => {
    const owner = ownerOf(api, await api.tenant());
    await expect(owner.singleSignOn.addDomain({ domain })).rejects.toThrow();
  });

  it('is on the list once', async () => {
    const owner = ownerOf(api, await api.tenant());
    await owner.singleSignOn.addDomain({ domain: 'twice.example' });
    await expect(owner.singleSignOn.addDomain({ domain: 'TWICE.example' })).rejects.toThrow();
  });

  it('belongs to one organization, even if two verify it at once', async () => {
    const tenants = [await api.tenant('One'), await api.tenant('Two')];
    const ids: string[] = [];
    for (const tenant of tenants)
      ids.push((await ownerOf(api, tenant).singleSignOn.addDomain({ domain: 'race.example' })).id);
    const records = await Promise.all(tenants.map((tenant, at) => domainOf(tenant, ids[at] ?? '')));
    expect(records[0]?.record.value).not.toBe(records[1]?.record.value);
    dns.records.set('_countersign.race.example', records.map(({ record }) => record.value).join('\n'));
    const outcomes = await Promise.allSettled(
      tenants.map((tenant, at) => ownerOf(api, tenant).singleSignOn.verifyDomain({ id: ids[at] ?? '' })),
    );
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { cause: { details: { reason: 'domain_taken' } } },
    });
  });

  it('is free again when the organization that verified it removes it', async () => {
    const [one, other] = [await api.tenant(), await api.tenant()];
    const { id } = await verifiedDomain(api, dns, one, 'moves.example');
    await expect(verifiedDomain(api, dns, other, 'moves.example')).rejects.toThrow();
    await ownerOf(api, one).singleSignOn.removeDomain({ id });
    const { domains } = await ownerOf(api, other).singleSignOn.get({});
    await ownerOf(api, other).singleSignOn.verifyDomain({ id: domains[0]?.id ?? '' });
    expect((await domainOf(other, domains[0]?.id ?? '')).verifiedAt).not.toBeNull();
  });

  it('is not found by other organizations, and not changed by members', async () => {
    const tenant = await api.tenant();
    const { id } = await verifiedDomain(api, dns, tenant);
    const stranger = await sessionOf(api, (await api.tenant()).organizationId);
    const member = await sessionOf(api, tenant.organizationId, 'member');
    for (const procedure of ['verifyDomain', 'removeDomain']) {
      expect(await mutate(api, stranger, `singleSignOn.${procedure}`, { id })).toBe('not_found');
      expect(await mutate(api, member, `singleSignOn.${procedure}`, { id })).toBe('forbidden');
    }
    expect(await mutate(api, stranger, 'singleSignOn.assignDomain', { id, connectionId: null })).toBe(
      'not_found',
    );
  });

  it('cannot sign in with a connection of another organization', async () => {
    const [one, other] = [await api.tenant(), await api.tenant()];
    const issuer = 'https://login.example.com';
    const settings = { kind: 'oidc', issuer, clientId: 'x', clientSecret: 'y', trustEmail: false } as const;
    const body = { name: 'Theirs', settings, createsMembers: true, joiningRole: 'member' } as const;
    const { id: connectionId } = await ownerOf(api, other).singleSignOn.create(body);
    const { id } = await verifiedDomain(api, dns, one);
    const assigning = ownerOf(api, one).singleSignOn.assignDomain({ id, connectionId });
    await expect(assigning).rejects.toMatchObject({ cause: { code: 'not_found' } });
  });
});

describe('checking verified domains again', () => {
  it('gives a missing record a week', async () => {
    const tenant = await api.tenant();
    const { id, domain } = await verifiedDomain(api, dns, tenant);
    const value = dns.records.get(`_countersign.${domain}`) ?? '';
    const recheck = async () => {
      pass(api, LIMITS.domainCheckIntervalMs + 1);
      await recheckDomains(api.services);
      return await domainOf(tenant, id);
    };
    dns.records.delete(`_countersign.${domain}`);
    expect(await recheck()).toMatchObject({
      missingSince: expect.any(String),
      verifiedAt: expect.any(String),
    });
    dns.records.set(`_countersign.${domain}`, value);
    expect(await recheck()).toMatchObject({ missingSince: null, verifiedAt: expect.any(String) });
    dns.records.delete(`_countersign.${domain}`);
    await recheck();
    pass(api, LIMITS.domainGraceMs);
    expect(await recheck()).toMatchObject({ missingSince: null, verifiedAt: null });
    const { items } = await ownerOf(api, tenant).administrativeAction.list({});
    expect(items).toContainEqual(
      expect.objectContaining({ action: 'domain.lapsed', actorName: 'Countersign', subjectName: domain }),
    );
  });

  it('changes nothing while name servers fail', async () => {
    const tenant = await api.tenant();
    const { id } = await verifiedDomain(api, dns, tenant);
    dns.fail(true);
    pass(api, LIMITS.domainGraceMs + LIMITS.domainCheckIntervalMs);
    await recheckDomains(api.services);
    dns.fail(false);
    expect(await domainOf(tenant, id)).toMatchObject({ missingSince: null, verifiedAt: expect.any(String) });
  });
});
