import { z } from 'zod';
import { SENDER_EMAILS } from '#domain/account/sender-emails.ts';
import { LIMITS } from '#domain/limits.ts';
import { isTimeZone } from '#domain/timestamp.ts';
import { done, DONE } from '#wire/account.ts';
import {
  moveDigest,
  readMutedEmails,
  setMutedEmails,
  setTimeZone,
} from '#server/db/accounts/notifications.ts';
import { listOrganizationIds } from '#server/db/accounts/users.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { sessionProcedure } from '#server/trpc/audience.ts';

const emails = z.array(z.enum(SENDER_EMAILS)).max(SENDER_EMAILS.length);

/** Returns which emails about their own envelopes a person gets from this organization. */
export const getNotifications = sessionProcedure
  .input(z.strictObject({}))
  .output(z.object({ emails }))
  .query(async ({ ctx: { services, member } }) => {
    const { organizationId, sender } = member;
    const muted = await transaction(services.db, { organizationId }, (tx) =>
      readMutedEmails(tx, organizationId, sender.userId),
    );
    return { emails: SENDER_EMAILS.filter((email) => muted?.includes(email) !== true) };
  });

/** Sets which emails about their own envelopes a person gets from this organization. */
export const changeNotifications = sessionProcedure
  .input(z.strictObject({ emails }))
  .output(done)
  .mutation(async ({ ctx: { services, member }, input }) => {
    const { organizationId, sender } = member;
    const muted = SENDER_EMAILS.filter((email) => !input.emails.includes(email));
    await transaction(services.db, { organizationId }, (tx) =>
      setMutedEmails(tx, organizationId, sender.userId, muted),
    );
    return DONE;
  });

const timeZone = z
  .string()
  .max(LIMITS.timeZoneMaxChars)
  .refine(isTimeZone, { message: 'must be the name of a time zone in the IANA database' });

/**
 * Records the time zone of a person's browser, so that the digests of all their organizations arrive there on
 * Monday morning.
 */
export const setAccountTimeZone = sessionProcedure
  .input(z.strictObject({ timeZone }))
  .output(done)
  .mutation(async ({ ctx: { services, session }, input }) => {
    const { db, clock } = services;
    const { id: userId } = session.user;
    await setTimeZone(db.drizzle, userId, input.timeZone);
    const organizations = await transaction(db, { userId }, (tx) => listOrganizationIds(tx, userId));
    for (const organizationId of organizations)
      await transaction(db, { organizationId }, (tx) =>
        moveDigest(tx, organizationId, userId, { timeZone: input.timeZone, now: clock() }),
      );
    return DONE;
  });
