import type { WireGraph } from '#wire/envelope-graph.ts';
import { findLiveAgent } from '#server/surface/credentials.ts';
import { answerTo, ask, askMeanwhile, canBeAsked, type Question } from '../confirmation.ts';
import { buildEnvelopeAnswer, buildReviewUrl } from '../facts.ts';
import { toToolResult } from '../results.ts';
import { mayShowScreens } from '../review/screen.ts';
import type { AgentContext, ToolCall, ToolResult } from '../tool.ts';

/** An action of an agent that affects others, and the question that a person has to confirm first. */
export type Confirmed = {
  readonly graph: WireGraph;
  readonly question: Omit<Question, 'graph'>;
  /** What the person can do in the dashboard if the client can't ask them. */
  readonly inDashboard: string;
  /** Whether the review screen also has a button for the action. */
  readonly onScreen?: boolean;
  readonly act: () => Promise<ToolResult>;
};
type Call = Pick<ToolCall, 'context' | 'request'>;

/**
 * Acts once a person has agreed, either during the call if the client can ask them, or in the dashboard. A
 * client that answers on behalf of the person looks like one that asks them. Therefore its answer doesn't
 * count if the person wanted to be asked first.
 */
export async function runOnceConfirmed(call: Call, confirmed: Confirmed): Promise<ToolResult> {
  const { context, request } = call;
  const { graph, question, act } = confirmed;
  const asked = { ...question, graph };
  if (context.principal.asksFirst) return leaveToUser(call, confirmed, 'the user does this themselves');
  if (!canBeAsked(context, request)) return leaveToUser(call, confirmed, "your client can't ask the user");
  const waits = request.mcpReq.envelope === undefined;
  switch (waits ? await askMeanwhile(context, request, asked) : answerTo(request, asked)) {
    case 'confirmed':
      if (waits && !(await hasSameRights(context)))
        return leaveToUser(call, confirmed, 'what you may do has changed since the user was asked');
      return await act();
    case 'declined': {
      const first = ['Nothing was done: the user declined. Ask them what to change before you try again.'];
      return toToolResult(buildEnvelopeAnswer(context, graph, { first, outcome: 'not_confirmed' }));
    }
    case 'unanswered':
      return waits
        ? leaveToUser(call, confirmed, 'the user did not answer')
        : await ask(context, request, asked);
  }
}

function leaveToUser(
  { context, request }: Call,
  { graph, inDashboard, onScreen = false }: Confirmed,
  why: string,
): ToolResult {
  const maySee = onScreen && !context.principal.asksFirst && mayShowScreens(context, request);
  const how = maySee ? 'If they see the review screen, they use its button. Otherwise, give' : 'Give';
  const first = [
    `Nothing was done: ${why}. ${how} them this link, where they can ${inDashboard}: ${buildReviewUrl(context, graph)}`,
  ];
  return toToolResult(buildEnvelopeAnswer(context, graph, { first, outcome: 'review_required' }));
}

/** Checks whether the agent may still do what it could do when its call came in. */
async function hasSameRights({ services, principal }: AgentContext): Promise<boolean> {
  const agent = await findLiveAgent(services, principal);
  return agent !== null && !agent.asksFirst && agent.role === principal.role;
}
