import { describe, expect, it } from 'vitest';
import { refusalIn, callDashboard, sessionOf } from '../support/session.ts';
import { useApi } from '../support/api.ts';
import { createDraft } from '../support/envelopes.ts';

const api = useApi();

/** Made in this order, so that no order of the alphabet is one of time. */
const NAMES = ['Bravo', 'Alpha', 'Charlie'] as const;
const ORDERS = {
  'newest first': ['Charlie', 'Alpha', 'Bravo'],
  'oldest first': ['Bravo', 'Alpha', 'Charlie'],
  'by name': ['Alpha', 'Bravo', 'Charlie'],
} as const;

/** What the lists of this test answer with. */
type Listed = {
  readonly items: readonly { readonly name: string; readonly description: string }[];
  readonly domains: readonly { readonly domain: string }[];
};

type Kind = {
  readonly order: keyof typeof ORDERS;
  readonly create: string;
  readonly input: (name: string) => unknown;
  readonly list: string;
  /** Reads the names of what was listed. */
  readonly read: (listed: Listed) => string[];
};
/** Reads the names of what this test made: an organization has a key and a team from the start. */
const named = ({ items }: Pick<Listed, 'items'>): string[] =>
  items.map(({ name }) => name).filter((name) => NAMES.some((made) => made === name));

const KINDS: Readonly<Record<string, Kind>> = {
  'API keys': {
    order: 'newest first',
    create: 'apiKey.create',
    input: (name) => ({ name }),
    list: 'apiKey.list',
    read: named,
  },
  labels: {
    order: 'by name',
    create: 'label.create',
    input: (name) => ({ name }),
    list: 'label.list',
    read: named,
  },
  'saved views': {
    order: 'oldest first',
    create: 'view.create',
    input: (name) => ({ name, query: '' }),
    list: 'view.list',
    read: named,
  },
  teams: {
    order: 'oldest first',
    create: 'team.create',
    input: (name) => ({ name }),
    list: 'team.list',
    read: named,
  },
  webhooks: {
    order: 'oldest first',
    create: 'webhook.create',
    input: (name) => ({ url: `https://${name.toLowerCase()}.example.com/`, description: name }),
    list: 'webhook.list',
    read: (listed) => listed.items.map(({ description }) => description),
  },
  domains: {
    order: 'by name',
    create: 'singleSignOn.addDomain',
    input: (name) => ({ domain: `${name.toLowerCase()}.example.com` }),
    list: 'singleSignOn.get',
    read: (listed) =>
      listed.domains.map(({ domain }) => NAMES.find((name) => domain.startsWith(name.toLowerCase())) ?? ''),
  },
};

describe('a list', () => {
  it.each(Object.entries(KINDS))('of %s', async (_, { order, create, input, list, read }) => {
    const { organizationId } = await api.tenant();
    const cookie = await sessionOf(api, organizationId);
    for (const name of NAMES) {
      const made = await callDashboard(api, 'mutation', create, { cookie, input: input(name) });
      expect(refusalIn(made)).toBeNull();
    }
    const listed = await callDashboard(api, 'query', list, { cookie, input: {} });
    expect(read(listed.json.result.data)).toEqual(ORDERS[order]);
  });

  it("of an envelope's labels is by name, whichever came first", async () => {
    const { organizationId, apiKey: key } = await api.tenant();
    const cookie = await sessionOf(api, organizationId);
    const call = async (type: 'query' | 'mutation', procedure: string, input: unknown) =>
      (await callDashboard(api, type, procedure, { cookie, input })).json.result.data;
    const { id } = (await createDraft(api, key)).json.envelope;
    const labelIds: string[] = [];
    for (const name of NAMES) labelIds.push((await call('mutation', 'label.create', { name })).id);
    await call('mutation', 'label.set', { id, labelIds });
    expect(named(await call('query', 'label.of', { id }))).toEqual(ORDERS['by name']);
    const listed = (await call('query', 'envelope.list', {})).items[0];
    expect(listed.labels.map(({ name }: { name: string }) => name)).toEqual(ORDERS['by name']);
  });

  it('of teams decides who gets what names none: the first that everyone belongs to', async () => {
    const { organizationId, apiKey, teamId } = await api.tenant();
    const cookie = await sessionOf(api, organizationId);
    for (const name of NAMES)
      await callDashboard(api, 'mutation', 'team.create', { cookie, input: { name } });
    expect((await createDraft(api, apiKey)).json.envelope.teamId).toBe(teamId);
  });
});
