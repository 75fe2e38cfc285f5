import { z } from 'zod';
import { refusal } from '#domain/errors.ts';
import { send, type SendSources } from '#domain/envelope/send.ts';
import type { Scope } from '#domain/organization/scope.ts';
import { archived } from '#domain/template/archive.ts';
import { instantiate } from '#domain/template/instantiate.ts';
import type { TemplateGraph } from '#domain/template/template.ts';
import { envelopeGraphSchema, toWireGraph, type WireGraph } from '#wire/envelope-graph.ts';
import { instantiateBody } from '#wire/template-input.ts';
import { pathId } from '#wire/text.ts';
import { commitNew } from '#server/commit.ts';
import { readOrganization } from '#server/db/organizations.ts';
import { loadTemplate } from '#server/db/templates-change.ts';
import { countUse } from '#server/db/templates.ts';
import { within } from '#server/db/transaction.ts';
import { sending } from '#server/trpc/audience.ts';
import { once } from '#server/trpc/idempotency.ts';
import type { World } from '#server/world.ts';

/** Makes an envelope from a template, and sends it unless told otherwise. */
export const createEnvelopeFromTemplate = sending
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/v1/templates/{id}/envelopes',
      tags: ['Templates'],
      summary: 'Create an envelope from a template',
      description:
        'Makes an envelope with a recipient for every role and sends it, both or neither: its version is 3 then. With `autoSend` false it stays a draft. Without `displayName` the template’s name pattern names it whenever it is sent.',
    },
    rest: { success: 201, idempotency: 'stored', errors: ['not_found', 'invalid_state'] },
    agent: { scopes: ['envelopes:write', 'templates:read'], rest: true, alsoFor: sendScope },
  })
  .input(z.strictObject({ id: pathId, ...instantiateBody }))
  .output(envelopeGraphSchema)
  .mutation(async ({ ctx, input: { id, autoSend = true, ...input } }) => {
    const { world, member } = ctx;
    const { organizationId, sender } = member;
    return await once<WireGraph>(ctx, {
      operation: 'create-from-template',
      run: async (finish) => {
        const template = await loadTemplate(world, organizationId, id);
        if (template.template.archivedAt !== null) throw archived();
        const sources = await sendSources(world, template);
        const facts = member.facts();
        const made = instantiate(
          template,
          {
            id: world.newId('envelope'),
            recipients: input.recipients ?? {},
            prefill: input.prefill ?? {},
            displayName: input.displayName,
            senderOrder: input.senderOrder,
            sender,
          },
          facts,
        );
        if (made.kind === 'refuse') throw refusal(made.code, made.details);
        const graph = await commitNew(
          world,
          made.empty,
          facts,
          autoSend ? [made.create, (created) => send(created, sources, facts)] : [made.create],
          async (tx, envelope) => {
            if (!(await countUse(tx, organizationId, id, facts.now))) throw archived();
            await finish(tx, toWireGraph(envelope));
          },
        );
        return toWireGraph(graph);
      },
      replay: (stored) => Promise.resolve(envelopeGraphSchema.parse(stored)),
    });
  });

async function sendSources(
  world: Pick<World, 'db'>,
  { template, roles }: TemplateGraph,
): Promise<SendSources> {
  const { organizationId } = template;
  const organization = await within(world.db, { organizationId }, (tx) =>
    readOrganization(tx, organizationId),
  );
  return {
    organizationName: organization.name,
    templateName: template.name,
    senderRoleName: roles.find(({ isSender }) => isSender)?.apiRoleName ?? null,
  };
}

/** It sends unless it is told not to: only the literal `false` is that. */
function sendScope(input: unknown): readonly Scope[] {
  const held = typeof input === 'object' && input !== null && 'autoSend' in input && input.autoSend === false;
  return held ? [] : ['envelopes:send'];
}
