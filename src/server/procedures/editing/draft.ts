import { z } from 'zod';
import { draftParts, expectedVersion } from '#wire/draft.ts';
import { envelopeGraphSchema, toWireGraph } from '#wire/envelope-graph.ts';
import { saveDraft } from '#server/procedures/envelope/draft.ts';
import { editorProcedure } from '#server/trpc/audience.ts';

/** Replaces parts of the draft that the page edits. */
export const saveEditedDraft = editorProcedure('edit')
  .meta({
    openapi: {
      method: 'PUT',
      path: '/api/editing/draft',
      tags: ['Editing'],
      summary: 'Update the draft',
      description: 'Replaces the parts you send. The sender stays as the application set it.',
    },
    rest: { errors: ['not_found', 'version_conflict', 'invalid_state', 'legal_framework_unavailable'] },
  })
  .input(z.strictObject({ ...draftParts, expectedVersion }))
  .output(envelopeGraphSchema)
  .mutation(async ({ ctx: { services, principal, editing }, input }) => {
    const { expectedVersion: version, ...parts } = input;
    const { organizationId, envelopeId } = editing;
    const target = { organizationId, envelopeId, expectedVersion: version };
    const by = { principal, sender: { name: '', email: '' }, facts: editing.facts() };
    return toWireGraph(await saveDraft(services, target, parts, by));
  });
