import { z } from 'zod';
import { createInvalidRefusal, createRefusal } from '#domain/errors.ts';
import { isEnded } from '#domain/envelope/status.ts';
import { LIMITS } from '#domain/limits.ts';
import { createIdSchema, createPathIdSchema } from '#wire/identifier.ts';
import { labelColor, labelName, labelSchema } from '#wire/label.ts';
import { timestamp } from '#wire/text.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { announceEnvelopeChange } from '#server/db/envelopes/envelope-changes.ts';
import {
  addLabel,
  haveTooManyLabels,
  holdLabels,
  insertLabel,
  listEnvelopeLabels,
  listLabels,
  lockForLabels,
  deleteLabel as removeLabel,
  replaceLabels,
  removeLabel as takeLabelOff,
  updateLabel,
} from '#server/db/filing/labels.ts';
import { setArchived, lockFiled } from '#server/db/filing/archive.ts';
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

const items = z.object({ items: z.array(labelSchema) });

const labelIds = z
  .array(createIdSchema('label'))
  .max(LIMITS.envelopeLabelsMax)
  .describe('Replaces the labels of the envelope.');

const envelopeIds = z.array(createIdSchema('envelope')).max(LIMITS.labeledMax).optional();

export const readEnvelopeLabels = memberProcedure('read')
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/v1/envelopes/{id}/labels',
      tags: ['Labels'],
      summary: "Get an envelope's labels",
      description: 'By name. List items have them too.',
    },
    rest: { errors: ['not_found'] },
  })
  .input(z.strictObject({ id: createPathIdSchema('envelope') }))
  .output(items)
  .query(async ({ ctx: { services, member }, input }) => {
    const { organizationId } = member;
    return await transaction(services.db, { organizationId }, async (tx) => {
      await requireEnvelopes(tx, organizationId, [input.id]);
      return { items: await listEnvelopeLabels(tx, organizationId, input.id) };
    });
  });

export const setEnvelopeLabels = memberProcedure('send')
  .meta({
    openapi: {
      method: 'PUT',
      path: '/api/v1/envelopes/{id}/labels',
      tags: ['Labels'],
      summary: "Set an envelope's labels",
      description:
        'In any status. Labels are for finding envelopes: they change neither the version nor the event log.',
    },
    rest: { errors: ['not_found'] },
  })
  .input(z.strictObject({ id: createPathIdSchema('envelope'), labelIds }))
  .output(items)
  .mutation(async ({ ctx: { services, member }, input }) => {
    const { organizationId } = member;
    const wanted = [...new Set(input.labelIds)];
    return await transaction(services.db, { organizationId }, async (tx) => {
      await requireEnvelopes(tx, organizationId, [input.id]);
      const before = await listEnvelopeLabels(tx, organizationId, input.id);
      const touched = [...new Set([...wanted, ...before.map(({ id }) => id)])];
      const known = new Set((await holdLabels(tx, organizationId, touched)).map(({ id }) => id));
      const unknown = input.labelIds.findIndex((id) => !known.has(id));
      if (unknown >= 0)
        throw createInvalidRefusal([
          { path: `/labelIds/${unknown}`, message: 'is not a label of your organization' },
        ]);
      await replaceLabels(tx, organizationId, input.id, wanted);
      await announceEnvelopeChange(tx, { organizationId, envelopeId: input.id });
      return { items: await listEnvelopeLabels(tx, organizationId, input.id) };
    });
  });

export const labelEnvelopes = memberProcedure('send')
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/v1/labels/{id}/envelopes',
      tags: ['Labels'],
      summary: 'Put a label on envelopes, or take it off',
      description: `Up to ${LIMITS.labeledMax} envelopes each. If one of them isn't found or would have more than ${LIMITS.envelopeLabelsMax} labels, nothing changes.`,
    },
    rest: { errors: ['not_found'] },
  })
  .input(
    z.strictObject({
      id: createPathIdSchema('label'),
      add: envelopeIds.describe('Envelopes that get the label.'),
      remove: envelopeIds.describe('Envelopes that lose it.'),
    }),
  )
  .output(labelSchema)
  .mutation(async ({ ctx: { services, member }, input }) => {
    const { organizationId } = member;
    const add = [...new Set(input.add ?? [])];
    const remove = [...new Set(input.remove ?? [])];
    return await transaction(services.db, { organizationId }, async (tx) => {
      await requireEnvelopes(tx, organizationId, [...new Set([...add, ...remove])]);
      const [label] = await holdLabels(tx, organizationId, [input.id]);
      if (label === undefined) throw createRefusal('not_found');
      await takeLabelOff(tx, organizationId, input.id, remove);
      await addLabel(tx, organizationId, input.id, add);
      if (await haveTooManyLabels(tx, add, LIMITS.envelopeLabelsMax))
        throw createInvalidRefusal([
          { path: '/add', message: `would give an envelope more than ${LIMITS.envelopeLabelsMax} labels` },
        ]);
      for (const envelopeId of [...add, ...remove])
        await announceEnvelopeChange(tx, { organizationId, envelopeId });
      return label;
    });
  });

export const archiveEnvelopes = memberProcedure('send')
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/v1/archive',
      tags: ['Labels'],
      summary: 'Put envelopes into the archive, or take them out',
      description: `Up to ${LIMITS.labeledMax} envelopes each. Only envelopes that are completed, declined, voided or expired can be archived. They keep their labels, and searches find them. Like labels, the archive changes neither an envelope's version nor its event log. If one of them isn't found or can't be archived, nothing changes.`,
    },
    rest: { errors: ['not_found', 'invalid_state'] },
  })
  .input(
    z.strictObject({
      add: envelopeIds.describe('Envelopes that go into the archive.'),
      remove: envelopeIds.describe('Envelopes that come out of it.'),
    }),
  )
  .output(
    z.object({
      items: z.array(z.object({ envelopeId: createIdSchema('envelope'), archivedAt: timestamp.nullable() })),
    }),
  )
  .mutation(async ({ ctx: { services, member }, input }) => {
    const { organizationId } = member;
    const add = [...new Set(input.add ?? [])];
    const remove = [...new Set(input.remove ?? [])].filter((id) => !add.includes(id));
    const ids = [...add, ...remove];
    if (ids.length === 0) return { items: [] };
    return await transaction(services.db, { organizationId }, async (tx) => {
      const found = await lockFiled(tx, organizationId, ids);
      if (found.length !== ids.length) throw createRefusal('not_found');
      const open = found.find(({ id, status }) => add.includes(id) && !isEnded(status));
      if (open !== undefined)
        throw createRefusal('invalid_state', { envelopeId: open.id, status: open.status });
      await setArchived(tx, organizationId, add, services.clock());
      await setArchived(tx, organizationId, remove, null);
      for (const envelopeId of ids) await announceEnvelopeChange(tx, { organizationId, envelopeId });
      const filed = await lockFiled(tx, organizationId, ids);
      return {
        items: filed.map(({ id, archivedAt }) => ({
          envelopeId: id,
          archivedAt: archivedAt?.toISOString() ?? null,
        })),
      };
    });
  });

function createNameTakenRefusal() {
  return createNameRefusal('is already the name of another label');
}

function createNameRefusal(message: string) {
  return createInvalidRefusal([{ path: '/name', message }]);
}

async function requireEnvelopes(
  tx: Transaction,
  organizationId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  if ((await lockForLabels(tx, organizationId, ids)).length !== ids.length) throw createRefusal('not_found');
}
