import { refusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { answerMcp } from '#server/mcp/answer.ts';
import type { Context } from '#server/trpc/init.ts';
import { LONG_BODY_BYTES, parsed, readBytes } from './input.ts';

/** Answers an agent: reads what it sent, within bounds, and leaves the protocol to the room that knows it. */
export async function answerAgent(
  request: Request,
  context: Context,
  answer: typeof answerMcp = answerMcp,
): Promise<Response> {
  const { principal } = context;
  if (principal.kind !== 'agent') throw refusal('unauthorized');
  const agent = { ...context, principal };
  if (request.method !== 'POST' || !isJson(request)) return await answer(request, undefined, agent);
  const bytes = await readBytes(request, LIMITS.mcpBodyMaxBytes);
  const read = bytes.length <= LONG_BODY_BYTES ? parsed(bytes) : await context.world.bodies.read(bytes);
  if (read === null || read.value === undefined) return notJson();
  return await answer(request, read.value, agent);
}

function isJson(request: Request): boolean {
  const type = (request.headers.get('content-type') ?? '').split(';', 1)[0];
  return type?.trim().toLowerCase() === 'application/json';
}

/** JSON-RPC 2.0 section 5.1. */
function notJson(): Response {
  const error = { code: -32700, message: 'Parse error: the body is not JSON in UTF-8' };
  return Response.json({ jsonrpc: '2.0', id: null, error }, { status: 400 });
}
