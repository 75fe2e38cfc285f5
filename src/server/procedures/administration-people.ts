import { z } from 'zod';
import { LIMITS } from '#domain/limits.ts';
import { done, DONE } from '#wire/account.ts';
import { administeredPerson, instanceAction } from '#wire/administration.ts';
import { nextCursor, pageQuery } from '#wire/pagination.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { listInstanceActions, listPeople } from '#server/db/instance/people.ts';
import { operatorProcedure } from '#server/trpc/audience.ts';
import { resetSecondFactor, signPersonOut } from './auth/administer-person.ts';

const SHOWN = 25;
const person = z.strictObject({
  id: z.string().min(1).max(LIMITS.cursorMaxChars),
  reason: z.string().trim().min(1).max(500),
});

/** Lists the people of the instance, newest first. */
export const listAllPeople = operatorProcedure
  .input(z.strictObject({ words: z.string().max(200), cursor: pageQuery.cursor }))
  .output(z.object({ items: z.array(administeredPerson), nextCursor }))
  .query(async ({ ctx: { services, operator }, input }) => {
    const page = { words: input.words.trim(), after: input.cursor ?? null, limit: SHOWN + 1 };
    const rows = await transaction(services.db, { administratorId: operator.id }, (tx) =>
      listPeople(tx, page),
    );
    const items = rows.slice(0, SHOWN);
    return { items, nextCursor: rows.length > SHOWN ? (items.at(-1)?.id ?? null) : null };
  });

/** Ends a person's sessions and agents. */
export const signAnyOut = operatorProcedure
  .input(person)
  .output(done)
  .mutation(async ({ ctx: { services, operator, audit }, input }) => {
    await signPersonOut(services, { person: operator, audit }, input.id, input.reason);
    return DONE;
  });

/** Removes a person's passkeys, authenticator app and recovery codes. */
export const resetAnySecondFactor = operatorProcedure
  .input(person)
  .output(done)
  .mutation(async ({ ctx: { services, operator, audit }, input }) => {
    await resetSecondFactor(services, { person: operator, audit }, input.id, input.reason);
    return DONE;
  });

/** Lists what the people who run the instance did, newest first. */
export const listAdministratorActions = operatorProcedure
  .input(z.strictObject({ cursor: pageQuery.cursor }))
  .output(z.object({ items: z.array(instanceAction), nextCursor }))
  .query(async ({ ctx: { services, operator }, input }) => {
    const page = { after: input.cursor ?? null, limit: SHOWN + 1 };
    const rows = await transaction(services.db, { administratorId: operator.id }, (tx) =>
      listInstanceActions(tx, page),
    );
    const items = rows.slice(0, SHOWN).map(({ id, action, actorName, subjectName, details, occurredAt }) => ({
      ...{ id, action, actorName, subjectName, reason: details['reason'] ?? null },
      occurredAt: occurredAt.toISOString(),
    }));
    return { items, nextCursor: rows.length > SHOWN ? (items.at(-1)?.id ?? null) : null };
  });
