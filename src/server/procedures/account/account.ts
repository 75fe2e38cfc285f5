import { z } from 'zod';
import { SENDER_EMAILS } from '#domain/account/sender-emails.ts';
import { createInvalidRefusal, createRefusal } from '#domain/errors.ts';
import { LANGUAGES } from '#domain/language.ts';
import { LIMITS } from '#domain/limits.ts';
import { isMisleadingName } from '#domain/organization/sending/well-known-names.ts';
import { REFUSAL_MESSAGES } from '#domain/refusal-messages.ts';
import { isTimeZone } from '#domain/timestamp.ts';
import { accountSchema, done, DONE } from '#wire/account.ts';
import { administrativeActionSchema } from '#wire/administrative-action.ts';
import { MISLEADING_NAME } from '#wire/member.ts';
import { createRequiredLineSchema, pathId } from '#wire/text.ts';
import { type DigestClaims, readDigestToken } from '#server/crypto/tokens/digest-token.ts';
import { enterMembership } from '#server/db/accounts/members.ts';
import {
  moveDigest,
  muteEmail,
  readMutedEmails,
  setMutedEmails,
  setTimeZone,
} from '#server/db/accounts/notifications.ts';
import { listPasskeys } from '#server/db/accounts/passkeys.ts';
import { countRecoveryCodes, readTotpSecret } from '#server/db/accounts/second-factors.ts';
import { endSession, endSessions, listSessions, moveSession } from '#server/db/accounts/sessions.ts';
import { listOrganizationIds, updateUser } from '#server/db/accounts/users.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { listAccountActions } from '#server/db/organizations/administrative-actions.ts';
import { readOrganization } from '#server/db/organizations/organizations.ts';
import { readStanding } from '#server/db/organizations/standings.ts';
import { recordSignIn } from '#server/organizations/account-traces.ts';
import { mayEnter } from '#server/procedures/single-sign-on/password-gate.ts';
import type { Services } from '#server/runtime/services.ts';
import { accountProcedure, sessionProcedure, visitorProcedure } from '#server/trpc/audience.ts';

/** Returns how a person's account is protected and where they are signed in. */
export const getAccount = accountProcedure
  .input(z.strictObject({}))
  .output(accountSchema)
  .query(async ({ ctx: { services, session } }) => {
    const { drizzle } = services.db;
    const { user } = session;
    const [totp, recoveryCodesLeft, passkeys, sessions] = await Promise.all([
      readTotpSecret(drizzle, user.id),
      countRecoveryCodes(drizzle, user.id),
      listPasskeys(drizzle, user.id),
      listSessions(drizzle, user.id, services.config.sessions, services.clock()),
    ]);
    const { name, email, emailVerified, language } = user;
    return {
      name,
      email,
      emailVerified,
      language,
      totpSince: totp?.confirmedAt?.toISOString() ?? null,
      recoveryCodesLeft,
      passkeys: passkeys.map((passkey) => ({
        id: passkey.id,
        name: passkey.name,
        backedUp: passkey.backedUp,
        createdAt: passkey.createdAt.toISOString(),
        lastUsedAt: passkey.lastUsedAt?.toISOString() ?? null,
      })),
      sessions: sessions.map(({ id, createdAt, lastUsedAt, ipAddress, userAgent }) => ({
        id,
        isThis: id === session.id,
        createdAt: createdAt.toISOString(),
        lastUsedAt: (lastUsedAt ?? createdAt).toISOString(),
        ipAddress,
        userAgent,
      })),
    };
  });

/** Lists what happened to a person's account lately, newest first: sign-ins, failures and changes. */
export const listActivity = accountProcedure
  .input(z.strictObject({}))
  .output(z.object({ items: z.array(administrativeActionSchema) }))
  .query(async ({ ctx: { services, session } }) => {
    const userId = session.user.id;
    const rows = await transaction(services.db, { userId }, (tx) =>
      listAccountActions(tx, userId, LIMITS.accountActivityShown),
    );
    return { items: rows.map((row) => ({ ...row, occurredAt: row.occurredAt.toISOString() })) };
  });

/**
 * Changes a person's name. The new name appears on what they send from now on. A misleading name is refused
 * unless the operator approved it for the person's organization.
 */
export const renameAccount = accountProcedure
  .input(z.strictObject({ name: createRequiredLineSchema(LIMITS.nameMaxChars) }))
  .output(done)
  .mutation(async ({ ctx: { services, session }, input: { name } }) => {
    const organizationId = session.organization.id;
    const { approvedNames } = await transaction(services.db, { organizationId }, (tx) =>
      readStanding(tx, organizationId),
    );
    if (isMisleadingName(name) && !approvedNames.includes(name))
      throw createInvalidRefusal([{ path: '/name', message: MISLEADING_NAME }]);
    await updateUser(services.db.drizzle, session.user.id, { name });
    return DONE;
  });

/** Sets the language of a person's pages; null uses their browser's language. */
export const setAccountLanguage = accountProcedure
  .input(z.strictObject({ language: z.enum(LANGUAGES).nullable() }))
  .output(done)
  .mutation(async ({ ctx: { services, session }, input: { language } }) => {
    await updateUser(services.db.drizzle, session.user.id, { locale: language });
    return DONE;
  });

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

const token = z.string().max(1024);
const state = z.object({ organizationName: z.string(), isOn: z.boolean() });

/**
 * Returns which digest a link turns off; null if the link doesn't work. Checking changes nothing, because
 * mail scanners open links too.
 */
export const checkDigestLink = visitorProcedure
  .input(z.strictObject({ token }))
  .output(state.nullable())
  .query(async ({ ctx: { services }, input }) => {
    const claims = readClaims(services, input.token);
    if (claims === null) return null;
    return await transaction(services.db, { organizationId: claims.org }, async (tx) => {
      const muted = await readMutedEmails(tx, claims.org, claims.user);
      if (muted === null) return null;
      const { name } = await readOrganization(tx, claims.org);
      return { organizationName: name, isOn: !muted.includes('digest') };
    });
  });

/** Turns a member's weekly digest off or on. The link in the email is all it takes. */
export const switchDigest = visitorProcedure
  .input(z.strictObject({ token, on: z.boolean() }))
  .output(z.object({ isOn: z.boolean() }))
  .mutation(async ({ ctx: { services }, input }) => {
    await switchDigestByLink(services, input.token, input.on);
    return { isOn: input.on };
  });

/** Ends one of a person's sessions. */
export const endOwnSession = accountProcedure
  .input(z.strictObject({ id: pathId }))
  .output(done)
  .mutation(async ({ ctx: { services, session }, input }) => {
    if (!(await endSession(services.db.drizzle, session.user.id, input.id))) throw createRefusal('not_found');
    return DONE;
  });

/** Ends all of a person's sessions except this one. */
export const endOtherSessions = accountProcedure
  .input(z.strictObject({}))
  .output(done)
  .mutation(async ({ ctx: { services, session } }) => {
    await endSessions(services.db.drizzle, session.user.id, session.id);
    return DONE;
  });

/** Moves this session to another of the person's organizations. The next sign-in starts there as well. */
export const switchOrganization = accountProcedure
  .input(z.strictObject({ organizationId: pathId }))
  .output(done)
  .mutation(async ({ ctx: { services, session, audit }, input: { organizationId } }) => {
    if (!(await mayEnter(services.db, session, organizationId)))
      throw createRefusal('forbidden', { reason: 'single_sign_on' }, REFUSAL_MESSAGES.other_sign_in_needed);
    await transaction(services.db, { organizationId }, async (tx) => {
      if (!(await enterMembership(tx, organizationId, session.user.id, services.clock())))
        throw createRefusal('not_found');
      await moveSession(tx, session.id, organizationId);
      const person = session.user;
      await recordSignIn(tx, services, {
        person,
        organizationId,
        method: 'switch',
        isNewDevice: false,
        audit,
      });
    });
    return DONE;
  });

/** Turns the digest of a link off or on. Refuses with `unauthorized`. */
export async function switchDigestByLink(services: Services, text: string, on: boolean): Promise<void> {
  const claims = readClaims(services, text);
  const isMember =
    claims !== null &&
    (await transaction(services.db, { organizationId: claims.org }, (tx) =>
      muteEmail(tx, { organizationId: claims.org, userId: claims.user, email: 'digest', muted: !on }),
    ));
  if (!isMember) throw createRefusal('unauthorized', undefined, 'This link is invalid or has expired.');
}

function readClaims({ config, clock }: Services, text: string): DigestClaims | null {
  return readDigestToken(text, config.secretKeys, clock());
}
