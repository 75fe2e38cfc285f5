import { z } from 'zod';
import { draft } from '#domain/envelope/draft.ts';
import { type GivenField, isAnchored } from '#domain/envelope/anchored-fields.ts';
import type { FieldInput } from '#domain/envelope/draft-fields.ts';
import { documentOf, type EnvelopeGraph } from '#domain/envelope/graph.ts';
import { refuseByStatus } from '#domain/envelope/lifecycle.ts';
import { refusal } from '#domain/errors.ts';
import { draftParts, expectedVersion, senderInput } from '#wire/draft.ts';
import { envelopeGraphSchema } from '#wire/envelope-graph.ts';
import { pathIdOf } from '#wire/identifier.ts';
import { commit } from '#server/commit.ts';
import type { Services } from '#server/app/services.ts';
import { loadGraph } from '#server/db/envelopes/load-graph.ts';
import { placeFields } from '#server/document/place-fields.ts';
import { withHashedCodes } from '#server/envelopes/access-codes.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { readOrganization } from '#server/db/organizations/organizations.ts';
import { memberProcedure } from '#server/trpc/audience.ts';
import { idempotentEnvelope } from '#server/trpc/idempotent-envelope.ts';
import { refuseAgentOfScheduled } from './scheduled.ts';

/** Replaces parts of a draft in one transaction. */
export const draftEnvelope = memberProcedure('send')
  .meta({
    openapi: {
      method: 'PUT',
      path: '/api/v1/envelopes/{id}/draft',
      tags: ['Envelopes'],
      summary: 'Update a draft',
      description:
        "Replaces the parts you send, while the status is draft or review. Sending participants replaces all of them and deletes their fields, so send fields as well. Sending fields replaces all fields; return each field's autoSource and proposedAutoSource as you read them.",
    },
    rest: {
      idempotency: 'current',
      errors: ['not_found', 'version_conflict', 'invalid_state', 'legal_framework_unavailable'],
    },
    agent: { scopes: ['envelopes:write'], rest: false },
  })
  .input(
    z.strictObject({
      id: pathIdOf('envelope'),
      ...draftParts,
      sender: senderInput.nullable().optional().describe("null restores the caller's own identity."),
      expectedVersion: expectedVersion.optional(),
    }),
  )
  .output(envelopeGraphSchema)
  .mutation(async ({ ctx, input: { id, expectedVersion: version, ...parts } }) => {
    const { services, member } = ctx;
    const facts = member.facts();
    const target = { organizationId: member.organizationId, envelopeId: id, expectedVersion: version };
    return await idempotentEnvelope(ctx, 'draft', id, async (alongside) => {
      const participants = parts.participants && (await withHashedCodes(parts.participants));
      const { defaults } = await transaction(services.db, { organizationId: target.organizationId }, (tx) =>
        readOrganization(tx, target.organizationId),
      );
      const { fields, searched } = await placed(services, target, parts.fields);
      return await commit(
        services,
        target,
        facts,
        (graph) => {
          refuseAgentOfScheduled(ctx.principal, graph);
          if (searched !== undefined && searched !== preparedHash(graph))
            throw refusal('version_conflict', { currentVersion: graph.envelope.version });
          return draft(
            graph,
            { ...parts, participants, fields, delegationDefault: defaults.canDelegate },
            member.sender,
            facts,
          );
        },
        alongside,
      );
    });
  });

type Target = {
  readonly organizationId: string;
  readonly envelopeId: string;
  readonly expectedVersion?: number | undefined;
};

/** Places anchored fields in the envelope's document. Returns the hash of the one that was searched; null for none. */
async function placed(
  services: Services,
  { organizationId, envelopeId, expectedVersion }: Target,
  given: readonly GivenField[] | undefined,
): Promise<{ fields: readonly FieldInput[] | undefined; searched?: string | null }> {
  if (given === undefined || !given.some(isAnchored))
    return { fields: given && (await placeFields(services, null, given)) };
  const graph = await loadGraph(services, organizationId, envelopeId);
  const { version } = graph.envelope;
  if (expectedVersion !== undefined && expectedVersion !== version)
    throw refusal('version_conflict', { currentVersion: version });
  const refused = refuseByStatus('draft', graph.envelope);
  if (refused?.kind === 'refuse') throw refusal(refused.code, refused.details);
  return {
    fields: await placeFields(services, documentOf(graph, 'prepared'), given),
    searched: preparedHash(graph),
  };
}

function preparedHash(graph: EnvelopeGraph): string | null {
  return documentOf(graph, 'prepared')?.sha256 ?? null;
}
