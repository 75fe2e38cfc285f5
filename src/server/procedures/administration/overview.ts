import { performance } from 'node:perf_hooks';
import { z } from 'zod';
import { JOB_KINDS, getJobKind, type JobKind } from '#domain/effects.ts';
import { overviewSchema } from '#wire/administration.ts';
import { requireAnswer } from '#server/db/client/answers.ts';
import { readClock } from '#server/db/clock/read-clock.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { countPartitionsAhead } from '#server/db/housekeeping/event-partitions.ts';
import { readFailedJobs, readQueueStates, type QueueState } from '#server/db/housekeeping/queued-jobs.ts';
import { nameOrganizations } from '#server/db/instance/organizations.ts';
import { countInstance } from '#server/db/instance/state.ts';
import { readSignedCheckpoint } from '#server/db/log/checkpoints.ts';
import { readMailServerAway } from '#server/db/mail/mail-server-state.ts';
import { checkHealth } from '#server/health/check-health.ts';
import { isLogForked, logProblems } from '#server/log/health.ts';
import type { Services } from '#server/runtime/services.ts';
import { operatorProcedure } from '#server/trpc/audience.ts';
import { listCertificatesInUse } from './certificates.ts';

const FAILED_SHOWN = 20;
const DAY_MS = 24 * 60 * 60_000;
/** Returns the state of the instance: its health, queues, failed jobs, certificates, storage and emails. */
export const getOverview = operatorProcedure
  .input(z.strictObject({}))
  .output(overviewSchema)
  .query(async ({ ctx: { services, operator } }) => {
    const { db, config, clock } = services;
    const scope = { administratorId: operator.id };
    const startedAt = performance.now();
    await requireAnswer(db);
    const databaseMs = performance.now() - startedAt;
    const { offMs } = await readClock({ ...services, clock: services.machineClock });
    const [checks, checkpoint, problems, isForked, states, failed, away, room, items, eventMonthsAhead] =
      await Promise.all([
        checkHealth(services),
        readSignedCheckpoint(db.drizzle),
        logProblems(services),
        isLogForked(services),
        readQueueStates(db),
        readFailedJobs(db, FAILED_SHOWN),
        readMailServerAway(db.drizzle),
        services.storage.probe().catch(() => null),
        listCertificatesInUse(services, scope),
        countPartitionsAhead(db.drizzle),
      ]);
    const mailsSince = new Date(clock().getTime() - DAY_MS);
    const { numbers, names } = await transaction(db, scope, async (tx) => ({
      numbers: await countInstance(tx, mailsSince),
      names: await nameOrganizations(tx, [...new Set(failed.flatMap((job) => job.organizationId ?? []))]),
    }));
    const queues = sumByKind(states);
    return {
      checkedAt: clock().toISOString(),
      checks,
      databaseMs,
      clockOffMs: offMs,
      timeServerAnswers: services.timeServer.answers(),
      eventMonthsAhead,
      log: {
        checkpoint: checkpoint && {
          entries: checkpoint.size,
          signedAt: checkpoint.signedAt.toISOString(),
          witnesses: checkpoint.cosignatures.split('\n').length - 1,
        },
        witnesses: config.log.witnesses.length,
        isForked,
      },
      logProblems: problems,
      sealKeyConfigured: config.sealKey !== null,
      timestampsConfigured: services.timestamps.configured,
      queues,
      failedJobs: failed.map(({ organizationId, ...job }) => ({
        ...job,
        kind: getJobKind(job.queue),
        organization: organizationId === null ? null : (names.get(organizationId) ?? null),
      })),
      certificates: { inUse: numbers.sealCertificates, items },
      storage: { room, documentBytes: numbers.documentBytes, databaseBytes: numbers.databaseBytes },
      mail: {
        server: getMailServer(config),
        away:
          away === null || config.mail.kind === 'outbox'
            ? null
            : { since: away.since.toISOString(), reason: away.reason },
        sent: numbers.mailsSent,
        failed: numbers.mailsFailed,
        waiting: queues.find(({ kind }) => kind === 'emails')?.waiting ?? 0,
      },
      organizations: numbers.organizations,
    };
  });

/** Adds up the numbers of queues that do the same kind of work. Each kind is listed once. */
function sumByKind(states: readonly QueueState[]) {
  return JOB_KINDS.map((kind: JobKind) => {
    const own = states.filter((state) => getJobKind(state.queue) === kind);
    const sum = (number: 'waiting' | 'running' | 'retrying' | 'failed') =>
      own.reduce((total, state) => total + state[number], 0);
    return {
      kind,
      waiting: sum('waiting'),
      running: sum('running'),
      retrying: sum('retrying'),
      failed: sum('failed'),
      dueSeconds: Math.max(0, ...own.map(({ dueSeconds }) => dueSeconds)),
    };
  });
}

/** Returns only the host name, because the URL contains a password. */
function getMailServer({ mail }: Services['config']): string | null {
  return mail.kind === 'smtp' ? new URL(mail.url).hostname : null;
}
