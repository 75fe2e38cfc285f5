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

/** The context of an authenticated agent's request. */
export type AgentContext = Context & { readonly principal: Agent };
export type Arguments = Readonly<Record<string, unknown>>;

/** A call of a tool: context, input and what the protocol knows about the client. */
export type ToolCall = {
  readonly context: AgentContext;
  /** The arguments without the idempotency key, which is in the context. */
  readonly input: Arguments;
  readonly request: ServerContext;
};

export type Tool = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly annotations: Required<Omit<ToolAnnotations, 'title'>>;
  readonly input: z.ZodObject;
  readonly output: z.ZodType;
  /** The scopes every call needs; without them the tool isn't listed. */
  readonly scopes: readonly Scope[];
  /** The scopes that a call with these arguments needs. */
  readonly scopesFor: (input: Arguments) => readonly Scope[];
  /** Whether it emails people, which has a lower rate limit. */
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
/** Writes take an idempotency key, so repeating a call changes nothing. */
export const ADDS = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const;
export const CHANGES = { ...ADDS, destructiveHint: true } as const;
/** Reaches people's mailboxes. */
export const REACHES = { ...ADDS, openWorldHint: true } as const;

/** Every write takes it in addition to the procedure's own input. */
export const idempotencyKey = z
  .string()
  .regex(
    /^[\x20-\x7e]{1,255}$/,
    `must have between 1 and ${LIMITS.idempotencyKeyMaxChars} printable ASCII characters`,
  )
  .describe(
    'A new random string (such as a UUID) for each intended change. To retry a call whose response was lost, use the same key: the change is made only once.',
  );

/** Creates a tool from one procedure. `refine` rewords its arguments or makes them required. */
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

/** Calls the procedure with the tool's input. */
export async function answerOf(
  { name, type }: Pick<Operation, 'name' | 'type'>,
  { context, input, request }: ToolCall,
): Promise<CallToolResult> {
  const value = await callOperation({ name, type }, input, context, request.mcpReq.signal);
  return answered(value as object, { replayed: isReplay(context) });
}

/** Tells whether the procedure returned an earlier result for this idempotency key. */
export function isReplay({ replyHeaders }: Context): boolean {
  return replyHeaders.get('idempotency-replayed') === 'true';
}

/** Returns the scopes of several operations in table order. */
export function scopesOf(...names: readonly OperationName[]): readonly Scope[] {
  return scopesAmong(names.flatMap((name) => operation(name).agent.scopes));
}

/**
 * Creates the context of a call. Its idempotency key covers the tool and its arguments, for this grant only,
 * so that agents can't collide by choosing the same key.
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
