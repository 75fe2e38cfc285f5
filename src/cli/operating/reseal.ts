import { parseArgs } from 'node:util';
import { transaction } from '#server/db/client/transaction.ts';
import { readUnsealed, sealNow, type Unsealed } from '#server/db/instance/unsealed.ts';
import type { LogServices } from '#server/log/services.ts';
import { openQueue, type Queue } from '#server/queue.ts';
import { withServices } from '../with-services.ts';

/**
 * `reseal [ENVELOPE… | --all]`: lists the completed envelopes that aren't sealed, with the reason, or has
 * workers seal them now.
 */
export async function reseal(args: string[]): Promise<void> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { all: { type: 'boolean', default: false } },
  });
  if (values.all && positionals.length > 0) throw new Error('name envelopes, or give --all');
  await withServices(async (services) => {
    const unsealed = await readUnsealed(services.db);
    if (!values.all && positionals.length === 0) return list(unsealed);
    const chosen = values.all ? unsealed : positionals.map((id) => requireUnsealed(unsealed, id));
    const count = await sealAgain(services, chosen);
    process.stdout.write(
      `${count === 1 ? '1 envelope is' : `${count} envelopes are`} sealed by the next worker\n`,
    );
  });
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
async function sealAgain(services: LogServices, chosen: readonly Unsealed[]): Promise<number> {
  let queue: Queue | null = null;
  try {
    for (const { organizationId, envelopeId, job } of chosen) {
      if (job !== null) {
        await sealNow(services.db, job.id);
        continue;
      }
      queue ??= await openQueue(services.config.database, {
        onError: (error) => services.log.error({ err: error }, 'queue'),
        onTaken: () => Promise.resolve(),
      });
      const opened = queue;
      await transaction(services.db, { organizationId }, (tx) =>
        opened.enqueue(tx, [{ name: 'svc/envelope.completed', payload: { organizationId, envelopeId } }]),
      );
    }
  } finally {
    await queue?.close();
  }
  return chosen.length;
}
