import { z } from 'zod';
import { visitorProcedure } from '#server/trpc/audience.ts';

/** Returns what pages need to know about this server. */
export const getInstance = visitorProcedure
  .input(z.strictObject({}))
  .output(
    z.object({
      signUpOpen: z.boolean().describe('Whether anyone may create an organization, or only the operator.'),
      keepsMail: z
        .boolean()
        .describe('Whether emails are kept for the outbox because there is no SMTP server.'),
      agentEndpoint: z.string().describe('The address that agents connect to.'),
    }),
  )
  .query(({ ctx: { services } }) => ({
    signUpOpen: services.config.signup === 'open',
    keepsMail: services.config.mail.kind === 'outbox',
    agentEndpoint: services.accessTokens.audience,
  }));
