import { beforeAll, describe, expect, it } from 'vitest';
import type { LinkClaims, LinkPurpose } from '#domain/link/token.ts';
import { packClaims, SHORT_CLAIMS_BYTES } from '#server/crypto/short-claims.ts';
import { mintSignerToken, readSignerToken } from '#server/crypto/signer-token.ts';
import { loadGraph } from '#server/db/envelopes/load-graph.ts';
import { mintToken } from '#server/envelopes/signer-link.ts';
import { ROUTES } from '#server/http/rest/routes.ts';
import { expectError } from '../support/answers.ts';
import { useApi, type Answer, type Call } from '../support/api.ts';
import { ALICE, sendDraft } from '../support/envelopes.ts';
import { tokenOf, withQuery, type WireGraph } from '../support/signer.ts';

const api = useApi();

type SignerClaims = Omit<LinkClaims, 'v' | 'kid'>;
type Operation = {
  /** The link purposes that the operation accepts. */
  readonly purposes: readonly LinkPurpose[];
  readonly body?: object;
};

const CAROL = { name: 'Carol', email: 'carol@example.com' };
const ATTACHMENT = { fieldId: 'fld_x', filename: 'a.pdf', contentBase64: 'JVBERi0=' };
const NOBODYS = '01h455vb4pex5vsknk084sn02q';

/** Each operation under /api/signer. */
const OPERATIONS: Readonly<Record<string, Operation>> = {
  'POST /api/signer/session': { purposes: ['session'], body: {} },
  'GET /api/signer/invitation': { purposes: ['sign', 'copy'] },
  'GET /api/signer/envelope': { purposes: ['sign', 'copy'] },
  'GET /api/signer/document': { purposes: ['sign', 'copy', 'document'] },
  'GET /api/signer/page-picture': { purposes: ['sign'] },
  'GET /api/signer/changes': { purposes: ['sign'] },
  'GET /api/signer/changes/page-picture': { purposes: ['sign'] },
  'POST /api/signer/next-version': { purposes: ['sign'], body: {} },
  'POST /api/signer/consent': { purposes: ['sign'], body: { accepted: true } },
  'POST /api/signer/authenticate': { purposes: ['sign', 'copy'], body: { code: '123456' } },
  'POST /api/signer/sign': { purposes: ['sign'], body: { values: [] } },
  'POST /api/signer/sign/start': { purposes: ['sign'], body: { values: [] } },
  'POST /api/signer/sign/continue': { purposes: ['sign'], body: { attempt: 'sat_x' } },
  'POST /api/signer/attachments': { purposes: ['sign'], body: ATTACHMENT },
  'POST /api/signer/decline': { purposes: ['sign'], body: {} },
  'POST /api/signer/delegate': { purposes: ['sign'], body: CAROL },
  'POST /api/signer/threads': { purposes: ['sign'], body: { kind: 'question', text: 'When?' } },
};
/** What has links of its own kind, or takes those that are over: see their own tests. */
const OTHERS = [
  'GET /api/signer/copy',
  'POST /api/signer/authenticate/start',
  'POST /api/signer/new-link',
  'DELETE /api/signer/sign/{attempt}',
  'GET /api/signer/attachments/{id}',
  'DELETE /api/signer/attachments/{id}',
  'POST /api/signer/threads/{threadId}/messages',
];

let apiKey: string;
let graph: WireGraph;
beforeAll(async () => {
  ({ apiKey } = await api.tenant());
  graph = (await sendDraft(api, apiKey)) as WireGraph;
});

it('knows every operation of links', () => {
  const all = ROUTES.filter(({ path }) => path.startsWith('/api/signer/'));
  const names = all.map(({ method, path }) => `${method} ${path}`);
  expect(names.sort()).toEqual([...Object.keys(OPERATIONS), ...OTHERS].sort());
});

describe.each(Object.entries(OPERATIONS))('%s', (name, { purposes, body }) => {
  const [method = '', path = ''] = name.split(' ');
  const ask = (call: Call) =>
    api.call(method, withQuery(path), { ...(body === undefined ? {} : { body }), ...call });
  const refuse = async (what: string, call: Call, details = {}) => {
    const answer = await ask(call);
    expect(answer.status, what).toBe(401);
    expectError(answer, 'unauthorized', details);
    expectPrivate(answer);
  };

  it('refuses what is no token, and tokens that are not ours', async () => {
    await refuse('no token', {});
    await refuse('a text', { headers: { authorization: 'Bearer abc.def' } });
    await refuse('another scheme', { headers: { authorization: 'Basic abc' } });
    await refuse('an API key', { key: apiKey });
    await refuse('an API key in its own header', { headers: { 'x-api-key': apiKey } });
    const { current } = api.services.config.secretKeys;
    const otherKeys = { current: { id: current.id, key: 'another key' }, previous: [] };
    await refuse('one that another key signed', { key: mintSignerToken(claim({}), otherKeys) });
    const ours = Buffer.from(await tokenOf(api, graph, ALICE.email), 'base64url');
    const changed = packClaims(claim({ part: graph.participants[1]?.id ?? '' })) ?? Buffer.of();
    const forged = Buffer.concat([changed, ours.subarray(SHORT_CLAIMS_BYTES)]).toString('base64url');
    expect(forged).toHaveLength(60);
    await refuse('one whose claims were changed', { key: forged });
  });

  it('refuses tokens for an envelope or a participant that do not exist', async () => {
    for (const other of [{ env: `env_${NOBODYS}` }, { part: `part_${NOBODYS}` }]) {
      const key = mintSignerToken(claim(other), api.services.config.secretKeys);
      await refuse(Object.keys(other).join(), { key });
    }
  });

  it('refuses links that another one has replaced, and those that have expired, and says which', async () => {
    const { id, organizationId } = graph.envelope;
    const { envelope, participants } = await loadGraph(api.services, organizationId, id);
    const [alice] = participants;
    if (alice === undefined) throw new Error('nobody');
    const started = api.clock.now;
    for (const purpose of purposes) {
      const before = { ...alice, linkEpoch: alice.linkEpoch - 1 };
      const replaced = mintToken(api.services, envelope, before, purpose);
      await refuse(purpose, { key: replaced }, { reason: 'link_replaced' });
      const key = await tokenOf(api, graph, ALICE.email, purpose);
      try {
        api.clock.now = new Date(readClaims(key).exp * 1000);
        await refuse(purpose, { key }, { reason: 'link_expired' });
      } finally {
        api.clock.now = started;
      }
    }
  });

  it('refuses links made for something else', async () => {
    for (const purpose of (['sign', 'copy', 'document'] as const).filter((one) => !purposes.includes(one)))
      await refuse(purpose, { key: await tokenOf(api, graph, ALICE.email, purpose) });
  });

  it('lets nothing be cached or passed on as a referrer', async () => {
    const own = (await sendDraft(api, apiKey)) as WireGraph;
    expectPrivate(await ask({ key: await tokenOf(api, own, ALICE.email, purposes[0]) }));
  });
});

function claim(other: Partial<SignerClaims>): SignerClaims {
  const part = graph.participants[0]?.id ?? '';
  return { env: graph.envelope.id, part, epoch: 1, purpose: 'sign', exp: 4_000_000_000, ...other };
}

function readClaims(token: string): SignerClaims {
  const claims = readSignerToken(token, api.services.config.secretKeys);
  if (claims === null) throw new Error('not a token of ours');
  return claims;
}

function expectPrivate({ headers }: Answer): void {
  expect(headers.get('cache-control')).toMatch(/no-store/);
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
}
