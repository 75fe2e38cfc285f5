import { getEncoding } from 'js-tiktoken';
import { beforeAll, describe, expect, it } from 'vitest';
import { useApi, type Tenant } from '../support/api.ts';
import { createDraft } from '../support/envelopes.ts';
import { useMcp, type Connected } from '../support/mcp.ts';

const api = useApi();
const mcp = useMcp(api);

const encoding = getEncoding('o200k_base');
const tokensOf = (value: unknown) => encoding.encode(JSON.stringify(value)).length;

/** Everything that a client gives its model before the first request. */
const LISTED = 9_000;
const USUAL = 2_000;
const MOST = 10_000;

/** As long as the longest entries in an address book. */
const PEOPLE = Array.from({ length: 10 }, (_, index) => ({
  name: `Wilhelmina Featherstonehaugh-Cholmondeley ${index}`,
  email: `wilhelmina.featherstonehaugh.${index}@subsidiary.example.com`,
}));

describe('tokens', () => {
  let tenant: Tenant;
  let connected: Connected;
  let envelope: string;
  beforeAll(async () => {
    tenant = await api.tenant();
    const fields = Array.from({ length: 60 }, (_, index) => ({
      ...{
        type: 'text',
        page: 1,
        x: 0.1 + 0.4 * (index % 2),
        y: (index % 30) / 40,
        width: 0.2,
        height: 0.02,
      },
      ...{ participantIndex: index % 10, label: `Registered address of the party, line ${index}` },
    }));
    for (let index = 0; index < 25; index += 1) {
      const { json } = await createDraft(api, tenant.apiKey, {
        ...{ participants: PEOPLE, displayName: `Amended and restated master services agreement ${index}` },
        fields: index === 0 ? fields : fields.slice(0, 10),
      });
      if (index === 0) envelope = json.envelope.id;
    }
  });

  it('of the list of tools stay within their budget', async () => {
    connected = await mcp.connect(tenant);
    const { tools } = await connected.client.listTools();
    expect(tokensOf(tools)).toBeLessThanOrEqual(LISTED);
  });

  it.each<[string, object, number]>([
    ['find_envelopes', {}, USUAL],
    ['find_envelopes', { query: 'master agreement' }, USUAL],
    ['read_envelope', {}, USUAL],
    ['read_envelope', { show: 'answers' }, USUAL],
    ['read_envelope', { show: 'fields' }, MOST],
    ['read_envelope', { show: 'everything' }, MOST],
    ['read_history', {}, USUAL],
    ['verify', {}, USUAL],
    ['get_file', {}, USUAL],
    ['find_templates', {}, USUAL],
  ])('of an answer of %s with %j stay within their budget', async (name, given, most) => {
    connected = await mcp.connect(tenant);
    const args = name.startsWith('find_') ? given : { envelope, ...given };
    const { content, structuredContent } = await connected.call(name, args as Record<string, unknown>);
    expect(tokensOf({ content, structuredContent })).toBeLessThanOrEqual(most);
  });
});
