import type { WireGraph } from '#wire/envelope-graph.ts';
import { answerTo, ask, canBeAsked, type Question } from '../confirmation.ts';
import { envelopeAnswer, reviewUrl } from '../facts.ts';
import { answered } from '../results.ts';
import { mayShowScreens } from '../review/screen.ts';
import type { ToolCall, ToolResult } from '../tool.ts';

/** What an agent wants to do to others, and who has to agree. */
export type Confirmed = {
  readonly graph: WireGraph;
  readonly question: Omit<Question, 'graph'>;
  /** What the person does in the dashboard if the client can't ask them. */
  readonly inDashboard: string;
  /** Whether the review screen has a button for it too. */
  readonly onScreen?: boolean;
  readonly act: () => Promise<ToolResult>;
};

/**
 * Acts once a person has agreed: during the call if the client can ask them, otherwise in the dashboard. A client that answers for its
 * person can't be told from one that asks, so its answer doesn't count where the person wanted to be asked first.
 */
export async function onceConfirmed(
  { context, request }: Pick<ToolCall, 'context' | 'request'>,
  { graph, question, inDashboard, onScreen = false, act }: Confirmed,
): Promise<ToolResult> {
  const asked = { ...question, graph };
  const { asksFirst } = context.principal;
  if (asksFirst || !canBeAsked(request)) {
    const why = asksFirst ? 'the user does this themselves' : "your client can't ask the user";
    const maySee = onScreen && !asksFirst && mayShowScreens(request);
    const how = maySee ? 'If they see the review screen, they use its button. Otherwise, give' : 'Give';
    const first = [
      `Nothing was done: ${why}. ${how} them this link, where they can ${inDashboard}: ${reviewUrl(context, graph)}`,
    ];
    return answered(envelopeAnswer(context, graph, { first, outcome: 'review_required' }));
  }
  switch (answerTo(request, asked)) {
    case 'confirmed':
      return await act();
    case 'declined': {
      const first = ['Nothing was done: the user declined. Ask them what to change before you try again.'];
      return answered(envelopeAnswer(context, graph, { first, outcome: 'not_confirmed' }));
    }
    case 'unanswered':
      return await ask(context, request, asked);
  }
}
