import { z } from 'zod';
import { determineStanding } from '#domain/organization/sending/standing.ts';
import { LIMITS } from '#domain/limits.ts';
import { administeredOrganization } from '#wire/administration.ts';
import { done, DONE } from '#wire/account.ts';
import { nextCursor, pageQuery } from '#wire/pagination.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { listOrganizations } from '#server/db/instance/organizations.ts';
import { approveName, suspend, unsuspend } from '#server/organizations/change-standing.ts';
import { operatorProcedure } from '#server/trpc/audience.ts';

const SHOWN = 25;
const id = z.string().min(1).max(LIMITS.cursorMaxChars);

/** Lists the organizations of the instance, newest first. */
export const listAllOrganizations = operatorProcedure
  .input(z.strictObject({ words: z.string().max(200), cursor: pageQuery.cursor }))
  .output(z.object({ items: z.array(administeredOrganization), nextCursor }))
  .query(async ({ ctx: { services, operator }, input }) => {
    const page = { words: input.words.trim(), after: input.cursor ?? null, limit: SHOWN + 1 };
    const rows = await transaction(services.db, { administratorId: operator.id }, (tx) =>
      listOrganizations(tx, page),
    );
    const shown = rows.slice(0, SHOWN);
    return {
      items: shown.map((row) => ({
        id: row.id,
        name: row.name,
        owner:
          row.ownerEmail === null ? null : { name: row.ownerName ?? row.ownerEmail, email: row.ownerEmail },
        members: row.members,
        bytes: row.bytes,
        createdAt: row.createdAt,
        standing: determineStanding(row),
        suspensionReason: row.suspensionReason,
      })),
      nextCursor: rows.length > SHOWN ? (shown.at(-1)?.id ?? null) : null,
    };
  });

/** Suspends an organization. Its audit log shows the reason. */
export const suspendAny = operatorProcedure
  .input(z.strictObject({ id, reason: z.string().trim().min(1).max(500) }))
  .output(done)
  .mutation(async ({ ctx: { services, operator, audit }, input }) => {
    await suspend({ ...services, person: operator, audit }, input.id, input.reason);
    return DONE;
  });

/** Ends the suspension of an organization. */
export const unsuspendAny = operatorProcedure
  .input(z.strictObject({ id }))
  .output(done)
  .mutation(async ({ ctx: { services, operator, audit }, input }) => {
    await unsuspend({ ...services, person: operator, audit }, input.id);
    return DONE;
  });

/**
 * Lets an organization send under the name that was shown to the operator, although the name resembles that
 * of a well-known service.
 */
export const approveAnyName = operatorProcedure
  .input(z.strictObject({ id, name: z.string().min(1).max(500) }))
  .output(done)
  .mutation(async ({ ctx: { services, operator, audit }, input }) => {
    await approveName({ ...services, person: operator, audit }, input.id, input.name);
    return DONE;
  });
