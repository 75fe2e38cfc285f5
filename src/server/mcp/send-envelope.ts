import { z } from 'zod';
import { refusal } from '#domain/errors.ts';
import { envelopeGraphSchema, type WireGraph } from '#wire/envelope-graph.ts';
import { isRepeated } from '#server/trpc/idempotency.ts';
import { answerTo, askToSend, canBeAsked } from './confirmation.ts';
import { callOperation, operation } from './operations.ts';
import { answered } from './results.ts';
import {
  CHANGES,
  idempotencyKey,
  isReplay,
  scopesOf,
  type AgentContext,
  type Tool,
  type ToolCall,
} from './tool.ts';

const get = operation('envelope.get');
const send = operation('envelope.send');

const output = z.object({
  outcome: z
    .enum(['sent', 'scheduled', 'review_required', 'not_confirmed'])
    .describe(
      'sent: the first signers were emailed. scheduled: it will be sent at sendAt. review_required: nothing was sent; give the user the reviewUrl to review the draft and send it. not_confirmed: nothing was sent because the user declined.',
    ),
  message: z.string().describe('What happened and what to do next.'),
  reviewUrl: z.string().nullable().describe('Where the user can review and send the draft in the dashboard.'),
  graph: envelopeGraphSchema,
});
type Sent = z.infer<typeof output>;

const SENDING_SCOPES = scopesOf('envelope.get', 'envelope.send');
/** An envelope in one of these statuses can never be sent again. */
const PAST_SENDING: readonly WireGraph['envelope']['status'][] = [
  'in_progress',
  'completed',
  'declined',
  'voided',
  'expired',
];

/**
 * Sends a draft once a person has confirmed it: during the call if the client can ask, otherwise in the
 * dashboard.
 */
export const sendEnvelope: Tool = {
  name: 'send_envelope',
  title: 'Send an envelope',
  description:
    "Sends a draft for signature, now or at sendAt. The user confirms every send: clients with elicitation show the recipients and the document's hash; other clients get a reviewUrl for the user, and nothing is sent. Call get_envelope first and pass its version.",
  annotations: { ...CHANGES, openWorldHint: true },
  input: send.input.extend({ idempotencyKey }),
  output,
  scopes: SENDING_SCOPES,
  scopesFor: () => SENDING_SCOPES,
  mails: true,
  run: async (call) => {
    const { context, input, request } = call;
    const { id, expectedVersion, sendAt = null } = send.input.parse(input) as Input;
    const graph = (await callOperation(get, { id }, context, request.mcpReq.signal)) as WireGraph;
    if ((await isDone(context)) || PAST_SENDING.includes(graph.envelope.status))
      return await sendNow(call, sendAt);
    if (graph.envelope.version !== expectedVersion)
      throw refusal('version_conflict', { currentVersion: graph.envelope.version });
    if (isUnready(graph, sendAt, context.services.clock())) return await sendNow(call, sendAt);
    if (!canBeAsked(request)) return toReview(context, graph);
    switch (answerTo(request, graph, sendAt)) {
      case 'confirmed':
        return await sendNow(call, sendAt);
      case 'declined':
        return declined(context, graph);
      case 'unanswered':
        return await askToSend(context, request, graph, sendAt);
    }
  },
};

type Input = { readonly id: string; readonly expectedVersion: number; readonly sendAt?: string };

/** Tells whether this exact call has succeeded before, so that repeating it only returns the result. */
async function isDone(context: AgentContext): Promise<boolean> {
  return await isRepeated(context, context.principal, 'send');
}

/**
 * Tells whether sending would be refused. The draft can't become ready without a new version, and sending
 * checks the version, so there is no need to ask anyone.
 */
function isUnready({ envelope, participants, fields }: WireGraph, sendAt: string | null, now: Date): boolean {
  return (
    envelope.status === 'detecting' ||
    envelope.documentHash === null ||
    participants.length === 0 ||
    fields.some(({ participantId }) => participantId === null) ||
    (sendAt !== null && Date.parse(sendAt) <= now.getTime())
  );
}

async function sendNow({ context, input, request }: ToolCall, sendAt: string | null) {
  const graph = (await callOperation(send, input, context, request.mcpReq.signal)) as WireGraph;
  const replayed = isReplay(context);
  const sent: Sent =
    sendAt === null
      ? {
          outcome: 'sent',
          message: 'The envelope was sent. The first signers have been emailed.',
          reviewUrl: null,
          graph,
        }
      : { outcome: 'scheduled', message: `The envelope will be sent at ${sendAt}.`, reviewUrl: null, graph };
  return answered(sent, { replayed });
}

function toReview(context: AgentContext, graph: WireGraph) {
  const sent: Sent = {
    outcome: 'review_required',
    message:
      "Nothing was sent: your client can't ask the user for confirmation. Give the user the reviewUrl to review the draft and send it.",
    reviewUrl: reviewUrl(context, graph),
    graph,
  };
  return answered(sent);
}

function declined(context: AgentContext, graph: WireGraph) {
  const sent: Sent = {
    outcome: 'not_confirmed',
    message: 'Nothing was sent: the user declined. Ask what to change before you try again.',
    reviewUrl: reviewUrl(context, graph),
    graph,
  };
  return answered(sent);
}

function reviewUrl({ services }: AgentContext, { envelope }: WireGraph): string {
  return `${services.config.http.origin}/envelopes/${envelope.id}/edit`;
}
