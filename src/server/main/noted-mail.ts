import { recordMailServerAway } from '#server/db/mail/mail-server-state.ts';
import type { MailTransport } from '#server/mail/transport.ts';
import { watchMail } from '#server/mail/watch.ts';
import type { Services } from '#server/runtime/services.ts';

/**
 * Wraps a transport so that its attempts are counted, and so that every process knows whether the mail server
 * could be reached the last time. Workers send most emails, but web processes report on the instance.
 */
export function withMailMonitoring(
  { config, metrics, db, clock, log }: Pick<Services, 'config' | 'metrics' | 'db' | 'clock' | 'log'>,
  transport: MailTransport,
): MailTransport {
  return watchMail(transport, async (verdict) => {
    const result = verdict.accepted ? 'accepted' : verdict.permanent ? 'rejected' : 'deferred';
    metrics.count('countersign_mails_total', { result });
    if (config.mail.kind === 'outbox') return;
    if (!verdict.accepted && verdict.serverAway === null) return;
    try {
      const isAway = !verdict.accepted && verdict.serverAway;
      const away = isAway ? { since: clock(), reason: verdict.response } : null;
      await recordMailServerAway(db.drizzle, away);
    } catch (error) {
      log.error({ err: error }, "the mail server's state could not be recorded");
    }
  });
}
