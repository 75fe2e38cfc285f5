import type {
  CallToolResult,
  InputRequiredResult,
  ServerContext,
  ToolAnnotations,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { LIMITS } from '#domain/limits.ts';
import { scopesAmong, type Scope } from '#domain/organization/scope.ts';
import type { Agent } from '#server/surface/principal.ts';
import { sha256Hex } from '#server/crypto/hash.ts';
import { fingerprintOf } from '#server/trpc/fingerprint.ts';
import type { Context } from '#server/trpc/init.ts';
import { scopesNeeded } from '#server/trpc/scopes.ts';
import { callOperation, operation, type Operation, type OperationName } from './operations.ts';
import { answered } from './results.ts';

/** A request's context, once an agent was let in. */
export type AgentContext = Context & { readonly principal: Agent };
export type Arguments = Readonly<Record<string, unknown>>;

/** One call of a tool: who, with what, and what the protocol knows of the client. */
export type ToolCall = {
  readonly context: AgentContext;
  /** The arguments without the idempotency key, which the context has. */
  readonly input: Arguments;
  readonly request: ServerContext;
};

/** A tool as the table has it. */
export type Tool = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly annotations: Required<Omit<ToolAnnotations, 'title'>>;
  readonly input: z.ZodObject;
  readonly output: z.ZodType;
  /** What every call needs: who lacks any of it is not shown the tool. */
  readonly scopes: readonly Scope[];
  /** What a call with these arguments needs. */
  readonly scopesFor: (input: Arguments) => readonly Scope[];
  /** Whether it has mails sent to people, which a grant may do less often. */
  readonly mails: boolean;
  readonly run: (call: ToolCall) => Promise<CallToolResult | InputRequiredResult>;
};

export type Words = Pick<Tool, 'name' | 'title' | 'description'>;

export const READS = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const;
/** Every write takes an idempotency key: the same call again does nothing more. */
export const ADDS = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const;
export const CHANGES = { ...ADDS, destructiveHint: true } as const;
/** Reaches people outside: their mailboxes. */
export const REACHES = { ...ADDS, openWorldHint: true } as const;

/** What every write takes beside the procedure's own input. */
export const idempotencyKey = z
  .string()
  .regex(
    /^[\x20-\x7e]{1,255}$/,
    `must have between 1 and ${LIMITS.idempotencyKeyMaxChars} printable ASCII characters`,
  )
  .describe(
    'A new random string (such as a UUID) for each intended change. To retry a call whose response was lost, use the same key: the change is made only once.',
  );

/** A tool that is one procedure. `refine` gives its arguments words of their own, or makes them required. */
export function toolOf(
  words: Words,
  name: OperationName,
  {
    annotations,
    refine = {},
    mails = false,
  }: Pick<Tool, 'annotations'> & {
    readonly refine?: z.core.$ZodShape;
    readonly mails?: boolean;
  },
): Tool {
  const made = operation(name);
  const key = annotations.readOnlyHint ? {} : { idempotencyKey };
  return {
    ...words,
    annotations,
    input: made.input.extend({ ...refine, ...key }),
    output: made.output,
    scopes: made.agent.scopes,
    scopesFor: (input) => scopesNeeded(made.agent, input),
    mails,
    run: (call) => answerOf(made, call),
  };
}

/** Calls the procedure with the tool's input, and answers what it answers. */
export async function answerOf(
  { name, type }: Pick<Operation, 'name' | 'type'>,
  { context, input, request }: ToolCall,
): Promise<CallToolResult> {
  const value = await callOperation({ name, type }, input, context, request.mcpReq.signal);
  return answered(value as object, { replayed: isReplay(context) });
}

/** Whether the procedure ran nothing again for this call's idempotency key. */
export function isReplay({ replyHeaders }: Context): boolean {
  return replyHeaders.get('idempotency-replayed') === 'true';
}

/** The scopes of several operations together, in the order of the table. */
export function scopesOf(...names: readonly OperationName[]): readonly Scope[] {
  return scopesAmong(names.flatMap((name) => operation(name).agent.scopes));
}

/**
 * The context of one call: what its idempotency key stands for is the tool and its arguments, for this grant alone, so
 * that two agents who make up the same key do not meet.
 */
export function contextOf(
  context: AgentContext,
  tool: Pick<Tool, 'name'>,
  key: string | null,
  input: Arguments,
): AgentContext {
  const idempotency =
    key === null
      ? null
      : {
          key: `agent:${sha256Hex(`${context.principal.grantId}\n${key}`)}`,
          fingerprint: fingerprintOf('MCP', tool.name, input),
        };
  return { ...context, idempotency, replyHeaders: new Headers() };
}
