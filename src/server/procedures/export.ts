import { z } from 'zod';
import { createRefusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { exportJob } from '#domain/organization/export.ts';
import { exportSchema } from '#wire/export.ts';
import { COUNT_MAX } from '#wire/text.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { listExports, readPart, startExport } from '#server/db/organizations/exports.ts';
import { lockOrganization } from '#server/db/organizations/organizations.ts';
import { findStop } from '#server/organizations/export-stop.ts';
import { formatContentDisposition } from '#server/document/serve.ts';
import { BlobMissingError } from '#server/storage/driver.ts';
import { recordAction } from '#server/trpc/administration.ts';
import { ownerProcedure } from '#server/trpc/audience.ts';

/** Lists the organization's exports with their progress, newest first. */
export const listOrganizationExports = ownerProcedure
  .input(z.strictObject({}))
  .output(z.strictObject({ items: z.array(exportSchema) }))
  .query(async ({ ctx: { services, member } }) => {
    const { organizationId } = member;
    const rows = await transaction(services.db, { organizationId }, (tx) => listExports(tx, organizationId));
    return {
      items: rows.map(({ id, startedBy, total, done, finishedAt, stopReason, createdAt, parts }) => ({
        ...{ id, startedBy, total, done, stopReason },
        finishedAt: finishedAt?.toISOString() ?? null,
        createdAt: createdAt.toISOString(),
        expiresAt: new Date(createdAt.getTime() + LIMITS.exportKeptMs).toISOString(),
        parts: (stopReason === null ? parts : []).map(({ number, sizeBytes, sha256 }) => ({
          number,
          sizeBytes,
          sha256,
        })),
      })),
    };
  });

/** Starts an export of everything that the organization has. Returns the running export if there is one. */
export const startOrganizationExport = ownerProcedure
  .input(z.strictObject({}))
  .output(z.strictObject({ id: z.string() }))
  .mutation(async ({ ctx }) => {
    const { services, member, session } = ctx;
    const { organizationId } = member;
    return await transaction(services.db, { organizationId }, async (tx) => {
      const { name } = await lockOrganization(tx, organizationId);
      const started = {
        id: services.newId('export'),
        organizationId,
        startedById: member.sender.userId,
        startedBy: session.user.name,
        createdAt: services.clock(),
      };
      const { id, isNew } = await startExport(tx, started);
      if (isNew) {
        await services.queue.enqueue(tx, [exportJob(organizationId, id)]);
        await recordAction(tx, ctx, { action: 'export.started', subject: { id, name } });
      }
      return { id };
    });
  });

/**
 * Downloads a finished part of an export as a ZIP archive. Refuses with `not_found`, also if the export
 * stopped.
 */
export const downloadExport = ownerProcedure
  .input(z.strictObject({ id: z.string(), part: z.int().min(1).max(COUNT_MAX) }))
  .output(z.instanceof(Response))
  .mutation(async ({ ctx, input: { id, part: number } }) => {
    const { services, member } = ctx;
    const { organizationId } = member;
    await services.rates.heavy.take(member.sender.userId);
    const part = await transaction(services.db, { organizationId }, async (tx) => {
      const { name } = await lockOrganization(tx, organizationId);
      const found = await readPart(tx, organizationId, { id, number });
      if (found === null || (await findStop(tx, organizationId, id)) !== null)
        throw createRefusal('not_found');
      const details = { part: String(number) };
      await recordAction(tx, ctx, { action: 'export.downloaded', subject: { id, name }, details });
      return found;
    });
    const blob = await services.storage.get(part.key);
    if (blob === null) throw new BlobMissingError(`part ${number} of ${id} is not in storage`);
    return new Response(blob.stream, {
      headers: {
        'content-type': 'application/zip',
        'content-length': String(blob.sizeBytes),
        'content-disposition': formatContentDisposition('attachment', `Export ${id} ${number}.zip`),
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
      },
    });
  });
