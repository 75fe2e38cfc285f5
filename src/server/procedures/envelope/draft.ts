import { z } from 'zod';
import { type GivenField, isAnchored } from '#domain/envelope/anchored-fields.ts';
import { deleteDraft, draft, type SenderIdentity } from '#domain/envelope/draft.ts';
import { requestDetection } from '#domain/envelope/detect.ts';
import type { FieldInput } from '#domain/envelope/fields.ts';
import type { Facts } from '#domain/envelope/facts.ts';
import { type EnvelopeGraph, findDocument } from '#domain/envelope/graph.ts';
import { refuseByStatus } from '#domain/envelope/lifecycle.ts';
import { createRefusal } from '#domain/errors.ts';
import { draftParts, expectedVersion, senderInput } from '#wire/draft.ts';
import { createPathIdSchema } from '#wire/identifier.ts';
import { commit, type Decide } from '#server/commit.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { deleteThreads, eraseEvents } from '#server/db/envelopes/envelope-patch.ts';
import { loadGraph } from '#server/db/envelopes/load-graph.ts';
import { readOrganization } from '#server/db/organizations/organizations.ts';
import { placeFields } from '#server/document/place-fields.ts';
import { withHashedCodes } from '#server/envelopes/access-codes.ts';
import { requireMeans } from '#server/envelopes/means.ts';
import type { Services } from '#server/runtime/services.ts';
import type { Principal } from '#server/surface/principal.ts';
import { memberProcedure } from '#server/trpc/audience.ts';
import { ADDRESSED, createEnvelopeCommand, type Target } from './command.ts';

/** Replaces parts of a draft in one transaction. */
export const draftEnvelope = createEnvelopeCommand({
  idempotency: 'draft',
  method: 'PUT',
  path: '/api/v1/envelopes/{id}/draft',
  summary: 'Update a draft',
  description:
    "Replaces the parts you send, while the status is draft or review. Sending participants replaces all of them and deletes their fields, so send fields as well. Sending fields replaces all fields; return each field's autoSource and proposedAutoSource as you read them.",
  errors: ['legal_framework_unavailable'],
  agent: { scopes: ['envelopes:write'], rest: false },
  input: z.strictObject({
    id: createPathIdSchema('envelope'),
    ...draftParts,
    sender: senderInput.nullable().optional().describe("null restores the caller's own identity."),
    expectedVersion: expectedVersion.optional(),
  }),
  decide: ({ services, target, input, member, principal, facts }) => {
    const { id: _id, expectedVersion: _version, ...parts } = input;
    return prepareDraft(services, target, parts, { principal, sender: member.sender, facts });
  },
});

type Parts = z.infer<z.ZodObject<typeof draftParts>> & {
  readonly sender?: SenderIdentity | null | undefined;
};

type By = { readonly principal: Principal; readonly sender: SenderIdentity; readonly facts: Facts };

/** Detects the fields of a draft's document. Can be repeated. */
export const detectFields = createEnvelopeCommand({
  method: 'POST',
  path: '/api/v1/envelopes/{id}/detect',
  summary: 'Detect fields',
  description:
    'Detects fields and parties in the document of a draft. The envelope has the status `detecting` until a job has added the results, then `review`. Existing fields are kept, and no field is added on top of one.',
  input: z.strictObject(ADDRESSED),
  decide: () => requestDetection,
});

/** Deletes a draft and the personal data in its log. */
export const deleteEnvelope = memberProcedure('send')
  .meta({
    openapi: {
      method: 'DELETE',
      path: '/api/v1/envelopes/{id}',
      tags: ['Envelopes'],
      summary: 'Delete a draft',
      description:
        'Only drafts can be deleted (status draft or review). A sent envelope can be voided but not deleted.',
    },
    rest: { success: 204, errors: ['not_found', 'invalid_state'] },
    agent: { scopes: ['envelopes:write'], rest: false },
  })
  .input(z.strictObject({ id: createPathIdSchema('envelope') }))
  .output(z.undefined())
  .mutation(async ({ ctx: { services, member }, input }) => {
    const facts = member.facts();
    const target = { organizationId: member.organizationId, envelopeId: input.id };
    const decide = (graph: EnvelopeGraph) => deleteDraft(graph, facts);
    await commit(services, target, facts, decide, async (tx) => {
      await Promise.all([eraseEvents(tx, target), deleteThreads(tx, target)]);
    });
  });

/**
 * Prepares the replacement of parts of a draft: proves that people can be reached, and places anchored fields
 * in the document. `sender: null` restores `by.sender`.
 */
export async function prepareDraft(
  services: Services,
  target: Target,
  parts: Parts,
  { principal, sender, facts }: By,
): Promise<Decide> {
  const { organizationId } = target;
  await requireMeans(services, organizationId, parts.participants ?? [], 'participants');
  const participants = parts.participants && (await withHashedCodes(parts.participants));
  const { defaults } = await transaction(services.db, { organizationId }, (tx) =>
    readOrganization(tx, organizationId),
  );
  const { fields, searched } = await placeAnchoredFields(services, target, parts.fields);
  return (graph) => {
    refuseAgentOfScheduled(principal, graph);
    if (searched !== undefined && searched !== getPreparedHash(graph))
      throw createRefusal('version_conflict', { currentVersion: graph.envelope.version });
    const input = { ...parts, participants, fields, delegationDefault: defaults.canDelegate };
    return draft(graph, input, sender, facts);
  };
}

/**
 * Refuses agents that change a scheduled envelope. A person has confirmed it, and an agent that changes it
 * would decide what is sent and to whom.
 */
export function refuseAgentOfScheduled(principal: Principal, { envelope }: EnvelopeGraph): void {
  if (principal.kind === 'agent' && envelope.scheduledSendAt !== null)
    throw createRefusal('invalid_state', { status: envelope.status, reason: 'scheduled' });
}

/**
 * Places anchored fields in the envelope's document. Returns the hash of the document that was searched, or
 * null if none was.
 */
async function placeAnchoredFields(
  services: Services,
  { organizationId, envelopeId, expectedVersion }: Target,
  given: readonly GivenField[] | undefined,
): Promise<{ fields: readonly FieldInput[] | undefined; searched?: string | null }> {
  if (given === undefined || !given.some(isAnchored))
    return {
      fields: given && (await placeFields(services, organizationId, { prepared: null, files: [] }, given)),
    };
  const graph = await loadGraph(services, organizationId, envelopeId);
  const { version } = graph.envelope;
  if (expectedVersion !== undefined && expectedVersion !== version)
    throw createRefusal('version_conflict', { currentVersion: version });
  const refused = refuseByStatus('draft', graph.envelope);
  if (refused?.kind === 'refuse') throw createRefusal(refused.code, refused.details);
  return {
    fields: await placeFields(
      services,
      organizationId,
      { prepared: findDocument(graph, 'prepared'), files: graph.files },
      given,
    ),
    searched: getPreparedHash(graph),
  };
}

function getPreparedHash(graph: EnvelopeGraph): string | null {
  return findDocument(graph, 'prepared')?.sha256 ?? null;
}
