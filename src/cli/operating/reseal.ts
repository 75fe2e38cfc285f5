import { transaction } from '#server/db/client/transaction.ts';
import { readUnsealed, sealNow, type Unsealed } from '#server/db/instance/unsealed.ts';
import type { Queue } from '#server/queue.ts';
import { type OperatorServices, withQueue } from '../with-services.ts';

/** Lists the completed envelopes that aren't sealed, with the reason, or has workers seal some of them now. */
export async function reseal(
  services: OperatorServices,
  envelopeIds: readonly string[],
  { all = false }: { readonly all?: boolean | undefined },
): Promise<void> {
  if (all && envelopeIds.length > 0) throw new Error('name envelopes, or give --all');
  const unsealed = await readUnsealed(services.db);
  if (!all && envelopeIds.length === 0) return list(unsealed);
  const chosen = all ? unsealed : envelopeIds.map((id) => requireUnsealed(unsealed, id));
  await withQueue(services, (queue) => sealAgain(services, queue, chosen));
  process.stdout.write(
    `${chosen.length === 1 ? '1 envelope is' : `${chosen.length} envelopes are`} sealed by the next worker\n`,
  );
}

function list(unsealed: readonly Unsealed[]): void {
  if (unsealed.length === 0) process.stdout.write('every completed envelope is sealed\n');
  for (const { envelopeId, organizationId, completedAt, job, attempts, reason } of unsealed)
    process.stdout.write(
      `${envelopeId} organization ${organizationId}, completed ${completedAt}, ` +
        `${job === null ? 'not queued' : job.state} after ${attempts} attempts\n` +
        (reason === null ? '' : `  ${reason.replaceAll(/\s+/g, ' ').slice(0, 500)}\n`),
    );
}

function requireUnsealed(unsealed: readonly Unsealed[], id: string): Unsealed {
  const found = unsealed.find(({ envelopeId }) => envelopeId === id);
  if (found === undefined) throw new Error(`${id} is not a completed envelope without a seal`);
  return found;
}

/**
 * Makes jobs that are already queued due now, and queues the missing ones. Sealing is idempotent, so an extra
 * job does no harm.
 */
async function sealAgain({ db }: OperatorServices, queue: Queue, chosen: readonly Unsealed[]): Promise<void> {
  for (const { organizationId, envelopeId, job } of chosen) {
    if (job !== null) await sealNow(db, job.id);
    else
      await transaction(db, { organizationId }, (tx) =>
        queue.enqueue(tx, [{ name: 'svc/envelope.completed', payload: { organizationId, envelopeId } }]),
      );
  }
}
