import { isMemberAddress } from '#server/db/accounts/users.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { readStanding } from '#server/db/organizations/standings.ts';
import type { MailOutbox, MailTransport } from '#server/mail/transport.ts';
import type { Services } from '#server/runtime/services.ts';

/**
 * Wraps a transport so that nothing is sent for a suspended organization, including what was enqueued
 * earlier. What a test environment sends is kept in its inbox and goes out only to the organization's own
 * members. Emails about someone's own account always go out, since people have to be able to sign in, but
 * codes for public forms don't.
 */
export function withMailHold(
  { db }: Pick<Services, 'db'>,
  inbox: MailOutbox,
  transport: MailTransport,
): MailTransport {
  return {
    send: async (message) => {
      const { organizationId, record, to, isCode } = message;
      const isOwn = record?.about === 'account' && isCode !== true;
      if (organizationId === null || isOwn) return await transport.send(message);
      const { suspendedAt, isTest, isMember } = await transaction(db, { organizationId }, async (tx) => {
        const standing = await readStanding(tx, organizationId);
        const goesToMember = standing.isTest && (await isMemberAddress(tx, organizationId, to.email));
        return { ...standing, isMember: goesToMember };
      });
      if (suspendedAt !== null)
        return {
          accepted: false,
          permanent: true,
          serverAway: null,
          response: 'the organization is suspended',
        };
      if (!isTest) return await transport.send(message);
      const test = { ...message, subject: `TEST: ${message.subject}` };
      await inbox.store(test);
      return isMember ? await transport.send(test) : { accepted: true };
    },
    close: () => transport.close(),
  };
}
