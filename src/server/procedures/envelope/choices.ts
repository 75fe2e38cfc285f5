import { z } from 'zod';
import { LIMITS } from '#domain/limits.ts';
import { readListChoices } from '#server/db/list/choices.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { memberProcedure } from '#server/trpc/audience.ts';

const choices = z.array(z.object({ id: z.string(), name: z.string() }));

/** Lists the teams, templates and labels that envelopes can be filtered by. */
export const readChoices = memberProcedure('read')
  .input(z.strictObject({}))
  .output(z.object({ teams: choices, templates: choices, labels: choices }))
  .query(async ({ ctx: { services, member } }) => {
    const { organizationId } = member;
    return await transaction(services.db, { organizationId }, (tx) =>
      readListChoices(tx, organizationId, LIMITS.listChoicesMax),
    );
  });
