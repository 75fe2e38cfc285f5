import { describe, expect, it } from 'vitest';
import type { LinkPurpose } from '#domain/link/token.ts';
import { mintSignerToken } from '#server/crypto/signer-token.ts';
import { loadGraph } from '#server/db/envelopes/load-graph.ts';
import { mintToken } from '#server/envelopes/signer-link.ts';
import { answerOf, expectError, type JsonAnswer } from './answers.ts';
import type { Call, TestApi } from './api.ts';
import { ALICE, sendDraft } from './envelopes.ts';

/** A graph as the API returns it. */
export type WireGraph = {
  envelope: { id: string; organizationId: string; [key: string]: any };
  participants: { id: string; email: string; [key: string]: any }[];
  fields: { id: string; [key: string]: any }[];
};

/** Returns an operation's path with its required query. */
export function withQuery(path: string): string {
  return path === '/api/signer/page-picture' ? `${path}?page=1` : path;
}

/** The token of a participant's current link. */
export async function tokenOf(
  api: TestApi,
  { envelope: { id, organizationId } }: WireGraph,
  email: string,
  purpose: LinkPurpose = 'sign',
): Promise<string> {
  const graph = await loadGraph(api.services, organizationId, id);
  const participant = graph.participants.find((one) => one.email === email);
  if (participant === undefined) throw new Error(`nobody has the address ${email}`);
  return mintToken(api.services, graph.envelope, participant, purpose);
}

/** Signs with a typed signature and these values. */
export async function signAs(
  api: TestApi,
  graph: WireGraph,
  who: { readonly name: string; readonly email: string },
  values: readonly { fieldId: string; value: string }[] = [],
): Promise<JsonAnswer> {
  const client = api.client(await tokenOf(api, graph, who.email));
  const body = { values: [...values], signature: { kind: 'typed' as const, text: who.name } };
  return await answerOf(client.POST('/api/signer/sign', { body }));
}

type Operation = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly call?: Call;
  readonly allow: string;
  /** The link purposes that the operation accepts. */
  readonly purposes: readonly LinkPurpose[];
};

/**
 * Tests how every operation under /api/signer refuses a token that is missing, invalid, replaced, expired or
 * made for something else.
 */
export function refusesOtherLinks(api: TestApi, { method, path, call, allow, purposes }: Operation): void {
  const sent = async () => {
    const { apiKey } = await api.tenant();
    return { apiKey, graph: (await sendDraft(api, apiKey)) as WireGraph };
  };

  describe('401', () => {
    it.each([
      ['no token', {}],
      ['a text that is no token', { authorization: 'Bearer abc.def' }],
      ['another scheme', { authorization: 'Basic abc' }],
    ])('to %s', async (_name, headers) => {
      expectError(await api.call(method, path, { ...call, headers }), 'unauthorized');
    });

    it('to an API key, in either header', async () => {
      const { apiKey } = await api.tenant();
      expectError(await api.call(method, path, { ...call, key: apiKey }), 'unauthorized');
      const headers = { 'x-api-key': apiKey };
      expectError(await api.call(method, path, { ...call, headers }), 'unauthorized');
    });

    it('to a token that another key signed', async () => {
      const { graph } = await sent();
      const claims = { env: graph.envelope.id, part: graph.participants[0]?.id ?? '', epoch: 1 };
      const forged = mintSignerToken(
        { ...claims, purpose: 'sign', exp: 4_000_000_000 },
        { current: { id: api.services.config.secretKeys.current.id, key: 'another key' }, previous: [] },
      );
      expectError(await api.call(method, path, { ...call, key: forged }), 'unauthorized');
    });

    it('to a token whose claims were changed', async () => {
      const { graph } = await sent();
      const [body = '', mac = ''] = (await tokenOf(api, graph, ALICE.email)).split('.');
      const claims = JSON.parse(Buffer.from(body, 'base64url').toString());
      const changed = Buffer.from(JSON.stringify({ ...claims, part: graph.participants[1]?.id })).toString(
        'base64url',
      );
      expectError(await api.call(method, path, { ...call, key: `${changed}.${mac}` }), 'unauthorized');
    });

    it('to a token for an envelope or a participant that do not exist', async () => {
      const { graph } = await sent();
      const keys = api.services.config.secretKeys;
      const claims = { epoch: 1, purpose: 'sign', exp: 4_000_000_000 } as const;
      const part = graph.participants[0]?.id ?? '';
      for (const other of [
        { env: 'env_01h455vb4pex5vsknk084sn02q', part },
        { env: graph.envelope.id, part: 'part_01h455vb4pex5vsknk084sn02q' },
      ]) {
        expectError(
          await api.call(method, path, { ...call, key: mintSignerToken({ ...claims, ...other }, keys) }),
          'unauthorized',
        );
      }
    });

    it('to a link that another one has replaced, saying so', async () => {
      const { graph } = await sent();
      const { id, organizationId } = graph.envelope;
      const { envelope, participants } = await loadGraph(api.services, organizationId, id);
      const [alice] = participants;
      if (alice === undefined) throw new Error('nobody');
      for (const purpose of purposes) {
        const replaced = mintToken(
          api.services,
          envelope,
          { ...alice, linkEpoch: alice.linkEpoch - 1 },
          purpose,
        );
        expectError(await api.call(method, path, { ...call, key: replaced }), 'unauthorized', {
          reason: 'link_replaced',
        });
      }
    });

    it('to a link that has expired, saying so', async () => {
      const { graph } = await sent();
      const started = api.clock.now;
      for (const purpose of purposes) {
        const token = await tokenOf(api, graph, ALICE.email, purpose);
        const { exp } = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString());
        try {
          api.clock.now = new Date(exp * 1000);
          expectError(await api.call(method, path, { ...call, key: token }), 'unauthorized', {
            reason: 'link_expired',
          });
        } finally {
          api.clock.now = started;
        }
      }
    });

    const others = (['sign', 'copy', 'document'] as const).filter((purpose) => !purposes.includes(purpose));
    for (const purpose of others) {
      it(`to a link made for a ${purpose}`, async () => {
        const { graph } = await sent();
        const key = await tokenOf(api, graph, ALICE.email, purpose);
        expectError(await api.call(method, path, { ...call, key }), 'unauthorized');
      });
    }
  });

  describe('405', () => {
    it('to a method that the path does not know, saying which it does', async () => {
      const { graph } = await sent();
      const answer = await api.call('DELETE', path, { key: await tokenOf(api, graph, ALICE.email) });
      expectError(answer, 'method_not_allowed');
      expect(answer.headers.get('allow')).toBe(`${allow}, OPTIONS`);
    });
  });

  describe('422', () => {
    it('names query parameters that it does not know', async () => {
      const { graph } = await sent();
      const key = await tokenOf(api, graph, ALICE.email);
      const answer = await api.call(method, `${path}${path.includes('?') ? '&' : '?'}surprise=1`, {
        ...call,
        key,
      });
      expectError(answer, 'validation_failed', {
        issues: [{ path: '/surprise', message: expect.any(String) }],
      });
    });
  });

  describe('headers', () => {
    it('let nothing be cached or passed on as a referrer', async () => {
      const { graph } = await sent();
      const answer = await api.call(method, path, { ...call, key: await tokenOf(api, graph, ALICE.email) });
      expect(answer.headers.get('cache-control')).toMatch(/no-store/);
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    });
  });
}
