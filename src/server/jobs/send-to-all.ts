import type { User } from '#server/db/accounts/users.ts';
import { formatMessageId, getOwnMailbox, type MailRecord } from '#server/mail/message.ts';
import type { RenderedMail } from '#server/mail/layout.ts';
import type { Services } from '#server/runtime/services.ts';

type Person = Pick<User, 'id' | 'name' | 'email' | 'locale'>;
type Mail = {
  readonly organizationId: string;
  readonly rendered: RenderedMail;
  readonly identifier: string;
  readonly record: MailRecord;
};

/**
 * Emails several people about their organization. Fails if one of the emails wasn't accepted, so that the
 * job is tried again: everyone is then emailed again, with the same Message-IDs.
 */
export async function sendToAll(
  services: Services,
  people: readonly Person[],
  write: (person: Person) => Mail,
): Promise<void> {
  const from = getOwnMailbox(services.config.mail);
  let unsent: string | null = null;
  for (const person of people) {
    const { rendered, identifier, ...mail } = write(person);
    const verdict = await services.mail.send({
      ...mail,
      to: { name: person.name, email: person.email },
      from,
      replyTo: null,
      ...rendered,
      messageId: formatMessageId(identifier, from),
      headers: {},
    });
    if (verdict.accepted) continue;
    if (verdict.permanent)
      services.log.warn({ identifier, response: verdict.response }, 'email to a member rejected');
    else unsent = `email ${identifier} was not accepted: ${verdict.response}`;
  }
  if (unsent !== null) throw new Error(unsent);
}
