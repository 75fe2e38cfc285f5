import { z } from 'zod';
import { LIMITS } from '#domain/limits.ts';
import { readMailServerAway } from '#server/db/mail/mail-server-state.ts';
import { readSignUpAdmission } from '#server/organizations/first-account.ts';
import type { Services } from '#server/runtime/services.ts';
import { visitorProcedure } from '#server/trpc/audience.ts';

/** Returns what pages need to know about this server. */
export const getInstance = visitorProcedure
  .input(z.strictObject({}))
  .output(
    z.object({
      signUp: z
        .union([
          z.object({ kind: z.enum(['anyone', 'invited', 'code']) }),
          z.object({ kind: z.literal('domains'), domains: z.array(z.string()).readonly() }),
        ])
        .describe('Who may create an organization.'),
      keepsMail: z
        .boolean()
        .describe('Whether emails are kept for the outbox because there is no SMTP server.'),
      mailDelayedSince: z
        .string()
        .nullable()
        .describe('Since when emails wait because the mail server can’t be reached; null if they are sent.'),
      agentEndpoint: z.string().describe('The address that agents connect to.'),
    }),
  )
  .query(async ({ ctx: { services } }) => ({
    signUp: await readSignUpAdmission(services),
    keepsMail: services.config.mail.kind === 'outbox',
    mailDelayedSince: await readEmailDelayStart(services),
    agentEndpoint: services.accessTokens.audience,
  }));

/** Ignores short outages, because a mail server that restarts is back before anyone would miss an email. */
async function readEmailDelayStart({ config, db, clock }: Services): Promise<string | null> {
  const away = config.mail.kind === 'outbox' ? null : await readMailServerAway(db.drizzle);
  if (away === null || clock().getTime() - away.since.getTime() < LIMITS.mailLateMs) return null;
  return away.since.toISOString();
}
