import { z } from 'zod';
import { accountSchema } from '#wire/account.ts';
import { listPasskeys } from '#server/db/accounts/passkeys.ts';
import { countRecoveryCodes, readTotpSecret } from '#server/db/accounts/second-factors.ts';
import { listSessions } from '#server/db/accounts/sessions.ts';
import { accountProcedure } from '#server/trpc/audience.ts';

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
