import type { WireGraph } from '#wire/envelope-graph.ts';
import { formatEnvelopeLines, isDraft, type Shown } from './lines/envelope.ts';
import type { Answer } from './results.ts';
import type { AgentContext } from './tool.ts';

/**
 * Returns the page where a person sees an envelope. A draft opens in the editor, from which they can send it.
 */
export function buildReviewUrl(
  { services }: Pick<AgentContext, 'services'>,
  graph: Pick<WireGraph, 'envelope'>,
): string {
  const page = `${services.config.http.origin}/envelopes/${graph.envelope.id}`;
  return isDraft(graph) ? `${page}/edit` : page;
}

/** Returns what a program needs to know about an envelope. */
export function getEnvelopeFacts(
  context: Pick<AgentContext, 'services'>,
  graph: Pick<WireGraph, 'envelope'>,
) {
  const { id, version, status } = graph.envelope;
  return { envelope: id, version, status, reviewUrl: buildReviewUrl(context, graph) };
}

/** Returns an envelope as an answer. `first` says what the call did. */
export function buildEnvelopeAnswer(
  context: Pick<AgentContext, 'services'>,
  graph: WireGraph,
  { first = [], shown, outcome }: { first?: readonly string[]; shown?: Shown; outcome?: string } = {},
): Answer {
  const facts = getEnvelopeFacts(context, graph);
  const link = isDraft(graph)
    ? `The user can review and send it: ${facts.reviewUrl}`
    : `In the dashboard: ${facts.reviewUrl}`;
  return {
    lines: [...first, ...formatEnvelopeLines(graph, shown), link],
    facts: outcome === undefined ? facts : { ...facts, outcome },
  };
}
