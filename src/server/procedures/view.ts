import { z } from 'zod';
import { createInvalidRefusal, createRefusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { done, DONE } from '#wire/account.ts';
import { createRequiredLineSchema, pathId } from '#wire/text.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { deleteView, insertView, listViews, updateView } from '#server/db/filing/saved-views.ts';
import { lockOrganization } from '#server/db/organizations/organizations.ts';
import { sessionProcedure } from '#server/trpc/audience.ts';

const name = createRequiredLineSchema(LIMITS.savedViewNameMaxChars);

/** The query of the list's URL. The list ignores parameters that it doesn't know. */
const query = z.string().max(LIMITS.savedViewQueryMaxChars);
const view = z.object({ id: z.string(), name: z.string(), query: z.string() });

/** Lists the person's own saved views of the organization's envelopes, oldest first. */
export const listSavedViews = sessionProcedure
  .input(z.strictObject({}))
  .output(z.object({ items: z.array(view) }))
  .query(async ({ ctx: { services, session, member } }) => {
    const holder = { organizationId: member.organizationId, userId: session.user.id };
    return { items: await transaction(services.db, holder, (tx) => listViews(tx, holder)) };
  });

/** Saves a view. */
export const createSavedView = sessionProcedure
  .input(z.strictObject({ name, query }))
  .output(view)
  .mutation(async ({ ctx: { services, session, member }, input }) => {
    const holder = { organizationId: member.organizationId, userId: session.user.id };
    const saved = { id: services.newId('savedView'), ...input };
    await transaction(services.db, holder, async (tx) => {
      await lockOrganization(tx, holder.organizationId);
      if ((await listViews(tx, holder)).length >= LIMITS.savedViewsMax)
        throw createInvalidRefusal([
          { path: '/name', message: `exceeds the maximum of ${LIMITS.savedViewsMax} views` },
        ]);
      await insertView(tx, holder, saved, services.clock());
    });
    return saved;
  });

/** Renames a view or changes its filters. */
export const changeSavedView = sessionProcedure
  .input(z.strictObject({ id: pathId, name, query }))
  .output(done)
  .mutation(async ({ ctx: { services, session, member }, input }) => {
    const holder = { organizationId: member.organizationId, userId: session.user.id };
    if (!(await transaction(services.db, holder, (tx) => updateView(tx, holder, input))))
      throw createRefusal('not_found');
    return DONE;
  });

/** Deletes a view. */
export const deleteSavedView = sessionProcedure
  .input(z.strictObject({ id: pathId }))
  .output(done)
  .mutation(async ({ ctx: { services, session, member }, input }) => {
    const holder = { organizationId: member.organizationId, userId: session.user.id };
    if (!(await transaction(services.db, holder, (tx) => deleteView(tx, holder, input.id))))
      throw createRefusal('not_found');
    return DONE;
  });
