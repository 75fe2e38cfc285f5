import type { EffectPayloads } from '#domain/effects.ts';
import type { EventPayloads } from '#domain/event/catalogue.ts';
import { DEFAULT_LANGUAGE } from '#domain/language.ts';
import type { Loss } from '#domain/organization/may-still.ts';
import { readUser } from '#server/db/accounts/users.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { readEvents } from '#server/db/envelopes/envelopes.ts';
import { buildCommonFacts } from '#server/envelopes/request-mail.ts';
import { MAIL_TEMPLATES } from '#server/mail/templates.ts';
import type { Services } from '#server/runtime/services.ts';
import { findDeciders } from './deciders.ts';
import { deliverOrLog } from './deliver-or-log.ts';
import { readMailSubject } from './mail.ts';

type Payload = EffectPayloads['svc/envelope.schedule_failed'];

const LOSSES: Readonly<Record<string, Loss>> = {
  sender_removed: 'removed',
  sender_demoted: 'demoted',
  sender_left_team: 'left_team',
};

/**
 * Emails the people who can decide what to do that an envelope wasn't sent as scheduled, unless it has been
 * sent or scheduled again.
 */
export async function sendScheduleFailedEmail(
  services: Services,
  payload: Payload,
  lastAttempt: boolean,
): Promise<void> {
  const subject = await readMailSubject(services, payload);
  if (subject === null) return;
  const { scheduleFailedAt, scheduledBy } = subject.graph.envelope;
  if (scheduleFailedAt === null || scheduledBy === null) return;
  const why = await readLoss(services, payload);
  const scheduler = await readUser(services.db.drizzle, scheduledBy);
  const { organizationId } = payload;
  const { people, seesIt } = await transaction(services.db, { organizationId }, (tx) =>
    findDeciders(tx, subject.graph.envelope, why === null ? scheduledBy : null),
  );
  const { origin } = services.config.http;
  const failed: unknown[] = [];
  for (const person of people) {
    const language = person.locale ?? DEFAULT_LANGUAGE;
    const common = buildCommonFacts(subject, person, language);
    const rendered = MAIL_TEMPLATES['schedule-failed']({
      ...common,
      who: scheduler?.name ?? common.senderName,
      why,
      seesIt,
      page: seesIt ? `${origin}/envelopes/${payload.envelopeId}` : `${origin}/settings/teams`,
    });
    const identifier = `${payload.envelopeId}.unsent-${Date.parse(scheduleFailedAt)}.${person.id}`;
    const mail = { to: { name: person.name, email: person.email }, rendered, identifier, lastAttempt };
    await deliverOrLog(services, subject, mail).catch((error: unknown) => failed.push(error));
  }
  // A retry emails everyone again, with the same Message-IDs.
  if (failed.length > 0) throw failed[0];
}

/**
 * Returns why the person who scheduled the envelope may no longer send it; null if the envelope wasn't ready.
 */
async function readLoss(services: Services, { organizationId, envelopeId }: Payload): Promise<Loss | null> {
  const events = await transaction(services.db, { organizationId }, (tx) =>
    readEvents(tx, organizationId, envelopeId),
  );
  const payload = events?.findLast(({ action }) => action === 'envelope.schedule_failed')?.payload;
  const reason = (payload as EventPayloads['envelope.schedule_failed'] | null | undefined)?.reason;
  return reason === undefined ? null : (LOSSES[reason] ?? null);
}
