import type { EffectPayloads } from '#domain/effects.ts';
import type { AccountNotice } from '#domain/account/account-change.ts';
import { formatEmailedLink, type EmailedLink } from '#domain/account/emailed-link.ts';
import type { LinkKind } from '#domain/account/link.ts';
import { describeDevice } from '#domain/account/device-name.ts';
import { DEFAULT_LANGUAGE } from '#domain/language.ts';
import { m } from '#i18n/compiled/messages.js';
import { getInvitationState } from '#domain/organization/invitation.ts';
import { buildBranding, OWN_BRANDING } from '#server/organizations/branding.ts';
import { deriveAccountToken, hashToken } from '#server/crypto/account-token.ts';
import { readAccountLink, type AccountLink } from '#server/db/accounts/account-links.ts';
import { listKeysMadeBy } from '#server/db/organizations/api-keys.ts';
import { lockInvitation } from '#server/db/accounts/invitations.ts';
import { listPersonOrganizations } from '#server/db/accounts/members.ts';
import { readOrganization } from '#server/db/organizations/organizations.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { findUserByEmail, findFirstMembership, readUser, type User } from '#server/db/accounts/users.ts';
import type { RenderedMail } from '#server/mail/layout.ts';
import { formatMessageId, buildSenderMailbox, getOwnMailbox, type Mailbox } from '#server/mail/message.ts';
import type { SecuredKey } from '#server/mail/templates/accounts.ts';
import { MAIL_TEMPLATES } from '#server/mail/templates.ts';
import type { Services } from '#server/runtime/services.ts';
import { MailFailure } from './mail.ts';

const LINKS = {
  reset: 'reset',
  verify: 'confirm',
  sign_up: 'signup',
  change_from: 'change',
  change_to: 'change',
} as const satisfies Readonly<Record<LinkKind, EmailedLink>>;

type Mail = {
  readonly organizationId: string | null;
  readonly to: Mailbox;
  /** Sender of the email; null for the service itself. */
  readonly sender: Mailbox | null;
  readonly rendered: RenderedMail;
  readonly identifier: string;
  /** Whether the email contains a code that proves control of the recipient's mailbox. */
  readonly isCode?: boolean;
  readonly about:
    { readonly about: 'account' | 'test' } | { readonly about: 'invitation'; readonly invitationId: string };
};

/**
 * Emails a link for an account or a sign-up. An address without an account gets no link to an account, and an
 * address with one gets no link to create another. Only this job knows which case applies.
 */
export async function sendAccountLinkEmail(
  services: Services,
  { linkId }: EffectPayloads['svc/account.link_requested'],
  lastAttempt: boolean,
): Promise<void> {
  const link = await readAccountLink(services.db.drizzle, linkId);
  if (link === null || link.expiresAt.getTime() <= services.clock().getTime()) return;
  const user = await findLinkOwner(services, link);
  const token = deriveStoredToken(services, 'account-link', link.id, link.tokenHash);
  if (token === null || (user === null && link.kind !== 'sign_up')) return;
  const { origin } = services.config.http;
  const isTaken = user !== null && link.kind === 'sign_up';
  const rendered = MAIL_TEMPLATES['account-link']({
    branding: OWN_BRANDING,
    language: user?.locale ?? DEFAULT_LANGUAGE,
    timeZone: user?.timeZone ?? null,
    // A name given by someone who has proved nothing is never sent to another person's mailbox.
    recipientName: user?.name ?? '',
    kind: isTaken ? 'taken' : link.kind,
    link: isTaken ? `${origin}/login` : origin + formatEmailedLink(LINKS[link.kind], token),
    newAddress: link.kind === 'change_from' ? (link.change?.to ?? null) : null,
    expiresAt: link.expiresAt.toISOString(),
  });
  const mail = { rendered, identifier: link.id };
  if (user !== null) return await deliverToUser(services, user, mail, lastAttempt);
  const to = { name: '', email: link.email };
  await deliverOrGiveUp(
    services,
    { organizationId: null, to, sender: null, ...mail, about: { about: 'account' } },
    lastAttempt,
  );
}

/**
 * Returns the account that a link is for, with the name and address to email it to. Returns null if there is
 * none, or if the account's new address belongs to another account.
 */
async function findLinkOwner({ db }: Services, link: AccountLink): Promise<User | null> {
  const atAddress = await findUserByEmail(db.drizzle, link.email);
  if (link.kind !== 'change_to' || link.change === null) return atAddress;
  const owner = atAddress === null ? await readUser(db.drizzle, link.change.userId) : null;
  return owner === null ? null : { ...owner, name: '', email: link.email };
}

/** Tells a person that the protection of their account has changed, or of a sign-in in an unknown browser. */
export async function sendAccountSecuredEmail(
  services: Services,
  { userId, change, at, email, from }: EffectPayloads['svc/account.secured'],
  lastAttempt: boolean,
): Promise<void> {
  const user = await readUser(services.db.drizzle, userId);
  if (user === null) return;
  if (change !== 'new_device') services.log.info({ userId, change, at, ...from }, 'account changed');
  const rendered = MAIL_TEMPLATES['account-secured']({
    branding: OWN_BRANDING,
    language: user.locale ?? DEFAULT_LANGUAGE,
    timeZone: user.timeZone ?? null,
    recipientName: user.name,
    change,
    at,
    device: describeDevice(from?.userAgent ?? null, {
      phrase: (names) => m.account_device(names, { locale: user.locale ?? DEFAULT_LANGUAGE }),
    }),
    ipAddress: from?.ipAddress ?? null,
    link: `${services.config.http.origin}/forgot`,
    apiKeys: NAMES_KEYS.has(change) ? await listActiveKeys(services, userId) : [],
    keysPage: `${services.config.http.origin}/settings/api-keys`,
  });
  await deliverToUser(
    services,
    { ...user, email: email ?? user.email },
    { rendered, identifier: `${userId}.${change}.${Date.parse(at)}` },
    lastAttempt,
  );
}

/**
 * The changes after which the email lists the owner's API keys, since keys made by a thief would survive
 * them.
 */
const NAMES_KEYS: ReadonlySet<AccountNotice> = new Set([
  'password_changed',
  'password_reset',
  'email_changed',
]);

/** Returns a person's active API keys in all their organizations. */
async function listActiveKeys(services: Services, userId: string): Promise<SecuredKey[]> {
  const organizations = await transaction(services.db, { userId }, (tx) =>
    listPersonOrganizations(tx, userId),
  );
  const keys: SecuredKey[] = [];
  for (const { id: organizationId, name: organization } of organizations) {
    const made = await transaction(services.db, { organizationId }, (tx) =>
      listKeysMadeBy(tx, organizationId, userId),
    );
    keys.push(...made.map((key) => ({ ...key, organization })));
  }
  return keys;
}

/** Emails an invitation, unless it has ended or was sent again. */
export async function sendInvitationEmail(
  services: Services,
  { organizationId, invitationId, epoch }: EffectPayloads['svc/organization.member_invited'],
  lastAttempt: boolean,
): Promise<void> {
  const [invitation, organization] = await transaction(services.db, { organizationId }, async (tx) => [
    await lockInvitation(tx, organizationId, invitationId),
    await readOrganization(tx, organizationId),
  ]);
  if (invitation === null || invitation.epoch !== epoch) return;
  if (getInvitationState(invitation, services.clock()) !== 'open') return;
  const name = `${invitationId}.${epoch}`;
  const token = deriveStoredToken(services, 'invitation', name, invitation.tokenHash);
  const inviter = await readUser(services.db.drizzle, invitation.invitedBy);
  if (token === null || inviter === null) return;
  const invitee = await findUserByEmail(services.db.drizzle, invitation.email);
  const rendered = MAIL_TEMPLATES.invitation({
    branding: buildBranding(services, organization),
    language: (invitee ?? inviter).locale ?? DEFAULT_LANGUAGE,
    timeZone: inviter.timeZone ?? null,
    organizationName: organization.name,
    invitedByName: inviter.name,
    role: invitation.role,
    link: services.config.http.origin + formatEmailedLink('invitation', token),
    expiresAt: invitation.expiresAt.toISOString(),
  });
  const sender = { name: inviter.name, email: inviter.email };
  const to = { name: '', email: invitation.email };
  await deliverOrGiveUp(
    services,
    { organizationId, to, sender, rendered, identifier: name, about: { about: 'invitation', invitationId } },
    lastAttempt,
  );
}

/** Emails a test to the person who requested it, styled like their organization's emails. */
export async function sendTestEmail(
  services: Services,
  { organizationId, userId, at }: EffectPayloads['svc/mail.test_requested'],
  lastAttempt: boolean,
): Promise<void> {
  const user = await readUser(services.db.drizzle, userId);
  if (user === null) return;
  const organization = await transaction(services.db, { organizationId }, (tx) =>
    readOrganization(tx, organizationId),
  );
  const rendered = MAIL_TEMPLATES.test({
    branding: buildBranding(services, organization),
    language: user.locale ?? DEFAULT_LANGUAGE,
    recipientName: user.name,
    organizationName: organization.name,
    link: `${services.config.http.origin}/settings/mail`,
  });
  const to = { name: user.name, email: user.email };
  const identifier = `${userId}.test-${Date.parse(at)}`;
  const mail: Mail = { organizationId, to, sender: null, rendered, identifier, about: { about: 'test' } };
  await deliverOrGiveUp(services, mail, lastAttempt);
}

/** Returns the token that has the stored hash, signed with the current key or a replaced one. */
function deriveStoredToken(
  services: Services,
  purpose: 'account-link' | 'invitation',
  name: string,
  hash: string,
): string | null {
  const { current, previous } = services.config.secretKeys;
  const tokens = [current, ...previous].map(({ key }) => deriveAccountToken(key, purpose, name));
  return tokens.find((token) => hashToken(token) === hash) ?? null;
}

async function deliverToUser(
  services: Services,
  user: User,
  mail: Pick<Mail, 'rendered' | 'identifier'>,
  lastAttempt: boolean,
): Promise<void> {
  const membership = await transaction(services.db, { userId: user.id }, (tx) =>
    findFirstMembership(tx, user.id),
  );
  const organizationId = membership?.organizationId ?? null;
  const to = { name: user.name, email: user.email };
  await deliverOrGiveUp(
    services,
    { organizationId, to, sender: null, about: { about: 'account' }, ...mail },
    lastAttempt,
  );
}

/** Sends an email. If it is permanently rejected, or fails on the last attempt, that is only logged. */
export async function deliverOrGiveUp(services: Services, mail: Mail, lastAttempt: boolean): Promise<void> {
  const own = getOwnMailbox(services.config.mail);
  const { organizationId, to, sender, rendered, identifier, about, isCode = false } = mail;
  const verdict = await services.mail.send({
    organizationId,
    to,
    from: sender === null ? own : buildSenderMailbox(sender.name, own),
    replyTo: sender,
    ...rendered,
    messageId: formatMessageId(identifier, own),
    record: { ...about, lastAttempt },
    isCode,
    headers: {},
  });
  if (verdict.accepted) return;
  const failure = new MailFailure(identifier, verdict);
  if (!failure.permanent && !lastAttempt) throw failure;
  services.log.warn({ err: failure }, 'account email rejected');
}
