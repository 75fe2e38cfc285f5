import { createRefusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { answerMcp } from '#server/mcp/answer.ts';
import type { Context } from '#server/trpc/init.ts';
import { withOptions } from './rest/rest.ts';
import { LONG_BODY_BYTES, parseJson, readBytes } from './rest/input.ts';

/** Reads an agent's message within limits and passes it to the protocol's own code. */
export async function answerAgent(
  request: Request,
  context: Context,
  answer: typeof answerMcp = answerMcp,
): Promise<Response> {
  const { principal } = context;
  if (principal.kind !== 'agent') throw createRefusal('unauthorized');
  const agent = { ...context, principal };
  if (request.method !== 'POST') {
    const refused = await answer(request, undefined, agent);
    if (refused.status === 405) refused.headers.set('allow', withOptions(['POST']).join(', '));
    return refused;
  }
  if (!isJson(request)) return await answer(request, undefined, agent);
  const bytes = await readBytes(request, LIMITS.mcpBodyMaxBytes);
  const read = bytes.length <= LONG_BODY_BYTES ? parseJson(bytes) : await context.services.bodies.read(bytes);
  if (read === null || read.value === undefined)
    return createFailure(-32700, 'Parse error: the body is not valid UTF-8 JSON');
  if (Array.isArray(read.value)) {
    if (read.value.length > LIMITS.mcpBatchMax)
      return createFailure(-32600, `Invalid Request: a batch has at most ${LIMITS.mcpBatchMax} messages`);
    // The first message was counted on admission.
    for (const _message of read.value.slice(1)) await context.services.rates.agent.take(principal.grantId);
  }
  return await answer(request, read.value, agent);
}

function isJson(request: Request): boolean {
  const type = (request.headers.get('content-type') ?? '').split(';', 1)[0];
  return type?.trim().toLowerCase() === 'application/json';
}

/** Creates a JSON-RPC error response (JSON-RPC 2.0 section 5.1). */
function createFailure(code: number, message: string): Response {
  return Response.json({ jsonrpc: '2.0', id: null, error: { code, message } }, { status: 400 });
}
