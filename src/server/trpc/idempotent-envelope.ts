import type { EnvelopeGraph } from '#domain/envelope/graph.ts';
import { toWireGraph, type WireGraph } from '#wire/envelope-graph.ts';
import type { Alongside } from '#server/commit.ts';
import { loadGraph } from '#server/db/envelopes/load-graph.ts';
import type { Member } from './audience.ts';
import { runOnce } from './idempotency.ts';
import type { Context } from './init.ts';

/**
 * Runs an operation on an envelope once for each Idempotency-Key. A replay returns the current graph,
 * regardless of the expected version.
 */
export async function runEnvelopeOnce(
  ctx: Context & { readonly member: Member },
  operation: string,
  id: string,
  run: (alongside: Alongside) => Promise<EnvelopeGraph>,
): Promise<WireGraph> {
  const graph = await runOnce(ctx, {
    operation,
    run: (finish) => run((tx) => finish(tx, { envelopeId: id })),
    replay: { kind: 'current', answer: () => loadGraph(ctx.services, ctx.member.organizationId, id) },
  });
  return toWireGraph(graph);
}
