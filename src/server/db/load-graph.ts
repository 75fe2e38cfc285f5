import type { EnvelopeGraph } from '#domain/envelope/graph.ts';
import { refusal } from '#domain/errors.ts';
import { readGraph } from '#server/db/envelopes.ts';
import { withinSnapshot } from '#server/db/transaction.ts';
import type { World } from '#server/world.ts';

/** The graph of an envelope of the organization; refuses with `not_found`. */
export async function loadGraph(
  world: Pick<World, 'db'>,
  organizationId: string,
  id: string,
): Promise<EnvelopeGraph> {
  const graph = await withinSnapshot(world.db, { organizationId }, (tx) => readGraph(tx, organizationId, id));
  if (graph === null) throw refusal('not_found');
  return graph;
}
