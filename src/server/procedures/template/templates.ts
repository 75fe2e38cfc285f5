import { z } from 'zod';
import { findDocument } from '#domain/envelope/graph.ts';
import { createInvalidRefusal, createRefusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { changeFields } from '#domain/template/change-fields.ts';
import { changeRoles, validateRemoval } from '#domain/template/change-roles.ts';
import { change, validatePattern } from '#domain/template/change.ts';
import { copyTemplate } from '#domain/template/copy.ts';
import { fromEnvelope } from '#domain/template/from-envelope.ts';
import { createPathIdSchema } from '#wire/identifier.ts';
import { nextCursor } from '#wire/pagination.ts';
import {
  changeTemplateBody,
  copyTemplateBody,
  createTemplateBody,
  templateFieldsBody,
} from '#wire/template-input.ts';
import {
  templateGraphSchema,
  templateListQuery,
  templateSchema,
  toWireTemplateGraph,
  type WireTemplateGraph,
} from '#wire/template.ts';
import { openCursor, sealCursor } from '#server/crypto/cursor.ts';
import { listTransaction, transaction } from '#server/db/client/transaction.ts';
import { readGraph } from '#server/db/envelopes/envelopes.ts';
import { changeTemplateFields, loadTemplate } from '#server/db/templates/change-template.ts';
import { type AfterTemplate, listTemplates } from '#server/db/templates/list-templates.ts';
import { insertTemplate, readTemplate } from '#server/db/templates/templates.ts';
import { requireTeam } from '#server/procedures/team/teams.ts';
import { formatDocumentFilename, serveFile } from '#server/document/serve.ts';
import { memberProcedure } from '#server/trpc/audience.ts';
import { changeTemplateOnce, replayStored, runOnce } from '#server/trpc/idempotency.ts';
import { requirePersonForForm } from '#server/trpc/scopes.ts';

/** Lists templates, newest first. */
export const listTemplatePage = memberProcedure('read')
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/v1/templates',
      tags: ['Templates'],
      summary: 'List templates',
      description:
        'Returns active templates, or archived ones with `archived=true`, newest first. A cursor is only valid with the filters it was returned for.',
    },
    rest: { errors: [] },
    agent: { scopes: ['templates:read'], rest: true },
  })
  .input(templateListQuery)
  .output(z.object({ items: z.array(templateSchema), nextCursor }))
  .query(
    async ({ ctx: { services, member }, input: { cursor, limit = LIMITS.listLimitDefault, ...query } }) => {
      const secret = services.config.secretKeys.current.key;
      const { organizationId } = member;
      const filter = { q: query.q ?? null, archived: query.archived ?? false };
      const filters = ['templates', organizationId, filter.q, filter.archived];
      const after = cursor === undefined ? null : readCursor(cursor, filters, secret);
      const rows = await listTransaction(services.db, { organizationId }, (tx) =>
        listTemplates(tx, organizationId, filter, { after, limit: limit + 1 }),
      );
      const items = rows.slice(0, limit);
      const last = rows.length > limit ? items.at(-1) : undefined;
      return {
        items,
        nextCursor:
          last === undefined ? null : sealCursor({ key: last.createdAt, id: last.id }, filters, secret),
      };
    },
  );

export const createTemplate = memberProcedure('send')
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/v1/templates',
      tags: ['Templates'],
      summary: 'Create a template',
      description:
        'Saves the document and fields of an envelope as a template. Each role stands for a participant, a detected party or a synthetic role of the envelope, or has no fields yet, and every field must belong to a role. The envelope stays unchanged.',
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

export const copyOwnTemplate = memberProcedure('send')
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/v1/templates/{id}/copy',
      tags: ['Templates'],
      summary: 'Copy a template',
      description:
        'Creates an active template with the same document, roles, fields and settings, also from an archived one. It has no public form.',
    },
    rest: { success: 201, idempotency: 'stored', errors: ['not_found'] },
    agent: { scopes: ['templates:read', 'templates:write'], rest: true },
  })
  .input(z.strictObject({ id: createPathIdSchema('template'), ...copyTemplateBody }))
  .output(templateGraphSchema)
  .mutation(async ({ ctx, input: { id, name, teamId } }) => {
    const { services, member } = ctx;
    const { organizationId } = member;
    return await runOnce<WireTemplateGraph>(ctx, {
      operation: 'copy-template',
      run: (finish) =>
        transaction(services.db, { organizationId }, async (tx) => {
          const source = await readTemplate(tx, organizationId, id);
          if (source === null) throw createRefusal('not_found');
          const { template } = source;
          const team = teamId === undefined ? { id: template.teamId } : await requireTeam(tx, member, teamId);
          const copy = copyTemplate(source, { name: name ?? template.name, teamId: team.id }, member.facts());
          const answer = toWireTemplateGraph(copy);
          await insertTemplate(tx, copy);
          await finish(tx, answer);
          return answer;
        }),
      replay: replayStored(templateGraphSchema),
    });
  });

export const getTemplate = memberProcedure('read')
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/v1/templates/{id}',
      tags: ['Templates'],
      summary: 'Get a template',
      description: 'Returns an active or archived template with its roles in signing order and its fields.',
    },
    rest: { errors: ['not_found'] },
    agent: { scopes: ['templates:read'], rest: true },
  })
  .input(z.strictObject({ id: createPathIdSchema('template') }))
  .output(templateGraphSchema)
  .query(async ({ ctx: { services, member }, input }) =>
    toWireTemplateGraph(await loadTemplate(services, member.organizationId, input.id)),
  );

/** Downloads the PDF of a template. */
export const getTemplateDocument = memberProcedure('read')
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/v1/templates/{id}/document',
      tags: ['Templates'],
      summary: 'Download the PDF of a template',
      description:
        'Returns the PDF that signers of new envelopes see. Its pages are those that fields refer to.',
    },
    rest: { errors: ['not_found'], answer: 'bytes' },
    agent: { scopes: ['templates:read'], rest: true },
  })
  .input(z.strictObject({ id: createPathIdSchema('template') }))
  .output(z.instanceof(Response))
  .query(async ({ ctx: { services, member }, input }) => {
    const graph = await loadTemplate(services, member.organizationId, input.id);
    const document = findDocument(graph, 'prepared');
    if (document === null) throw createRefusal('not_found');
    const filename = formatDocumentFilename(graph.template.name, 'prepared');
    return await serveFile(services, document, { filename, disposition: 'inline' });
  });

export const updateTemplate = memberProcedure('send')
  .meta({
    openapi: {
      method: 'PATCH',
      path: '/api/v1/templates/{id}',
      tags: ['Templates'],
      summary: 'Update a template',
      description:
        'Changes what is given. null clears the pattern and the message. Existing envelopes stay as they are.',
    },
    rest: { errors: ['not_found'] },
    agent: { scopes: ['templates:write'], rest: true },
  })
  .input(z.strictObject({ id: createPathIdSchema('template'), ...changeTemplateBody }))
  .output(templateSchema)
  .mutation(async ({ ctx, input: { id, roles: renamed = [], removeRoles: removed = [], ...input } }) => {
    const { services, member } = ctx;
    const { organizationId } = member;
    const facts = member.facts();
    const { teamId } = input;
    if (teamId !== undefined)
      await transaction(services.db, { organizationId }, (tx) => requireTeam(tx, member, teamId));
    return await changeTemplateOnce(ctx, 'update-template', id, (graph, form) => {
      const template = change(graph.template, input, facts.now);
      const roles = changeRoles(graph, renamed, removed, form, facts);
      const issues = [
        ...(input.namePattern == null ? [] : validatePattern(input.namePattern, graph)),
        ...roles.issues,
        ...(removed.length === 0 ? [] : validateRemoval({ ...graph, template }, removed, form)),
      ];
      if (issues.length > 0) throw createInvalidRefusal(issues);
      if (renamed.length + removed.length === 0) return { template };
      return { template: { ...template, updatedAt: facts.now }, roles: roles.roles };
    });
  });

export const putTemplateFields = memberProcedure('send')
  .meta({
    openapi: {
      method: 'PUT',
      path: '/api/v1/templates/{id}/fields',
      tags: ['Templates'],
      summary: 'Replace the fields of a template',
      description:
        'Replaces all fields. The document and the roles stay, and so do existing envelopes. Returns the template with its new fields.',
    },
    rest: { idempotency: 'stored', errors: ['not_found', 'version_conflict'] },
    agent: { scopes: ['templates:write'], rest: true },
  })
  .input(z.strictObject({ id: createPathIdSchema('template'), ...templateFieldsBody }))
  .output(templateGraphSchema)
  .mutation(async ({ ctx, input: { id, expectedUpdatedAt = null, fields } }) => {
    const { services, member } = ctx;
    const facts = member.facts();
    return await runOnce<WireTemplateGraph>(ctx, {
      operation: 'put-template-fields',
      run: async (finish) => {
        const changed = await changeTemplateFields(
          services,
          member.organizationId,
          id,
          (graph, form) => {
            requirePersonForForm(ctx.principal, form);
            const decision = changeFields(graph, { expectedUpdatedAt, fields }, facts);
            if (decision.kind === 'refuse') throw createRefusal(decision.code, decision.details);
            return decision.graph;
          },
          (tx, graph) => finish(tx, toWireTemplateGraph(graph)),
        );
        return toWireTemplateGraph(changed);
      },
      replay: replayStored(templateGraphSchema),
    });
  });

function readCursor(cursor: string, filters: unknown, secret: string): AfterTemplate {
  const position = openCursor(cursor, filters, secret);
  if (position === null)
    throw createInvalidRefusal([{ path: '/cursor', message: 'is not a valid cursor for these filters' }]);
  return { createdAt: new Date(position.key), id: position.id };
}
