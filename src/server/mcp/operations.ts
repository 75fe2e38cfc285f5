import { callTRPCProcedure } from '@trpc/server';
import { z } from 'zod';
import { agentRouter } from '#server/procedures/router.ts';
import type { Context, Meta } from '#server/trpc/init.ts';
import type { AgentMeta } from '#server/trpc/scopes.ts';

type Nouns = (typeof agentRouter)['_def']['record'];
/** The names of the operations that agents can call, as `noun.verb` of the agents' router. */
export type OperationName = {
  [Noun in keyof Nouns & string]: `${Noun}.${keyof Nouns[Noun] & string}`;
}[keyof Nouns & string];

/** The parts of a procedure that tools need. */
export type Operation = {
  readonly name: OperationName;
  readonly type: 'query' | 'mutation';
  readonly input: z.ZodObject;
  readonly output: z.ZodType;
  readonly agent: AgentMeta;
};

type Definition = {
  readonly _def: {
    readonly type: 'query' | 'mutation';
    readonly meta?: Meta;
    readonly inputs: readonly unknown[];
    readonly output?: unknown;
  };
};
const DEFINITIONS = agentRouter._def.procedures as unknown as Readonly<Record<string, Definition>>;

/**
 * Returns a procedure by name. Throws if it isn't available to agents, which would be a mistake in a table.
 */
export function requireOperation(name: OperationName): Operation {
  const definition = DEFINITIONS[name]?._def;
  const [input] = definition?.inputs ?? [];
  const { meta, output } = definition ?? {};
  if (definition === undefined || meta?.agent === undefined) throw new Error(`agents can't call ${name}`);
  if (!(input instanceof z.ZodObject) || !(output instanceof z.ZodType))
    throw new Error(`${name} has no schemas for a tool`);
  return { name, type: definition.type, input, output, agent: meta.agent };
}

/** Calls a procedure as this context's agent. */
export async function callOperation(
  { name, type }: Pick<Operation, 'name' | 'type'>,
  input: unknown,
  context: Context,
  signal: AbortSignal,
): Promise<unknown> {
  return await callTRPCProcedure({
    router: agentRouter,
    path: name,
    getRawInput: () => Promise.resolve(input),
    ctx: context,
    type,
    signal,
    batchIndex: 0,
  });
}
