import type { CallToolResult, InputRequiredResult, ServerContext } from '@modelcontextprotocol/server';
import { createInvalidRefusal } from '#domain/errors.ts';
import { toIssues } from '#wire/issues.ts';
import { validateStorable } from '#wire/storable.ts';
import { MCP_PATH } from '#server/oauth/resource.ts';
import { isCutShort } from '#server/process/cut-short.ts';
import { toRefusal } from '#server/trpc/refusal-in.ts';
import { toRefusedResult } from './results.ts';
import { createCallContext, type AgentContext, type Arguments, type Tool } from './tool.ts';

/** Calls a tool. A refusal is also returned as a result, which explains the reason and what to do next. */
export async function callTool(
  tool: Tool,
  given: unknown,
  context: AgentContext,
  request: ServerContext,
): Promise<CallToolResult | InputRequiredResult> {
  try {
    const { idempotency_key: idempotencyKey, ...input } = requireValidArguments(tool, given);
    if (tool.mails) await context.services.rates.agentMails.take(context.principal.grantId);
    const key = typeof idempotencyKey === 'string' ? idempotencyKey : null;
    return await tool.run({ context: createCallContext(context, tool, key, input), input, request });
  } catch (error) {
    const refusal = toRefusal(error);
    const { services, requestId, audit } = context;
    if (refusal !== null && refusal.status < 500)
      services.countRefusal({
        ...{ code: refusal.code, prefix: MCP_PATH, path: `${MCP_PATH} ${tool.name}` },
        ipAddress: audit.ipAddress,
      });
    // Nobody waits for the result of a call that was cut short.
    else if (!isCutShort(error))
      services.log.error({ err: error, requestId, tool: tool.name }, 'tool failed');
    return toRefusedResult(error, context.requestId);
  }
}

/** Validates the arguments against the tool's schema. Refuses with `validation_failed`. */
function requireValidArguments(tool: Tool, given: unknown): Arguments {
  const unstorable = validateStorable(given);
  if (unstorable.length > 0) throw createInvalidRefusal(unstorable);
  const { success, data, error } = tool.input.safeParse(given ?? {});
  if (!success) throw createInvalidRefusal(toIssues(error));
  return data;
}
