import { LIMITS } from '#domain/limits.ts';
import { getRetentionCutoff } from '#domain/organization/retention.ts';
import type { Services } from '#server/runtime/services.ts';
import { insertAdministrativeAction } from '#server/db/organizations/administrative-actions.ts';
import { eraseEnvelope, readEndedBefore, readRetentionRules } from '#server/db/organizations/retention.ts';
import { transaction } from '#server/db/client/transaction.ts';

/**
 * Erases envelopes whose retention time under their organization's rule is over, each in a separate
 * transaction. Workers can run this concurrently: the second one finds that the envelope is gone.
 */
export async function eraseByRetention(
  services: Pick<Services, 'db' | 'clock' | 'newId' | 'log'>,
): Promise<void> {
  const rules = await transaction(services.db, { dueRows: true }, readRetentionRules);
  for (const { id: organizationId, years } of rules) {
    const before = getRetentionCutoff(years, services.clock());
    const due = await transaction(services.db, { organizationId }, (tx) =>
      readEndedBefore(tx, organizationId, { before, limit: LIMITS.erasuresPerRun }),
    );
    for (const envelopeId of due) await erase(services, organizationId, envelopeId);
  }
}

async function erase(
  services: Pick<Services, 'db' | 'clock' | 'newId' | 'log'>,
  organizationId: string,
  envelopeId: string,
): Promise<void> {
  const at = services.clock();
  await transaction(services.db, { organizationId }, async (tx) => {
    const erasure = { id: services.newId('erasure'), reason: 'retention', at } as const;
    const obstacle = await eraseEnvelope(tx, envelopeId, erasure);
    if (obstacle !== null) {
      services.log.debug({ envelopeId, obstacle }, 'envelope not erased');
      return;
    }
    await insertAdministrativeAction(tx, {
      id: services.newId('administrativeAction'),
      organizationId,
      actorId: null,
      actorName: 'Countersign',
      action: 'envelope.erased',
      subjectId: envelopeId,
      subjectName: envelopeId,
      details: { reason: 'retention' },
      occurredAt: at,
    });
  });
}
