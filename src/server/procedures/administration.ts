import { performance } from 'node:perf_hooks';
import { X509Certificate } from 'node:crypto';
import { z } from 'zod';
import { getJobKind, JOB_KINDS, type JobKind } from '#domain/effects.ts';
import { LIMITS } from '#domain/limits.ts';
import { determineStanding } from '#domain/organization/sending/standing.ts';
import { done, DONE } from '#wire/account.ts';
import { administeredOrganization, overviewSchema, type UsedCertificate } from '#wire/administration.ts';
import { nextCursor, pageQuery } from '#wire/pagination.ts';
import { requireAnswer } from '#server/db/client/answers.ts';
import { type Scope, transaction } from '#server/db/client/transaction.ts';
import { readClock } from '#server/db/clock/read-clock.ts';
import { countPartitionsAhead } from '#server/db/housekeeping/event-partitions.ts';
import {
  type QueueState,
  readFailedJobs,
  readQueueStates,
  retryJobsNow,
} from '#server/db/housekeeping/queued-jobs.ts';
import { listOrganizations, nameOrganizations } from '#server/db/instance/organizations.ts';
import { countInstance, readUsedCertificates } from '#server/db/instance/state.ts';
import { readSignedCheckpoint } from '#server/db/log/checkpoints.ts';
import { readMailServerAway } from '#server/db/mail/mail-server-state.ts';
import { readRevocationList } from '#server/db/organizations/revocation-lists.ts';
import { checkHealth } from '#server/health.ts';
import { isLogForked, logProblems } from '#server/log/health.ts';
import { approveName, suspend, unsuspend } from '#server/organizations/change-standing.ts';
import type { Services } from '#server/runtime/services.ts';
import { operatorProcedure } from '#server/trpc/audience.ts';
import { DAY_MS } from '#domain/time.ts';

const FAILED_SHOWN = 20;

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
      proxy: services.proxyWatch.read(),
      origin: config.http.origin,
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
        nextRetryAt: findNextRetry(states, 'emails')?.toISOString() ?? null,
      },
      organizations: numbers.organizations,
    };
  });

const SHOWN = 25;
const id = z.string().min(1).max(LIMITS.cursorMaxChars);

/** Lists the organizations of the instance, newest first. */
export const listAllOrganizations = operatorProcedure
  .input(z.strictObject({ words: z.string().max(200), cursor: pageQuery.cursor }))
  .output(z.object({ items: z.array(administeredOrganization), nextCursor }))
  .query(async ({ ctx: { services, operator }, input }) => {
    const page = { words: input.words.trim(), after: input.cursor ?? null, limit: SHOWN + 1 };
    const rows = await transaction(services.db, { administratorId: operator.id }, (tx) =>
      listOrganizations(tx, page),
    );
    const shown = rows.slice(0, SHOWN);
    return {
      items: shown.map((row) => ({
        id: row.id,
        name: row.name,
        owner:
          row.ownerEmail === null ? null : { name: row.ownerName ?? row.ownerEmail, email: row.ownerEmail },
        members: row.members,
        bytes: row.bytes,
        createdAt: row.createdAt,
        standing: determineStanding(row),
        suspensionReason: row.suspensionReason,
      })),
      nextCursor: rows.length > SHOWN ? (shown.at(-1)?.id ?? null) : null,
    };
  });

/** Suspends an organization. Its audit log shows the reason. */
export const suspendAny = operatorProcedure
  .input(z.strictObject({ id, reason: z.string().trim().min(1).max(500) }))
  .output(done)
  .mutation(async ({ ctx: { services, operator, audit }, input }) => {
    await suspend({ ...services, person: operator, audit }, input.id, input.reason);
    return DONE;
  });

/** Ends the suspension of an organization. */
export const unsuspendAny = operatorProcedure
  .input(z.strictObject({ id }))
  .output(done)
  .mutation(async ({ ctx: { services, operator, audit }, input }) => {
    await unsuspend({ ...services, person: operator, audit }, input.id);
    return DONE;
  });

/**
 * Lets an organization send under the name that was shown to the operator, although the name resembles that
 * of a well-known service.
 */
export const approveAnyName = operatorProcedure
  .input(z.strictObject({ id, name: z.string().min(1).max(500) }))
  .output(done)
  .mutation(async ({ ctx: { services, operator, audit }, input }) => {
    await approveName({ ...services, person: operator, audit }, input.id, input.name);
    return DONE;
  });

/** Gives one failed job, or all of them, one more attempt. */
export const retryJobs = operatorProcedure
  .input(z.strictObject({ id: z.uuid().optional() }))
  .output(z.object({ retried: z.int() }))
  .mutation(async ({ ctx: { services, operator }, input: { id } }) => {
    const retried = await retryJobsNow(services.db, id === undefined ? 'all' : { id }, ['failed']);
    services.log.info({ userId: operator.id, jobId: id, retried }, 'failed jobs are tried again');
    return { retried };
  });

const CERTIFICATES_SHOWN = 8;

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

/** Returns when the first of a kind of jobs is tried again. */
function findNextRetry(states: readonly QueueState[], kind: JobKind): Date | null {
  const times = states.flatMap(({ queue, nextRetryAt }) =>
    getJobKind(queue) === kind && nextRetryAt !== null ? [nextRetryAt.getTime()] : [],
  );
  return times.length === 0 ? null : new Date(Math.min(...times));
}

/** Returns only the host name, because the URL contains a password. */
function getMailServer({ mail }: Services['config']): string | null {
  return mail.kind === 'smtp' ? new URL(mail.url).hostname : null;
}

/**
 * Returns the configured certificate, the instance's authority and its revocation list, and those
 * organization certificates that expire first.
 */
async function listCertificatesInUse(
  { db, sealKey, log }: Pick<Services, 'db' | 'sealKey' | 'log'>,
  scope: Scope,
): Promise<UsedCertificate[]> {
  const { used, list } = await transaction(db, scope, async (tx) => ({
    used: await readUsedCertificates(tx, CERTIFICATES_SHOWN),
    list: await readRevocationList(tx),
  }));
  const configured = await sealKey?.key().catch((error: unknown) => {
    log.warn({ err: error }, "the sealing certificate can't be read");
    return null;
  });
  const own: readonly UsedCertificate[] = [
    ...(configured
      ? [
          {
            id: 'configured',
            kind: 'configured' as const,
            organization: null,
            ...readCertificateFacts(configured.certificate),
          },
        ]
      : []),
    ...used.map(({ id, organizationName, certificate }) => ({
      id,
      kind: organizationName === null ? ('authority' as const) : ('organization' as const),
      organization: organizationName,
      ...readCertificateFacts(certificate),
    })),
    ...(list === null
      ? []
      : [
          {
            id: 'revocation-list',
            kind: 'revocation_list' as const,
            organization: null,
            key: null,
            endsAt: list.nextUpdate.toISOString(),
          },
        ]),
  ];
  return own.toSorted((a, b) => a.endsAt.localeCompare(b.endsAt));
}

function readCertificateFacts(der: Uint8Array) {
  const { validTo, publicKey } = new X509Certificate(der);
  const { modulusLength, namedCurve } = publicKey.asymmetricKeyDetails ?? {};
  const key = modulusLength === undefined ? (namedCurve ?? '') : `RSA ${modulusLength}`;
  return { key: key === 'prime256v1' ? 'P-256' : key, endsAt: new Date(validTo).toISOString() };
}
