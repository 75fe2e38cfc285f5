import type {
  CallToolResult,
  InputRequiredResult,
  ServerContext,
  ToolAnnotations,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { LIMITS } from '#domain/limits.ts';
import { pickScopes, type Scope } from '#domain/organization/scope.ts';
import type { WireGraph } from '#wire/envelope-graph.ts';
import type { Agent } from '#server/surface/principal.ts';
import type { AgentSessionClaims } from '#server/crypto/tokens/agent-session-token.ts';
import { computeSha256Hex } from '#server/crypto/hash.ts';
import { computeFingerprint } from '#server/trpc/idempotency.ts';
import type { Context } from '#server/trpc/init.ts';
import { callOperation, requireOperation, type OperationName } from './operations.ts';

/**
 * Sends one of the server's messages to a client of 2025, on the stream of the call that is being answered.
 */
export type ToClient = (message: {
  readonly id?: string;
  readonly method: string;
  readonly params: Record<string, unknown>;
}) => Promise<void>;

/** The context of an authenticated agent's request. */
export type AgentContext = Context & {
  readonly principal: Agent;
  /** What a client of 2025 declared when it connected, if it names its session. */
  readonly session?: AgentSessionClaims;
  readonly toClient?: ToClient;
};
export type Arguments = Readonly<Record<string, unknown>>;

/** A call of a tool: the context, the checked input and what the protocol knows about the client. */
export type ToolCall<Input = Arguments> = {
  readonly context: AgentContext;
  /** The arguments without the idempotency key, which is in the context. */
  readonly input: Input;
  readonly request: ServerContext;
};
export type ToolResult = CallToolResult | InputRequiredResult;

export type Tool = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly annotations: Required<Omit<ToolAnnotations, 'title'>>;
  readonly input: z.ZodObject;
  /** The scopes that every call needs. The tool isn't listed without them. */
  readonly scopes: readonly Scope[];
  /** The scopes that a call with these arguments needs. */
  readonly scopesFor: (input: Arguments) => readonly Scope[];
  /** What hosts need to know to show screens. */
  readonly meta?: Readonly<Record<string, unknown>>;
  /** Whether the tool emails people. Such tools have a lower rate limit. */
  readonly mails: boolean;
  readonly run: (call: ToolCall) => Promise<ToolResult>;
};

export const READS = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const;
export const ADDS = { ...READS, readOnlyHint: false, idempotentHint: false } as const;
export const CHANGES = { ...ADDS, destructiveHint: true } as const;
/** Marks tools that reach people's mailboxes. */
export const REACHES = { ...CHANGES, openWorldHint: true } as const;

/**
 * The idempotency key of tools that add something. Tools that change something take a version instead, which
 * a repeated call no longer matches.
 */
export const idempotencyKey = z
  .string()
  .regex(
    /^[\x20-\x7e]{1,255}$/,
    `must have between 1 and ${LIMITS.idempotencyKeyMaxChars} printable ASCII characters`,
  )
  .optional()
  .describe('Any new string. Repeat it to retry a call whose answer was lost: nothing is added twice.');

export const envelopeId = z.string().min(1).max(100).describe('env_…');
export const version = z
  .int()
  .min(1)
  .describe('The version you have read; refused if the envelope has changed since.');

type Definition<Shape extends z.ZodRawShape> = Pick<
  Tool,
  'name' | 'title' | 'description' | 'annotations' | 'meta'
> & {
  readonly input: Shape;
  /** The operations that every call needs. */
  readonly needs: readonly OperationName[];
  readonly scopesFor?: Tool['scopesFor'];
  readonly mails?: boolean;
  readonly run: (call: ToolCall<z.output<z.ZodObject<Shape>>>) => Promise<ToolResult>;
};

/** Creates a tool. Its scopes are those of the operations that it calls. */
export function createTool<Shape extends z.ZodRawShape>({
  input,
  needs,
  scopesFor,
  mails = false,
  run,
  ...words
}: Definition<Shape>): Tool {
  const scopes = collectScopes(...needs);
  return {
    ...words,
    input: z.strictObject(input),
    scopes,
    scopesFor: scopesFor ?? (() => scopes),
    mails,
    // The arguments have been checked against this very schema.
    run: (call) => run(call as ToolCall<z.output<z.ZodObject<Shape>>>),
  };
}

/** Calls a procedure as the agent who made the call. */
export async function callFor<Output>(
  { context, request }: Pick<ToolCall, 'context' | 'request'>,
  name: OperationName,
  input: unknown,
): Promise<Output> {
  return (await callOperation(requireOperation(name), input, context, request.mcpReq.signal)) as Output;
}

/** Reads an envelope as the agent who made the call. */
export async function readGraph(call: Pick<ToolCall, 'context' | 'request'>, id: string): Promise<WireGraph> {
  return await callFor<WireGraph>(call, 'envelope.get', { id });
}

/** Checks whether the procedure returned an earlier result for this idempotency key. */
export function isReplay({ replyHeaders }: Context): boolean {
  return replyHeaders.get('idempotency-replayed') === 'true';
}

/** Returns the scopes of several operations in table order. */
export function collectScopes(...names: readonly OperationName[]): readonly Scope[] {
  return pickScopes(names.flatMap((name) => requireOperation(name).agent.scopes));
}

/**
 * Creates the context of a call. Its idempotency key covers the tool and its arguments for this grant only,
 * so agents that choose the same key can't collide.
 */
export function createCallContext(
  context: AgentContext,
  { name }: Pick<Tool, 'name'>,
  key: string | null,
  input: Arguments,
): AgentContext {
  const idempotency =
    key === null
      ? null
      : {
          key: `agent:${computeSha256Hex(`${context.principal.grantId}\n${key}`)}`,
          fingerprint: computeFingerprint('MCP', name, input),
        };
  return { ...context, idempotency, replyHeaders: new Headers() };
}
