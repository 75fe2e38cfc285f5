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

/** What a person is asked before an agent reaches others: in words that name everything it means. */
export type Question = {
  /** The tool that asks. */
  readonly tool: string;
  readonly graph: Pick<WireGraph, 'envelope'>;
  readonly words: string;
  /** What the box says that the person ticks. */
  readonly yes: { readonly title: string; readonly description: string };
};

/**
 * What a person was asked to confirm. It travels through the client, signed, and is compared when it returns.
 */
type Asked = {
  readonly tool: string;
  readonly envelopeId: string;
  readonly version: number;
  /** SHA-256 (hex) of the question's words. */
  readonly named: string;
};

/** The person's answer. */
export type PersonsAnswer = 'confirmed' | 'declined' | 'unanswered';

/** How long a question can be answered. */
const QUESTION_LIFE_SECONDS = 600;
const ANSWER = z.object({ confirm: z.boolean() });

/**
 * Signs the state that travels through a client between two rounds of a call (HMAC-SHA-256), for one grant
 * and one method. Altered or foreign state is refused before any tool runs.
 */
export function requestStates(services: Pick<Services, 'config'>, grantId: string): RequestStateCodec<Asked> {
  return createRequestStateCodec<Asked>({
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

/** Asks the person, and remembers what was asked in a state that travels through the client. */
export async function ask(
  context: AgentContext,
  request: ServerContext,
  question: Question,
): Promise<InputRequiredResult> {
  const confirm = z.object({ confirm: z.boolean().meta(question.yes) });
  return inputRequired({
    inputRequests: {
      confirm: inputRequired.elicit({ message: question.words, requestedSchema: confirm }),
    },
    requestState: await requestStates(context.services, context.principal.grantId).mint(
      askedBy(question),
      request,
    ),
  });
}

/**
 * Returns the person's answer to exactly this question. Any other answer, or one without our signature, doesn't count.
 */
export function answerTo({ mcpReq }: ServerContext, question: Question): PersonsAnswer {
  const asked = mcpReq.requestState<Asked>();
  const now = askedBy(question);
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

function askedBy({ tool, graph, words }: Question): Asked {
  const { id, version } = graph.envelope;
  return { tool, envelopeId: id, version, named: sha256Hex(words) };
}
