import { mintSignerToken } from '#server/crypto/signer-token.ts';
import { computeLinkExpiry } from '#domain/link/life.ts';
import { loadGraph } from '#server/db/envelopes/load-graph.ts';
import type { TestApi } from './api.ts';
import type { WireGraph } from './signer.ts';

/** Returns the token of the current link of someone who receives a copy. */
export async function copyTokenOf(
  api: TestApi,
  { envelope: { id, organizationId } }: WireGraph,
  email: string,
): Promise<string> {
  const { envelope, copies } = await loadGraph(api.services, organizationId, id);
  const copy = copies.find((one) => one.email === email);
  if (copy === undefined) throw new Error(`${email} gets no copy`);
  const exp = computeLinkExpiry('read', envelope, api.clock.now.toISOString());
  const claims = { env: id, part: copy.id, epoch: copy.linkEpoch, purpose: 'read' as const, exp };
  return mintSignerToken(claims, api.services.config.secretKeys);
}
