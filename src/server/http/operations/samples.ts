import { readQueueStates } from '#server/db/housekeeping/queued-jobs.ts';
import { countPartitionsAhead } from '#server/db/housekeeping/event-partitions.ts';
import type { Sample } from '#server/metrics/catalogue.ts';
import type { Services } from '#server/runtime/services.ts';
import type { Readiness } from './readiness.ts';

/** Reads the values that are measured at the moment of a scrape. */
export async function readSamples(
  services: Services,
  { status, checks }: Readiness,
): Promise<readonly Sample[]> {
  return [
    { name: 'countersign_ready', value: Number(status === 'ready') },
    ...Object.entries(checks).map(([check, state]) => ({
      name: 'countersign_health' as const,
      labels: { check },
      value: Number(state !== 'failing'),
    })),
    { name: 'countersign_seal_key_expiring', value: Number(checks.sealKey === 'expiring') },
    ...(checks.jobs === 'ok' ? await readQueueSamples(services) : []),
    ...(checks.database === 'ok' ? await partitionSamples(services) : []),
    ...readPoolSamples(services),
  ];
}

async function readQueueSamples({ db, log }: Services): Promise<readonly Sample[]> {
  const states = await readQueueStates(db).catch((error: unknown) => {
    log.warn({ err: error }, 'the queues could not be counted');
    return [];
  });
  return [
    ...states.map(({ queue, waiting }) => ({
      name: 'countersign_jobs_waiting' as const,
      labels: { queue },
      value: waiting,
    })),
    ...states.map(({ queue, dueSeconds }) => ({
      name: 'countersign_jobs_due_seconds' as const,
      labels: { queue },
      value: dueSeconds,
    })),
    ...states.map(({ queue, failed }) => ({
      name: 'countersign_jobs_failed' as const,
      labels: { queue },
      value: failed,
    })),
  ];
}

async function partitionSamples({ db, log }: Services): Promise<readonly Sample[]> {
  try {
    return [{ name: 'countersign_event_partitions_ahead', value: await countPartitionsAhead(db.drizzle) }];
  } catch (error) {
    log.warn({ err: error }, 'the partitions could not be counted');
    return [];
  }
}

function readPoolSamples({ db }: Services): readonly Sample[] {
  const { busy, idle, waiting } = db.pool();
  return [
    { name: 'countersign_database_connections', labels: { state: 'busy' }, value: busy },
    { name: 'countersign_database_connections', labels: { state: 'idle' }, value: idle },
    { name: 'countersign_database_waiting', value: waiting },
  ];
}
