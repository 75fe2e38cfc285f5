import type { TemplateGraph } from './template.ts';

/** Names envelopes so that they can be told apart, if the template has no pattern of its own. */
export const DISTINCT_NAME_PATTERN = '{template_name} – {recipient_name}';

/** Returns the template with a pattern that tells its envelopes apart, unless it has one. */
export function withDistinctName(graph: TemplateGraph): TemplateGraph {
  const { template } = graph;
  return { ...graph, template: { ...template, namePattern: template.namePattern ?? DISTINCT_NAME_PATTERN } };
}
