import type { CopyRecipient } from '#domain/envelope/copy-recipients.ts';
import type { EnvelopeGraph } from '#domain/envelope/graph.ts';
import { createRefusal } from '#domain/errors.ts';
import { checkClaims } from '#domain/link/token.ts';
import type { Organization } from '#server/db/organizations/organizations.ts';
import { readLinkedEnvelope, type Call } from '../load-signer-envelope.ts';

/**
 * Returns the envelope that someone gets a copy of, while it is in progress and after it is completed.
 * Refuses other links with `unauthorized`, and the copy of an envelope that has ended in another way with
 * `invalid_state`.
 */
export async function loadCopy(
  call: Call,
): Promise<{ graph: EnvelopeGraph; copy: CopyRecipient; organization: Organization }> {
  const { claims, services } = call;
  if (claims.purpose !== 'read') throw createRefusal('unauthorized');
  const { graph, organization } = await readLinkedEnvelope(call);
  const copy = graph.copies.find(({ id }) => id === claims.part);
  if (copy === undefined) throw createRefusal('unauthorized');
  const verdict = checkClaims(claims, { now: services.clock(), epoch: copy.linkEpoch });
  if (verdict !== 'ok') throw createRefusal('unauthorized', { reason: verdict });
  const { status } = graph.envelope;
  if (status !== 'in_progress' && status !== 'completed') throw createRefusal('invalid_state', { status });
  return { graph, copy, organization };
}
