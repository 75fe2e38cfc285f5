import { SYSTEM } from '#domain/actor.ts';
import type { EnvelopeGraph } from '#domain/envelope/graph.ts';
import { commit, type Decide } from '#server/commit.ts';
import { collectFacts } from '#server/runtime/context.ts';
import type { Services } from '#server/runtime/services.ts';
import { runUnlessGone } from '#server/envelopes/unless-gone.ts';

type Target = { readonly organizationId: string; readonly envelopeId: string };

/**
 * Commits a decision of the system. Returns null if the envelope is gone, since deleted drafts can't be
 * found.
 */
export async function decide(
  services: Services,
  target: Target,
  decision: Decide,
): Promise<EnvelopeGraph | null> {
  return await runUnlessGone(() => commit(services, target, collectFacts(SYSTEM, services), decision));
}
