import type { z } from 'zod';
import type { Facts } from '#domain/envelope/facts.ts';
import type { ErrorCode } from '#domain/errors.ts';
import { expectedVersion } from '#wire/draft.ts';
import { envelopeGraphSchema, toWireGraph } from '#wire/envelope-graph.ts';
import { createPathIdSchema } from '#wire/identifier.ts';
import { commit, type Decide } from '#server/commit.ts';
import type { Services } from '#server/runtime/services.ts';
import type { Principal } from '#server/surface/principal.ts';
import { memberProcedure, type Member } from '#server/trpc/audience.ts';
import { runEnvelopeOnce } from '#server/trpc/idempotency.ts';
import type { AgentMeta } from '#server/trpc/scopes.ts';

/** The input that every command has. Without the version, a change that someone made meanwhile would be lost. */
export const ADDRESSED = { id: createPathIdSchema('envelope'), expectedVersion };

/** An operation that writes one version of an envelope: all that is particular to it. */
type Command<Input extends z.ZodType<Addressed>> = {
  /** Makes the operation repeatable under an Idempotency-Key of this name. If it's missing, keys are ignored. */
  readonly idempotency?: string;
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: `/api/v1/envelopes/{id}${string}`;
  readonly summary: string;
  readonly description: string;
  /** Errors besides `not_found`, `version_conflict` and `invalid_state`. */
  readonly errors?: readonly ErrorCode[];
  /** How agents can call it. If this is missing, they can't. */
  readonly agent?: AgentMeta;
  readonly input: Input;
  /** Prepares the decision, which `commit` then makes about the locked envelope. */
  readonly decide: (call: Call<z.output<Input>>) => Decide | Promise<Decide>;
};

/** Which envelope, and which version of it the caller has seen. */
type Addressed = { readonly id: string; readonly expectedVersion?: number | undefined };

export type Target = {
  readonly organizationId: string;
  readonly envelopeId: string;
  readonly expectedVersion: number | undefined;
};

type Call<Input> = {
  readonly input: Input;
  readonly target: Target;
  readonly facts: Facts;
  readonly member: Member;
  readonly principal: Principal;
  readonly services: Services;
};

/**
 * Creates the procedure of an operation that people with the right to send, API keys and agents can call. It
 * returns the new graph. Replays of an Idempotency-Key return the current one.
 */
export function createEnvelopeCommand<Input extends z.ZodType<Addressed>>(command: Command<Input>) {
  const { idempotency, errors = [], agent, method, path, summary, description } = command;
  return memberProcedure('send')
    .meta({
      openapi: { method, path, tags: ['Envelopes'], summary, description },
      rest: {
        ...(idempotency === undefined ? {} : { idempotency: 'current' }),
        errors: ['not_found', 'version_conflict', 'invalid_state', ...errors],
      },
      ...(agent === undefined ? {} : { agent }),
    })
    .input(command.input)
    .output(envelopeGraphSchema)
    .mutation(async ({ ctx, input: parsed }) => {
      const input = parsed as z.output<Input>;
      const { services, member, principal } = ctx;
      const facts = member.facts();
      const target: Target = {
        organizationId: member.organizationId,
        envelopeId: input.id,
        expectedVersion: input.expectedVersion,
      };
      const decide = async () => await command.decide({ input, target, facts, member, principal, services });
      if (idempotency === undefined)
        return toWireGraph(await commit(services, target, facts, await decide()));
      return await runEnvelopeOnce(ctx, idempotency, input.id, async (alongside) =>
        commit(services, target, facts, await decide(), alongside),
      );
    });
}
