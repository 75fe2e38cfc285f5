import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  inputRequired,
  inputResponse,
  type InputRequiredResult,
  type RequestStateCodec,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { WireGraph } from '#wire/envelope-graph.ts';
import { deriveKey } from '#server/crypto/hmac.ts';
import { sha256Hex } from '#server/crypto/hash.ts';
import type { Services } from '#server/app/services.ts';
import type { AgentContext } from './tool.ts';

/**
 * What a person was asked to confirm. It travels through the client, signed, and is compared when it returns.
 */
export type SendQuestion = {
  readonly tool: 'send_envelope';
  readonly envelopeId: string;
  readonly version: number;
  /** SHA-256 (hex) of everything in the question: the document's hash, the recipients, the time. */
  readonly named: string;
};

/** The person's answer. */
export type SendAnswer = 'confirmed' | 'declined' | 'unanswered';

/** How long a question can be answered. */
const QUESTION_LIFE_SECONDS = 600;
const ANSWER = z.object({
  confirm: z
    .boolean()
    .meta({ title: 'Send it now', description: 'The recipients listed above will be asked to sign.' }),
});

/**
 * Signs the state that travels through a client between two rounds of a call (HMAC-SHA-256), for one grant
 * and one method. Altered or foreign state is refused before any tool runs.
 */
export function requestStates(
  services: Pick<Services, 'config'>,
  grantId: string,
): RequestStateCodec<SendQuestion> {
  return createRequestStateCodec<SendQuestion>({
    key: deriveKey(services.config.secretKeys.current.key, 'mcp-request-state/v1'),
    ttlSeconds: QUESTION_LIFE_SECONDS,
    bind: ({ mcpReq }) => `${grantId}\n${mcpReq.method}`,
  });
}

/** Tells whether the client can show its user a form during this call. */
export function canBeAsked({ mcpReq }: ServerContext): boolean {
  const { elicitation } = CAPABILITIES.safeParse(mcpReq.envelope).data?.[CLIENT_CAPABILITIES_META_KEY] ?? {};
  if (elicitation === undefined) return false;
  return Object.keys(elicitation).length === 0 || elicitation['form'] !== undefined;
}

/**
 * Clients of the revision 2026-07-28 send their capabilities with each request; older ones send them once,
 * and we keep no state.
 */
const CAPABILITIES = z.object({
  [CLIENT_CAPABILITIES_META_KEY]: z.object({ elicitation: z.record(z.string(), z.unknown()).optional() }),
});

/** Asks the person whether to send, naming the document by its hash and the recipients in order. */
export async function askToSend(
  context: AgentContext,
  request: ServerContext,
  graph: WireGraph,
  sendAt: string | null,
): Promise<InputRequiredResult> {
  const question = questionOf(graph, sendAt);
  return inputRequired({
    inputRequests: {
      confirm: inputRequired.elicit({ message: wordsOf(graph, sendAt), requestedSchema: ANSWER }),
    },
    requestState: await requestStates(context.services, context.principal.grantId).mint(question, request),
  });
}

/**
 * Returns the person's answer to the question about exactly this version of the envelope. Any other answer,
 * or one without our signature, doesn't count.
 */
export function answerTo({ mcpReq }: ServerContext, graph: WireGraph, sendAt: string | null): SendAnswer {
  const asked = mcpReq.requestState<SendQuestion>();
  const now = questionOf(graph, sendAt);
  const isSame =
    asked?.tool === now.tool &&
    asked.envelopeId === now.envelopeId &&
    asked.version === now.version &&
    asked.named === now.named;
  if (!isSame) return 'unanswered';
  const response = inputResponse(mcpReq.inputResponses, 'confirm');
  if (response.kind !== 'elicit') return 'unanswered';
  return acceptedContent(mcpReq.inputResponses, 'confirm', ANSWER)?.confirm === true
    ? 'confirmed'
    : 'declined';
}

function questionOf(graph: WireGraph, sendAt: string | null): SendQuestion {
  const { id, version } = graph.envelope;
  return { tool: 'send_envelope', envelopeId: id, version, named: sha256Hex(wordsOf(graph, sendAt)) };
}

/**
 * Phrases the question. The schema has reduced names and addresses to one line without control characters.
 */
function wordsOf({ envelope, participants }: WireGraph, sendAt: string | null): string {
  const people = participants.map(({ name, email }, index) => `${index + 1}. ${name} <${email}>`);
  return [
    `Send “${envelope.displayName}” for signature?`,
    '',
    `Document: ${envelope.originalFilename}, ${envelope.pageCount ?? 0} pages`,
    `SHA-256: ${envelope.documentHash ?? ''}`,
    'Recipients, in signing order:',
    ...people,
    ...(sendAt === null ? [] : [`Will be sent at: ${sendAt}`]),
    ...(envelope.expiresAt === null ? [] : [`Expires at: ${envelope.expiresAt}`]),
  ].join('\n');
}
