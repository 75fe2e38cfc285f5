import { SYSTEM } from '#domain/actor.ts';
import { copyFailed } from '#domain/envelope/copies.ts';
import { recordBounce } from '#domain/envelope/delivery.ts';
import { commit } from '#server/commit.ts';
import { collectFacts } from '#server/runtime/context.ts';
import { failMailDelivery, findMailDelivery, type MailDelivery } from '#server/db/mail/mail-deliveries.ts';
import { transaction } from '#server/db/client/transaction.ts';
import type { Bounce } from '#server/mail/bounce.ts';
import type { Services } from '#server/runtime/services.ts';

/**
 * Records a bounced email as `failed`. If it went to a signer whose link is still current, the bounce also
 * appears in the envelope's log and needs the sender's attention. Returns null for unknown emails. Recording
 * the same bounce again changes nothing.
 */
export async function noteBounce(
  services: Pick<Services, 'config' | 'db' | 'queue' | 'clock' | 'newId'>,
  { messageId, reason }: Bounce,
): Promise<MailDelivery | null> {
  const mail = await transaction(services.db, { dueRows: true }, (tx) => findMailDelivery(tx, messageId));
  if (mail === null) return null;
  const { id, organizationId, envelopeId, participantId, createdAt } = mail;
  if (envelopeId !== null && participantId !== null) {
    const facts = collectFacts(SYSTEM, services);
    const back = { participantId, sentAt: createdAt.toISOString(), reason };
    await commit(services, { organizationId, envelopeId }, facts, (graph) =>
      graph.copies.some(({ id }) => id === participantId)
        ? copyFailed(graph, { ...back, copyId: participantId }, facts)
        : recordBounce(graph, back, facts),
    );
  }
  await transaction(services.db, { organizationId }, (tx) =>
    failMailDelivery(tx, { id, answer: reason, updatedAt: services.clock() }),
  );
  return mail;
}
