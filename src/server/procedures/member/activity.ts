import { z } from 'zod';
import { createIdSchema } from '#wire/identifier.ts';
import { timestamp } from '#wire/text.ts';
import { listMembers } from '#server/db/accounts/members.ts';
import { readLastUses } from '#server/db/accounts/sessions.ts';
import { readTransaction } from '#server/db/client/transaction.ts';
import { adminProcedure } from '#server/trpc/audience.ts';

/** Returns when members who are signed in to the organization were last active in it. */
export const readMemberActivity = adminProcedure
  .input(z.strictObject({}))
  .output(
    z.strictObject({
      items: z.array(z.strictObject({ userId: createIdSchema('user'), lastActiveAt: timestamp })),
    }),
  )
  .query(async ({ ctx: { services, member } }) => {
    const { organizationId } = member;
    const [members, uses] = await readTransaction(services.db, { organizationId }, (tx) =>
      Promise.all([listMembers(tx, organizationId), readLastUses(tx, organizationId)]),
    );
    return {
      items: members.flatMap(({ userId }) => {
        const at = uses.get(userId);
        return at === undefined ? [] : [{ userId, lastActiveAt: at.toISOString() }];
      }),
    };
  });
