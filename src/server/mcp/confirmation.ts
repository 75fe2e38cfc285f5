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
import { computeSha256Hex } from '#server/crypto/hash.ts';
import type { Services } from '#server/runtime/services.ts';
import { askClient } from './session/ask-client.ts';
import { canShowForms } from './session/session.ts';
import type { AgentContext } from './tool.ts';

/**
 * What a person is asked before an agent contacts others. The words name everything that the confirmation
 * covers.
 */
export type Question = {
  /** The tool that asks the question. */
  readonly tool: string;
  readonly graph: Pick<WireGraph, 'envelope'>;
  readonly words: string;
  /** The label of the checkbox that the person ticks. */
  readonly yes: { readonly title: string; readonly description: string };
};

/**
 * What a person was asked to confirm. It is signed, travels through the client, and is compared when it comes
 * back.
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

/** How long a question can be answered, and how long the review screen's button works. */
const QUESTION_LIFE_SECONDS = 600;
const SCREEN_LIFE_SECONDS = 3_600;
const ANSWER = z.object({ confirm: z.boolean() });
const ELICITED = z.object({
  result: z.object({ action: z.enum(['accept', 'decline', 'cancel']), content: z.unknown().optional() }),
});

/**
 * Signs the state that travels through a client between two rounds of a call (HMAC-SHA-256). The signature is
 * valid for one grant and one method. Altered or foreign state is refused before any tool runs.
 */
export function createRequestStates(
  services: Pick<Services, 'config'>,
  grantId: string,
  ttlSeconds = QUESTION_LIFE_SECONDS,
): RequestStateCodec<Asked> {
  return createRequestStateCodec<Asked>({
    key: deriveKey(services.config.secretKeys.current.key, 'mcp-request-state/v1'),
    ttlSeconds,
    bind: ({ mcpReq }) => `${grantId}\n${mcpReq.method}`,
  });
}

/**
 * Checks whether the client can show its user a form during this call. Clients of the revision 2026-07-28
 * send their capabilities with each request. Older clients sent them when they connected, and their session
 * records them.
 */
export function canBeAsked({ session }: Pick<AgentContext, 'session'>, { mcpReq }: ServerContext): boolean {
  if (mcpReq.envelope === undefined) return session?.forms ?? false;
  const declared = CAPABILITIES.safeParse(mcpReq.envelope).data?.[CLIENT_CAPABILITIES_META_KEY];
  return canShowForms(declared?.elicitation);
}

const CAPABILITIES = z.object({
  [CLIENT_CAPABILITIES_META_KEY]: z.object({ elicitation: z.record(z.string(), z.unknown()).optional() }),
});

/** Asks the person. The state that travels through the client records what was asked. */
export async function ask(
  context: AgentContext,
  request: ServerContext,
  question: Question,
): Promise<InputRequiredResult> {
  return inputRequired({
    inputRequests: { confirm: createConfirmationForm(question) },
    requestState: await createRequestStates(context.services, context.principal.grantId).mint(
      buildAsked(question),
      request,
    ),
  });
}

/**
 * Returns the person's answer to exactly this question. An answer to another question, or one without this
 * service's signature, doesn't count.
 */
export function answerTo({ mcpReq }: ServerContext, question: Question): PersonsAnswer {
  const asked = mcpReq.requestState<Asked>();
  if (!isSame(asked, buildAsked(question))) return 'unanswered';
  const response = inputResponse(mcpReq.inputResponses, 'confirm');
  if (response.kind !== 'elicit') return 'unanswered';
  return acceptedContent(mcpReq.inputResponses, 'confirm', ANSWER)?.confirm === true
    ? 'confirmed'
    : 'declined';
}

/**
 * Asks the person while the call waits, as clients of 2025 require. The caller must check again what the
 * agent may do, because minutes may have passed.
 */
export async function askMeanwhile(
  context: AgentContext,
  request: ServerContext,
  question: Question,
): Promise<PersonsAnswer> {
  const { method, params } = createConfirmationForm(question);
  const answer = await askClient(context, request, { method, params: { ...params } });
  const elicited = ELICITED.safeParse(answer).data?.result;
  if (elicited === undefined) return 'unanswered';
  if (elicited.action !== 'accept') return 'declined';
  return ANSWER.safeParse(elicited.content).data?.confirm === true ? 'confirmed' : 'declined';
}

function createConfirmationForm({ words, yes }: Question) {
  const requestedSchema = z.object({ confirm: z.boolean().meta(yes) });
  return inputRequired.elicit({ message: words, requestedSchema });
}

/** Signs what the review screen shows, so that the screen's button sends exactly that. */
export async function signShown(
  { services, principal }: AgentContext,
  request: ServerContext,
  shown: Omit<Question, 'yes'>,
): Promise<string> {
  return await createRequestStates(services, principal.grantId, SCREEN_LIFE_SECONDS).mint(
    buildAsked(shown),
    request,
  );
}

/** Checks whether a token proves that exactly this was shown to this agent's person. */
export async function wasShown(
  { services, principal }: AgentContext,
  request: ServerContext,
  shown: Omit<Question, 'yes'>,
  token: string,
): Promise<'shown' | 'expired' | 'never'> {
  try {
    const signed = await createRequestStates(services, principal.grantId).verify(token, request);
    return isSame(signed, buildAsked(shown)) ? 'shown' : 'never';
  } catch (error) {
    return error instanceof Error && error.message === 'expired' ? 'expired' : 'never';
  }
}

function isSame(one: Asked | undefined, other: Asked): boolean {
  return (
    one?.tool === other.tool &&
    one.envelopeId === other.envelopeId &&
    one.version === other.version &&
    one.named === other.named
  );
}

function buildAsked({ tool, graph, words }: Omit<Question, 'yes'>): Asked {
  const { id, version } = graph.envelope;
  return { tool, envelopeId: id, version, named: computeSha256Hex(words) };
}
