import { SYSTEM } from '#domain/actor.ts';
import { mailCameBack } from '#domain/envelope/delivery.ts';
import { commit } from './commit.ts';
import { factsOf } from './context.ts';
import { failMailDelivery, findMailDelivery, type MailDelivery } from './db/mail-deliveries.ts';
import { within } from './db/transaction.ts';
import type { Bounce } from './mail/bounce.ts';
import type { World } from './world.ts';

/**
 * Notes that a mail came back: its status is `failed`, and where it went to a signer whose link is still that one, the
 * envelope's log and the sender's attention say so. Null when the mail is none of ours, or is remembered no more. The
 * same bounce twice is one.
 */
export async function noteBounce(
  world: Pick<World, 'db' | 'queue' | 'clock' | 'newId'>,
  { messageId, reason }: Bounce,
): Promise<MailDelivery | null> {
  const mail = await within(world.db, { dueRows: true }, (tx) => findMailDelivery(tx, messageId));
  if (mail === null) return null;
  const { id, organizationId, envelopeId, participantId, createdAt } = mail;
  if (envelopeId !== null && participantId !== null) {
    const facts = factsOf(SYSTEM, world);
    const back = { participantId, sentAt: createdAt.toISOString(), reason };
    await commit(world, { organizationId, envelopeId }, facts, (graph) => mailCameBack(graph, back, facts));
  }
  await within(world.db, { organizationId }, (tx) =>
    failMailDelivery(tx, { id, answer: reason, updatedAt: world.clock() }),
  );
  return mail;
}
