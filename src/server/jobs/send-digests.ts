import { Refusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { requestDigest } from '#domain/mail-delivery.ts';
import { refuseSending, determineStanding } from '#domain/organization/sending/standing.ts';
import { withViewer } from '#server/db/client/client.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { readWaiting } from '#server/db/mail/waiting.ts';
import {
  forgetDigests,
  insertDigest,
  postponeDigest,
  readDueDigests,
  takeDueDigest,
  type DigestMember,
} from '#server/db/mail/weekly-digests.ts';
import { takeQuota } from '#server/db/organizations/quota-uses.ts';
import { readStanding } from '#server/db/organizations/standings.ts';
import type { Services } from '#server/runtime/services.ts';
import { HOUR_MS } from '#domain/time.ts';

const BATCH = 100;
/** How long a digest that can't be sent now waits, such as while the organization's quota is used up. */
const POSTPONED_MS = HOUR_MS;

/** Starts every weekly digest that is due, in every organization. Workers can run this concurrently. */
export async function sendDigests(services: Services, isStopping = () => false): Promise<void> {
  const { db, clock } = services;
  for (;;) {
    const due = await transaction(db, { dueRows: true }, (tx) => readDueDigests(tx, clock(), BATCH));
    for (const member of due) {
      if (isStopping()) return;
      await startOrPostpone(services, member);
    }
    if (due.length < BATCH) break;
  }
  const outlived = new Date(clock().getTime() - LIMITS.digestsKeptMs);
  await transaction(db, { dueRows: true }, (tx) => forgetDigests(tx, outlived));
}

async function startOrPostpone(services: Services, member: DigestMember): Promise<void> {
  try {
    await startDigest(services, member);
  } catch (error) {
    if (error instanceof Refusal) services.log.info({ ...member, code: error.code }, 'digest postponed');
    else services.log.error({ err: error, ...member }, 'digest failed');
    const now = services.clock();
    const until = new Date(now.getTime() + POSTPONED_MS);
    await transaction(services.db, { organizationId: member.organizationId }, (tx) =>
      postponeDigest(tx, member, { until, now }),
    );
  }
}

/**
 * Takes a member's due digest, and requests its email if something is waiting. Either all of it is committed
 * or nothing.
 */
async function startDigest({ db, clock, config, queue }: Services, member: DigestMember): Promise<void> {
  const { organizationId, userId } = member;
  const now = clock();
  await transaction(withViewer(db, userId), { organizationId }, async (tx) => {
    const due = await takeDueDigest(tx, member, now);
    if (due === null || due.muted.includes('digest')) return;
    if (refuseSending(determineStanding(await readStanding(tx, organizationId))) !== null) return;
    const before = new Date(now.getTime() - LIMITS.digestWaitingMs);
    if ((await readWaiting(tx, member, { before, limit: 1 })).total === 0) return;
    const digest = { organizationId, userId, week: due.week };
    if (!(await insertDigest(tx, digest, now))) return;
    await queue.enqueue(tx, [requestDigest(digest)]);
    await takeQuota(tx, config.quotas, { organizationId, quota: 'emails', amount: 1 }, now);
  });
}
