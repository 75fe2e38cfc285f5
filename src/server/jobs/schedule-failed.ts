import type { EffectPayloads } from '#domain/effects.ts';
import type { EventPayloads } from '#domain/event/catalogue.ts';
import { DEFAULT_LANGUAGE } from '#domain/language.ts';
import type { Loss } from '#domain/organization/may-still.ts';
import { may } from '#domain/organization/role.ts';
import { readOwners, readUser, type User } from '#server/db/accounts/users.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { readEvents } from '#server/db/envelopes/envelopes.ts';
import { listSenders } from '#server/db/organizations/teams.ts';
import { buildCommonFacts } from '#server/envelopes/request-mail.ts';
import { MAIL_TEMPLATES } from '#server/mail/templates.ts';
import type { Services } from '#server/runtime/services.ts';
import { deliverOrLog } from './deliver-or-log.ts';
import { readMailSubject, type MailSubject } from './mail.ts';

type Payload = EffectPayloads['svc/envelope.schedule_failed'];
type Recipient = Pick<User, 'id' | 'name' | 'email' | 'locale'>;

const LOSSES: Readonly<Record<string, Loss>> = {
  sender_removed: 'removed',
  sender_demoted: 'demoted',
  sender_left_team: 'left_team',
};

/**
 * Emails the people who can decide what to do that an envelope wasn't sent as scheduled, unless it has been
 * sent or scheduled again.
 */
export async function mailScheduleFailed(
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
  const { people, seesIt } = await findDeciders(services, subject, why === null ? scheduledBy : null);
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
 * Returns who can decide: the person who scheduled the envelope, if they still can; otherwise the
 * administrators among those who may send it; otherwise everyone who may. If nobody is left in a private
 * team, returns the owners, who don't see the envelope but can add somebody to the team.
 */
async function findDeciders(
  services: Services,
  { graph: { envelope } }: MailSubject,
  scheduledBy: string | null,
): Promise<{ readonly people: readonly Recipient[]; readonly seesIt: boolean }> {
  const { organizationId, teamId } = envelope;
  return await transaction(services.db, { organizationId }, async (tx) => {
    const senders = await listSenders(tx, teamId);
    const chosen = [
      senders.filter(({ id }) => id === scheduledBy),
      senders.filter(({ role }) => may(role, 'administer')),
      senders,
    ].find((people) => people.length > 0);
    if (chosen !== undefined) return { people: chosen, seesIt: true };
    return { people: await readOwners(tx, organizationId), seesIt: false };
  });
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
