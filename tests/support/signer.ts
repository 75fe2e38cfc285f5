import type { LinkPurpose } from '#domain/link/token.ts';
import { loadGraph } from '#server/db/envelopes/load-graph.ts';
import { mintToken } from '#server/envelopes/signer-link.ts';
import { answerOf, type JsonAnswer } from './answers.ts';
import type { TestApi } from './api.ts';

/** A graph as the API returns it. */
export type WireGraph = {
  envelope: { id: string; organizationId: string; [key: string]: any };
  participants: { id: string; email: string; [key: string]: any }[];
  fields: { id: string; [key: string]: any }[];
};

/** What each operation of a signing link that needs a body takes, by its path. */
export const SIGNER_BODIES: Readonly<Record<string, object>> = {
  '/api/signer/sign': { values: [], signature: { kind: 'typed', text: 'Alice' } },
  '/api/signer/sign/start': { values: [], signature: { kind: 'typed', text: 'Alice' } },
  '/api/signer/sign/continue': { attempt: 'sat_x' },
  '/api/signer/consent': { accepted: true },
  '/api/signer/delegate': { name: 'Carol', email: 'carol@example.com' },
  '/api/signer/attachments': { fieldId: 'fld_x', filename: 'a.pdf', contentBase64: '' },
  '/api/signer/authenticate': { code: '123456' },
  '/api/signer/threads': { kind: 'question', text: 'When?' },
  '/api/signer/threads/{threadId}/messages': { text: 'And then?' },
};

/** Returns an operation's path with its required query. */
export function withQuery(path: string): string {
  if (path === '/api/signer/changes/page-picture') return `${path}?page=1&version=current`;
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
