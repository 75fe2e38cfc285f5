import { transaction } from '#server/db/client/transaction.ts';
import { readStanding } from '#server/db/organizations/standings.ts';
import type { MailTransport } from '#server/mail/transport.ts';
import type { Services } from './services.ts';

/**
 * Wraps a transport so that nothing is sent for a suspended organization, also what was enqueued before. Emails about someone's
 * own account go out: they have to be able to sign in.
 */
export function heldMail({ db }: Pick<Services, 'db'>, transport: MailTransport): MailTransport {
  return {
    send: async (message) => {
      const { organizationId, record } = message;
      if (organizationId !== null && record?.about !== 'account') {
        const { suspendedAt } = await transaction(db, { organizationId }, (tx) =>
          readStanding(tx, organizationId),
        );
        if (suspendedAt !== null)
          return {
            accepted: false,
            permanent: true,
            serverAway: null,
            response: 'the organization is suspended',
          };
      }
      return await transport.send(message);
    },
    close: () => transport.close(),
  };
}
