import { z } from 'zod';
import { LIMITS } from '#domain/limits.ts';
import { readListChoices } from '#server/db/list-choices.ts';
import { within } from '#server/db/transaction.ts';
import { reading } from '#server/trpc/audience.ts';

const choices = z.array(z.object({ id: z.string(), name: z.string() }));

/** The teams and templates that the list of envelopes can be narrowed to. */
export const readChoices = reading
  .input(z.strictObject({}))
  .output(z.object({ teams: choices, templates: choices }))
  .query(async ({ ctx: { world, member } }) => {
    const { organizationId } = member;
    return await within(world.db, { organizationId }, (tx) =>
      readListChoices(tx, organizationId, LIMITS.listChoicesMax),
    );
  });
