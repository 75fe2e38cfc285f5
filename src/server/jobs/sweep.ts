import { LIMITS } from '#domain/limits.ts';
import { ERRORS, Refusal } from '#domain/errors.ts';
import { forgetIdempotencyKeys, listDueKinds, readDue, type DueKind } from '#server/db/envelopes/due.ts';
import { makeEventPartitions } from '#server/db/housekeeping/event-partitions.ts';
import { forgetExpired } from '#server/db/housekeeping/forget-expired.ts';
import { forgetMailDeliveries } from '#server/db/mail/mail-deliveries.ts';
import { forgetTestMessages } from '#server/db/mail/outbox-mails.ts';
import { forgetQuestions } from '#server/db/oauth/agent-questions.ts';
import { forgetSigningAttempts } from '#server/db/envelopes/signing-attempts.ts';
import { forgetPageSessions } from '#server/db/envelopes/page-sessions.ts';
import { hastenSeals } from '#server/db/instance/unsealed.ts';
import { isTimeWrong } from '#server/envelopes/right-time.ts';
import { readClock } from '#server/db/clock/read-clock.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { forgetFormStarts, readClosedForms } from '#server/db/templates/forms.ts';
import { forgetDeliveries } from '#server/db/webhooks/webhook-deliveries.ts';
import { maintainAuthorization } from '#server/oauth/maintain.ts';
import type { Round } from '#server/runtime/repeat.ts';
import type { Services } from '#server/runtime/services.ts';
import { actOnDue } from '#server/envelopes/act-on-due.ts';
import { eraseByRetention } from './erase-by-retention.ts';
import { announceClosedForms } from './closed-forms.ts';
import { forgetExports } from './forget-exports.ts';
import { recheckDomains } from './recheck-domains.ts';
import { reviewBlobs } from './review-blobs.ts';

const BATCH = 100;

/** Handles everything that is due, in every organization. Workers can run this concurrently. */
export async function sweep(services: Services): Promise<void> {
  await actOnAllDue(services);
  await forgetOutlived(services);
}

/** Does what is due, without forgetting what is outlived. */
export async function actOnAllDue(services: Services): Promise<void> {
  const [kinds, closed] = await transaction(services.db, { dueRows: true }, (tx) =>
    Promise.all([listDueKinds(tx, services.clock()), readClosedForms(tx, BATCH)]),
  );
  for (const kind of kinds) await sweepKind(services, kind);
  await announceClosedForms(services, closed);
}

/** Removes what nobody needs any more, and prepares for the time to come. */
async function forgetOutlived(services: Services): Promise<void> {
  const now = services.clock();
  const findTimeAgo = (keptMs: number) => new Date(now.getTime() - keptMs);
  await transaction(services.db, { dueRows: true }, async (tx) => {
    await forgetIdempotencyKeys(tx, findTimeAgo(LIMITS.idempotencyKeptMs));
    await forgetDeliveries(tx, findTimeAgo(LIMITS.webhookDeliveriesKeptMs));
    await forgetMailDeliveries(tx, findTimeAgo(LIMITS.mailDeliveriesKeptMs));
    await forgetTestMessages(tx, findTimeAgo(LIMITS.testMessagesKeptMs));
    await forgetPageSessions(tx, findTimeAgo(LIMITS.pageSessionsKeptMs));
    await forgetQuestions(tx, now);
    await forgetSigningAttempts(tx, now);
    await forgetFormStarts(tx, findTimeAgo(LIMITS.formStartsKeptMs));
  });
  await forgetExpired(services.db, services.config, now);
  await recheckDomains(services);
  await eraseByRetention(services);
  await forgetExports(services);
  await maintainAuthorization(services);
  await reviewBlobs(services);
  const missing = await makeEventPartitions(services.db.drizzle);
  if (missing > 0)
    services.log.warn({ missing }, 'partitions of events could not be made: their tables are in use');
}

/** Sweeps unless this process's clock is ahead, since nothing may expire or be sent before its time. */
export async function sweepOnTime(services: Services, run = sweep): Promise<void> {
  const { aheadMs } = await readClock(services);
  if (aheadMs <= LIMITS.clockDifferenceMaxMs) {
    if (!(await isTimeWrong(services))) await hastenSeals(services.db, ERRORS.clock_wrong.message);
    return await run(services);
  }
  services.log.error(
    { aheadMs },
    "the clock is ahead of the database's or the time server's: this process expires, reminds and sends nothing until it is right",
  );
}

/** Nobody waits for what is outlived to be forgotten, so not every round does it. */
const FORGETTING_ROUNDS = 4;

/** Opens the rounds of a process. */
export function openSweep(services: Services): Round {
  let rounds = 0;
  return () => sweepOnTime(services, rounds++ % FORGETTING_ROUNDS === 0 ? sweep : actOnAllDue);
}

/** Failing rows stay due and are skipped, so that they don't block others. */
async function sweepKind(services: Services, kind: DueKind): Promise<void> {
  const seen = new Set<string>();
  let stuck = 0;
  for (;;) {
    const limit = BATCH + stuck;
    const due = await transaction(services.db, { dueRows: true }, (tx) =>
      readDue(tx, kind, services.clock(), limit),
    );
    const fresh = due.filter(({ envelopeId }) => !seen.has(envelopeId));
    stuck = due.length - fresh.length;
    for (const envelope of fresh) {
      try {
        await actOnDue(services, kind, envelope);
      } catch (error) {
        if (isHeldBack(error)) services.log.debug({ kind, ...envelope }, 'due row held back');
        else services.log.error({ err: error, kind, ...envelope }, 'due row failed');
      }
      seen.add(envelope.envelopeId);
    }
    if (due.length < limit) return;
  }
}

/** Checks whether the organization may not send at the moment. */
function isHeldBack(error: unknown): boolean {
  return error instanceof Refusal && error.code === 'forbidden';
}
