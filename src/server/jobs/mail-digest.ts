import { formatEmailedLink } from '#domain/account/emailed-link.ts';
import type { EffectPayloads } from '#domain/effects.ts';
import { DEFAULT_LANGUAGE } from '#domain/language.ts';
import { LIMITS } from '#domain/limits.ts';
import { refuseSending, determineStanding } from '#domain/organization/sending/standing.ts';
import { mintDigestToken } from '#server/crypto/tokens/digest-token.ts';
import { readMutedEmails } from '#server/db/accounts/notifications.ts';
import { readUser } from '#server/db/accounts/users.ts';
import { withViewer } from '#server/db/client/client.ts';
import { readTransaction, transaction } from '#server/db/client/transaction.ts';
import { countCompletedSince, readWaiting } from '#server/db/mail/waiting.ts';
import { handOverDigest, isDigestUnsent, takeBackDigest } from '#server/db/mail/weekly-digests.ts';
import { readStanding } from '#server/db/organizations/standings.ts';
import { formatMessageId, getOwnMailbox } from '#server/mail/message.ts';
import { MAIL_TEMPLATES } from '#server/mail/templates.ts';
import { OWN_BRANDING } from '#server/organizations/branding.ts';
import type { Services } from '#server/runtime/services.ts';
import { MailFailure } from './mail.ts';
import { DAY_MS } from '#domain/time.ts';

type Payload = EffectPayloads['svc/digest.due'];

const ROWS = 10;

/**
 * Emails a member which of their envelopes are waiting. The email is recorded before the mail server gets it.
 * After a crash in between, nobody knows whether the server got it, and no digest is better than two.
 */
export async function sendDigestEmail(
  services: Services,
  digest: Payload,
  lastAttempt: boolean,
): Promise<void> {
  const from = getOwnMailbox(services.config.mail);
  const { organizationId, userId, week } = digest;
  const content = await readDigest(services, digest);
  if (content === null) return;
  const { user, ...facts } = content;
  const token = createLinkToken(services, digest);
  const { origin } = services.config.http;
  const rendered = MAIL_TEMPLATES.digest({
    branding: OWN_BRANDING,
    language: user.locale ?? DEFAULT_LANGUAGE,
    timeZone: user.timeZone ?? null,
    ...facts,
    now: services.clock(),
    link: `${origin}/envelopes`,
    offLink: origin + formatEmailedLink('digest', token),
  });
  const write = <T>(run: Parameters<typeof transaction<T>>[2]) =>
    transaction(services.db, { organizationId }, run);
  if (!(await write((tx) => handOverDigest(tx, digest, services.clock())))) return;
  const identifier = `digest.${userId}.${organizationId}.${week}`;
  const verdict = await services.mail.send({
    organizationId,
    to: { name: user.name, email: user.email },
    from,
    replyTo: null,
    ...rendered,
    messageId: formatMessageId(identifier, from),
    record: { about: 'digest', lastAttempt },
    // One click in the mail program turns the digest off (RFC 8058).
    headers: {
      'List-Unsubscribe': `<${origin}/api/digest?token=${token}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  });
  if (verdict.accepted) return;
  const failure = new MailFailure(identifier, verdict);
  if (verdict.permanent || lastAttempt) return services.log.warn({ err: failure }, 'digest rejected');
  await write((tx) => takeBackDigest(tx, digest));
  throw failure;
}

/**
 * Returns the content of a digest. Returns null if it was already sent, was turned off, may not be sent, or
 * nothing is waiting anymore.
 */
async function readDigest({ db, clock }: Services, digest: Payload) {
  const { organizationId, userId } = digest;
  const user = await readUser(db.drizzle, userId);
  if (user === null) return null;
  const now = clock().getTime();
  return await readTransaction(withViewer(db, userId), { organizationId }, async (tx) => {
    const muted = await readMutedEmails(tx, organizationId, userId);
    if (muted === null || muted.includes('digest') || !(await isDigestUnsent(tx, digest))) return null;
    const standing = await readStanding(tx, organizationId);
    if (standing.isTest || refuseSending(determineStanding(standing)) !== null) return null;
    const before = new Date(now - LIMITS.digestWaitingMs);
    const waiting = await readWaiting(tx, digest, { before, limit: ROWS });
    if (waiting.total === 0) return null;
    const completed = await countCompletedSince(tx, digest, new Date(now - WEEK_MS));
    return { user, organizationName: standing.name, waiting, completed };
  });
}

const WEEK_MS = 7 * DAY_MS;

function createLinkToken({ config, clock }: Services, { organizationId, userId }: Payload): string {
  const exp = Math.floor((clock().getTime() + LIMITS.digestLinkLifeMs) / 1000);
  return mintDigestToken({ org: organizationId, user: userId, exp }, config.secretKeys);
}
