import type { EnvelopeGraph } from '#domain/envelope/graph.ts';
import { createRefusal } from '#domain/errors.ts';
import { readGraph } from './envelopes.ts';
import { readTransaction } from '#server/db/client/transaction.ts';
import type { Services } from '#server/runtime/services.ts';

/** Returns the organization's envelope. Refuses with `not_found` if it doesn't exist. */
export async function loadGraph(
  services: Pick<Services, 'db'>,
  organizationId: string,
  id: string,
): Promise<EnvelopeGraph> {
  const graph = await readTransaction(services.db, { organizationId }, (tx) =>
    readGraph(tx, organizationId, id),
  );
  if (graph === null) throw createRefusal('not_found');
  return graph;
}
