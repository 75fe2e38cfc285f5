import type { CallToolResult, InputRequiredResult, ServerContext } from '@modelcontextprotocol/server';
import { invalid } from '#domain/errors.ts';
import { toIssues } from '#wire/issues.ts';
import { storableIssues } from '#wire/storable.ts';
import { refusalIn } from '#server/trpc/refusal-in.ts';
import { refused } from './results.ts';
import { contextOf, type AgentContext, type Arguments, type Tool } from './tool.ts';

/** Calls a tool. A refusal is a result too: it explains why, and what to do next. */
export async function callTool(
  tool: Tool,
  given: unknown,
  context: AgentContext,
  request: ServerContext,
): Promise<CallToolResult | InputRequiredResult> {
  try {
    const { idempotency_key: idempotencyKey, ...input } = checked(tool, given);
    if (tool.mails) await context.services.rates.agentMails.take(context.principal.grantId);
    const key = typeof idempotencyKey === 'string' ? idempotencyKey : null;
    return await tool.run({ context: contextOf(context, tool, key, input), input, request });
  } catch (error) {
    const refusal = refusalIn(error);
    if (refusal === null || refusal.status >= 500) {
      const { services, requestId } = context;
      services.log.error({ err: error, requestId, tool: tool.name }, 'tool failed');
    }
    return refused(error, context.requestId);
  }
}

/** Validates the arguments against the tool's schema. Refuses with `validation_failed`. */
function checked(tool: Tool, given: unknown): Arguments {
  const unstorable = storableIssues(given);
  if (unstorable.length > 0) throw invalid(unstorable);
  const { success, data, error } = tool.input.safeParse(given ?? {});
  if (!success) throw invalid(toIssues(error));
  return data;
}
