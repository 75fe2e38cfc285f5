import { z } from 'zod';
import { createRefusal } from '#domain/errors.ts';
import { fromEnvelope } from '#domain/template/from-envelope.ts';
import { createTemplateBody } from '#wire/template-input.ts';
import { templateGraphSchema, toWireTemplateGraph, type WireTemplateGraph } from '#wire/template.ts';
import { readGraph } from '#server/db/envelopes/envelopes.ts';
import { insertTemplate } from '#server/db/templates/templates.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { memberProcedure } from '#server/trpc/audience.ts';
import { runOnce, replayStored } from '#server/trpc/idempotency.ts';

export const createTemplate = memberProcedure('send')
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/v1/templates',
      tags: ['Templates'],
      summary: 'Create a template',
      description:
        'Saves the document and fields of an envelope as a template. Each role stands for a participant, a detected party or a synthetic role of the envelope, and every field must belong to a role. The envelope stays unchanged.',
    },
    rest: { success: 201, idempotency: 'stored', errors: ['not_found', 'invalid_state'] },
    agent: { scopes: ['envelopes:read', 'templates:write'], rest: true },
  })
  .input(z.strictObject(createTemplateBody))
  .output(templateGraphSchema)
  .mutation(async ({ ctx, input: { sourceEnvelopeId, ...input } }) => {
    const { services, member } = ctx;
    const { organizationId } = member;
    return await runOnce<WireTemplateGraph>(ctx, {
      operation: 'create-template',
      run: (finish) =>
        transaction(services.db, { organizationId }, async (tx) => {
          const source = await readGraph(tx, organizationId, sourceEnvelopeId);
          if (source === null) throw createRefusal('not_found');
          const saved = fromEnvelope(
            source,
            { ...input, namePattern: input.namePattern ?? null, lockedFieldIds: input.lockedFieldIds ?? [] },
            member.facts(),
          );
          if (saved.kind === 'refuse') throw createRefusal(saved.code, saved.details);
          const answer = toWireTemplateGraph(saved.graph);
          await insertTemplate(tx, saved.graph);
          await finish(tx, answer);
          return answer;
        }),
      replay: replayStored(templateGraphSchema),
    });
  });
