import { z } from 'zod';
import { createVersion, startVersion } from '#domain/envelope/version.ts';
import { createRefusal } from '#domain/errors.ts';
import { versionChangesSchema } from '#wire/changes.ts';
import { envelopeGraphSchema, toWireGraph, type WireGraph } from '#wire/envelope-graph.ts';
import { createPathIdSchema } from '#wire/identifier.ts';
import { commit, commitNewWithin } from '#server/commit.ts';
import { loadGraph } from '#server/db/envelopes/load-graph.ts';
import { readOrganization } from '#server/db/organizations/organizations.ts';
import { compareVersions } from '#server/envelopes/compare-versions.ts';
import { memberProcedure } from '#server/trpc/audience.ts';
import { replayStored, runOnce } from '#server/trpc/idempotency.ts';
import { ADDRESSED } from './command.ts';

/** Creates the draft of an envelope's next version. */
export const createEnvelopeVersion = memberProcedure('send')
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/v1/envelopes/{id}/versions',
      tags: ['Envelopes'],
      summary: 'Create a new version',
      description:
        'Creates a draft that replaces the envelope when it is sent, while the envelope is in progress or after it was declined. Its recipients, fields, message, policy, metadata and questions come along, and what those who have signed filled in. Until you send the draft, nothing happens to the envelope. Sending it voids the envelope with the reason `replaced`, and tells those who had signed that they are asked again. If everyone has signed meanwhile, sending fails with `invalid_state` and the reason `previous_version_completed`. There is one next version at most: `invalid_state` with the reason `next_version_exists` says which.',
    },
    rest: {
      success: 201,
      idempotency: 'stored',
      errors: ['not_found', 'version_conflict', 'invalid_state'],
    },
    agent: { scopes: ['envelopes:read', 'envelopes:write'], rest: false },
  })
  .input(z.strictObject(ADDRESSED))
  .output(envelopeGraphSchema)
  .mutation(async ({ ctx, input: { id, expectedVersion } }) => {
    const { services, member } = ctx;
    const { organizationId, sender } = member;
    return await runOnce<WireGraph>(ctx, {
      operation: 'create-version',
      run: async (finish) => {
        const facts = member.facts();
        const versionId = services.newId('envelope');
        const target = { organizationId, envelopeId: id, expectedVersion };
        let answer: WireGraph | null = null;
        await commit(
          services,
          target,
          facts,
          (graph) => startVersion(graph, versionId),
          async (tx, source) => {
            const { expiryDays } = (await readOrganization(tx, organizationId)).defaults;
            const made = createVersion(source, { id: versionId, sender, expiryDays }, facts);
            if (made.kind === 'refuse') throw createRefusal(made.code, made.details);
            const graph = await commitNewWithin(services, tx, made.empty, facts, [made.create]);
            answer = toWireGraph(graph);
            await finish(tx, answer);
          },
        );
        if (answer === null) throw new Error('a version that was committed has an answer');
        return answer;
      },
      replay: replayStored(envelopeGraphSchema),
    });
  });

/** Lists what a version says differently from the version before. */
export const listVersionChanges = memberProcedure('read')
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/v1/envelopes/{id}/changes',
      tags: ['Envelopes'],
      summary: 'List what changed since the previous version',
      description:
        "Compares what the pages of this version and of the previous one draw, word by word, and returns the passages that were changed, added or removed with both texts and their places. Page numbers and headers that repeat aren't counted as changes. Drawings and scanned pages aren't compared: `pagesWithoutText` lists pages without text. Returns 409 `invalid_state` with the reason `first_version` for a first version.",
    },
    rest: { errors: ['not_found', 'invalid_state', 'document_unreadable', 'rate_limited'] },
    agent: { scopes: ['envelopes:read'], rest: false },
  })
  .input(z.strictObject({ id: createPathIdSchema('envelope') }))
  .output(versionChangesSchema)
  .query(
    async ({ ctx: { services, member }, input: { id } }) =>
      await compareVersions(services, await loadGraph(services, member.organizationId, id)),
  );
