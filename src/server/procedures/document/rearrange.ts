import type { EnvelopeGraph } from '#domain/envelope/graph.ts';
import type { Facts } from '#domain/envelope/facts.ts';
import type { WireGraph } from '#wire/envelope-graph.ts';
import { changeFiles, type PlanFiles } from '#server/envelopes/change-files.ts';
import type { Member } from '#server/trpc/audience.ts';
import { runEnvelopeOnce } from '#server/trpc/idempotent-envelope.ts';
import type { Context } from '#server/trpc/init.ts';
import { refuseAgentOfScheduled } from '../envelope/scheduled.ts';

/** Rearranges the files of a draft, once for each Idempotency-Key. */
export async function rearrangeFiles(
  ctx: Context & { readonly member: Member },
  operation: string,
  { id: envelopeId, expectedVersion }: { id: string; expectedVersion?: number | undefined },
  plan: (graph: EnvelopeGraph, facts: Facts) => ReturnType<PlanFiles>,
): Promise<WireGraph> {
  const { services, member } = ctx;
  const facts = member.facts();
  const target = { organizationId: member.organizationId, envelopeId, expectedVersion };
  return await runEnvelopeOnce(ctx, operation, envelopeId, (alongside) =>
    changeFiles(
      services,
      target,
      facts,
      (graph) => {
        refuseAgentOfScheduled(ctx.principal, graph);
        return plan(graph, facts);
      },
      alongside,
    ),
  );
}
