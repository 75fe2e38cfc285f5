import { z } from 'zod';
import { embedding, embeddingInput } from '#wire/page-session.ts';
import {
  lockOrganization,
  readOrganization,
  updateEmbeddingOrigins,
} from '#server/db/organizations/organizations.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { recordAction } from '#server/trpc/administration.ts';
import { memberProcedure } from '#server/trpc/audience.ts';

const openapi = { path: '/api/v1/embedding' as const, tags: ['Embedding'] };

/** Returns the origins that may show pages in a frame. */
export const getEmbedding = memberProcedure('read')
  .meta({
    openapi: {
      ...openapi,
      method: 'GET',
      summary: 'Get the registered origins',
      description: 'Returns the origins that may show pages in a frame, in alphabetical order.',
    },
    rest: { errors: [] },
  })
  .input(z.strictObject({}))
  .output(embedding)
  .query(async ({ ctx: { services, member } }) => {
    const { organizationId } = member;
    return await transaction(services.db, { organizationId }, async (tx) => ({
      origins: [...(await readOrganization(tx, organizationId)).embeddingOrigins],
    }));
  });

/** Replaces the origins that may show pages in a frame. */
export const changeEmbedding = memberProcedure('administer')
  .meta({
    openapi: {
      ...openapi,
      method: 'PUT',
      summary: 'Register origins',
      description:
        'Replaces the origins of your application. Pages that were opened for a removed origin stop working.',
    },
    rest: { errors: [] },
  })
  .input(embeddingInput)
  .output(embedding)
  .mutation(async ({ ctx, input }) => {
    const { services, member } = ctx;
    const { organizationId } = member;
    const origins = [...new Set(input.origins)].sort();
    return await transaction(services.db, { organizationId }, async (tx) => {
      const { name, embeddingOrigins: before } = await lockOrganization(tx, organizationId);
      if (before.join() !== origins.join()) {
        await updateEmbeddingOrigins(tx, organizationId, origins, services.clock());
        await recordAction(tx, ctx, {
          action: 'organization.embedding_changed',
          subject: { id: organizationId, name },
          details: { from: before.join(', ') || 'none', to: origins.join(', ') || 'none' },
        });
      }
      return { origins };
    });
  });
