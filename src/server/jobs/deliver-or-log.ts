import type { Services } from '#server/runtime/services.ts';
import { deliver, MailFailure, type MailSubject, type OutgoingMail } from './mail.ts';

/**
 * Sends an email. The envelope records no delivery status for its recipient, so a final failure is logged.
 */
export async function deliverOrLog(
  services: Services,
  subject: MailSubject,
  mail: OutgoingMail,
): Promise<void> {
  try {
    await deliver(services, subject, mail);
  } catch (error) {
    if (!(error instanceof MailFailure) || !(error.permanent || mail.lastAttempt)) throw error;
    services.log.warn({ err: error }, 'email rejected');
  }
}
