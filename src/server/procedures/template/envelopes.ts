import { z } from 'zod';
import { createInvalidRefusal } from '#domain/errors.ts';
import type { Scope } from '#domain/organization/scope.ts';
import { envelopeGraphSchema, toWireGraph, type WireGraph } from '#wire/envelope-graph.ts';
import { createPathIdSchema } from '#wire/identifier.ts';
import { instantiateBody } from '#wire/template-input.ts';
import { listTransaction } from '#server/db/client/transaction.ts';
import { countTemplateTotals } from '#server/db/list/report.ts';
import { loadTemplate } from '#server/db/templates/change-template.ts';
import { withHashedRecipients } from '#server/envelopes/access-codes.ts';
import { writeFromTemplate } from '#server/envelopes/from-template.ts';
import { findCrowdedFields } from '#server/envelopes/long-values.ts';
import { requireMeans } from '#server/envelopes/means.ts';
import { memberProcedure } from '#server/trpc/audience.ts';
import { replayStored, runOnce } from '#server/trpc/idempotency.ts';

/** Creates an envelope from a template and sends it unless told otherwise. */
export const createEnvelopeFromTemplate = memberProcedure('send')
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/v1/templates/{id}/envelopes',
      tags: ['Templates'],
      summary: 'Create an envelope from a template',
      description:
        "Creates an envelope with a recipient for each role and sends it. If sending fails, no envelope is created. The version is 3 after sending. With `autoSend` false, it stays a draft. Without `displayName`, the template's name pattern names the envelope when it is sent.",
    },
    rest: {
      success: 201,
      idempotency: 'stored',
      errors: ['not_found', 'invalid_state', 'document_unreadable'],
    },
    agent: { scopes: ['envelopes:write', 'templates:read'], rest: true, alsoFor: getSendScopes },
  })
  .input(z.strictObject({ id: createPathIdSchema('template'), ...instantiateBody }))
  .output(envelopeGraphSchema)
  .mutation(async ({ ctx, input: { id, ...input } }) => {
    const { services, member, principal } = ctx;
    const { organizationId, sender } = member;
    return await runOnce<WireGraph>(ctx, {
      operation: 'create-from-template',
      run: async (finish) => {
        // Tools have the same limit, so that an agent can't send more emails over REST.
        if (principal.kind === 'agent' && input.autoSend !== false)
          await services.rates.agentMails.take(principal.grantId);
        await requireMeans(services, organizationId, input.recipients ?? {}, 'recipients');
        const template = await loadTemplate(services, organizationId, id);
        const crowded = input.autoSend === false ? [] : await findCrowdedFields(services, template);
        if (crowded.length > 0) throw createInvalidRefusal(crowded);
        const graph = await writeFromTemplate(
          services,
          template,
          { ...input, recipients: await withHashedRecipients(input.recipients) },
          sender,
          member.facts(),
          (tx, envelope) => finish(tx, toWireGraph(envelope)),
        );
        return toWireGraph(graph);
      },
      replay: replayStored(envelopeGraphSchema),
    });
  });

/** Counts the outcomes of the envelopes that were sent from a template. */
export const getTemplateResults = memberProcedure('read')
  .input(z.strictObject({ id: createPathIdSchema('template') }))
  .output(
    z.object({
      sent: z.int(),
      completed: z.int(),
      declined: z.int(),
      medianSeconds: z.number().nullable(),
      lastSentAt: z.string().nullable(),
    }),
  )
  .query(async ({ ctx: { services, member }, input: { id } }) => {
    const { organizationId } = member;
    const { lastSentAt, ...totals } = await listTransaction(services.db, { organizationId }, (tx) =>
      countTemplateTotals(tx, organizationId, id),
    );
    return { ...totals, lastSentAt: lastSentAt === null ? null : new Date(lastSentAt).toISOString() };
  });

/** Only the literal `false` prevents sending. */
function getSendScopes(input: unknown): readonly Scope[] {
  const held = typeof input === 'object' && input !== null && 'autoSend' in input && input.autoSend === false;
  return held ? [] : ['envelopes:send'];
}
