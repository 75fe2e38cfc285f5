import { z } from 'zod';
import { sessionProcedure } from '#server/trpc/audience.ts';

/** Returns the current position in the organization's changes. Pages ask for the updates since then. */
export const getLiveMark = sessionProcedure
  .input(z.strictObject({}))
  .output(z.object({ mark: z.string() }))
  .query(({ ctx: { services, member } }) => ({ mark: services.live.mark(member.organizationId) }));
