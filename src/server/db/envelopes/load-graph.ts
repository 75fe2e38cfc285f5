import type { EnvelopeGraph } from '#domain/envelope/graph.ts';
import { createRefusal } from '#domain/errors.ts';
import { readGraph } from './envelopes.ts';
import { readTransaction } from '#server/db/client/transaction.ts';
import type { Database } from '#server/db/client/client.ts';

/** Returns the organization's envelope. Refuses with `not_found` if it doesn't exist. */
export async function loadGraph(
  { db }: { readonly db: Database },
  organizationId: string,
  id: string,
): Promise<EnvelopeGraph> {
  const graph = await readTransaction(db, { organizationId }, (tx) => readGraph(tx, organizationId, id));
  if (graph === null) throw createRefusal('not_found');
  return graph;
}
