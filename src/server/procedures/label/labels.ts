import { z } from 'zod';
import { createInvalidRefusal, createRefusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { labelColor, labelName, labelSchema } from '#wire/label.ts';
import { createPathIdSchema } from '#wire/identifier.ts';
import { transaction } from '#server/db/client/transaction.ts';
import {
  deleteLabel as removeLabel,
  insertLabel,
  listLabels,
  updateLabel,
} from '#server/db/filing/labels.ts';
import { lockOrganization } from '#server/db/organizations/organizations.ts';
import { memberProcedure } from '#server/trpc/audience.ts';

const TAGS = ['Labels'];

export const listOwnLabels = memberProcedure('read')
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/v1/labels',
      tags: TAGS,
      summary: 'List labels',
      description: 'Returns all labels of the organization, by name. Recipients never see labels.',
    },
    rest: { errors: [] },
  })
  .input(z.strictObject({}))
  .output(z.object({ items: z.array(labelSchema) }))
  .query(async ({ ctx: { services, member } }) => {
    const { organizationId } = member;
    return {
      items: await transaction(services.db, { organizationId }, (tx) => listLabels(tx, organizationId)),
    };
  });

export const createLabel = memberProcedure('send')
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/v1/labels',
      tags: TAGS,
      summary: 'Create a label',
      description: `An organization has at most ${LIMITS.labelsMax} labels.`,
    },
    rest: { success: 201, errors: [] },
  })
  .input(z.strictObject({ name: labelName, color: labelColor.default('gray') }))
  .output(labelSchema)
  .mutation(async ({ ctx: { services, member }, input: { name, color } }) => {
    const { organizationId } = member;
    const label = { id: services.newId('label'), name, color };
    await transaction(services.db, { organizationId }, async (tx) => {
      await lockOrganization(tx, organizationId);
      if ((await listLabels(tx, organizationId)).length >= LIMITS.labelsMax)
        throw createNameRefusal(`exceeds the maximum of ${LIMITS.labelsMax} labels`);
      if (!(await insertLabel(tx, organizationId, label, services.clock()))) throw createNameTakenRefusal();
    });
    return label;
  });

export const changeLabel = memberProcedure('send')
  .meta({
    openapi: {
      method: 'PATCH',
      path: '/api/v1/labels/{id}',
      tags: TAGS,
      summary: 'Update a label',
      description: 'Changes the properties you send, on all its envelopes.',
    },
    rest: { errors: ['not_found'] },
  })
  .input(
    z.strictObject({
      id: createPathIdSchema('label'),
      name: labelName.optional(),
      color: labelColor.optional(),
    }),
  )
  .output(labelSchema)
  .mutation(async ({ ctx: { services, member }, input: { id, name, color } }) => {
    const { organizationId } = member;
    const change = { ...(name === undefined ? {} : { name }), ...(color === undefined ? {} : { color }) };
    return await transaction(services.db, { organizationId }, async (tx) => {
      const label = await updateLabel(tx, organizationId, id, change);
      if (label === null) throw createRefusal('not_found');
      if (label === false) throw createNameTakenRefusal();
      return label;
    });
  });

export const deleteLabel = memberProcedure('send')
  .meta({
    openapi: {
      method: 'DELETE',
      path: '/api/v1/labels/{id}',
      tags: TAGS,
      summary: 'Delete a label',
      description: 'Its envelopes stay; they lose the label.',
    },
    rest: { success: 204, errors: ['not_found'] },
  })
  .input(z.strictObject({ id: createPathIdSchema('label') }))
  .output(z.undefined())
  .mutation(async ({ ctx: { services, member }, input }) => {
    const { organizationId } = member;
    const isDeleted = await transaction(services.db, { organizationId }, (tx) =>
      removeLabel(tx, organizationId, input.id),
    );
    if (!isDeleted) throw createRefusal('not_found');
  });

function createNameTakenRefusal() {
  return createNameRefusal('is already the name of another label');
}

function createNameRefusal(message: string) {
  return createInvalidRefusal([{ path: '/name', message }]);
}
