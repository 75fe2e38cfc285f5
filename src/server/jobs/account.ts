import type { EffectPayloads } from '#domain/effects.ts';
import type { AccountChange } from '#domain/account/security.ts';
import { invitationState } from '#domain/organization/invitation.ts';
import { brandingOf, OWN_BRANDING } from '#server/branding.ts';
import { accountToken, hashToken } from '#server/crypto/account-token.ts';
import { readAccountLink } from '#server/db/account-links.ts';
import { keysMadeBy } from '#server/db/api-keys.ts';
import { lockInvitation } from '#server/db/invitations.ts';
import { organizationsOf } from '#server/db/members.ts';
import { readOrganization } from '#server/db/organizations.ts';
import { within } from '#server/db/transaction.ts';
import { findUserByEmail, firstMembership, readUser, type User } from '#server/db/users.ts';
import type { RenderedMail } from '#server/mail/layout.ts';
import { messageId, onBehalfOf, parseMailbox, type Mailbox } from '#server/mail/message.ts';
import type { SecuredKey } from '#server/mail/templates/account-secured.ts';
import { MAIL_TEMPLATES } from '#server/mail/templates.ts';
import type { World } from '#server/world.ts';
import { MailFailure } from './mail.ts';

const PAGE = { reset: '/reset', verify: '/verify', sign_up: '/signup/confirm' } as const;

type Mail = {
  readonly organizationId: string | null;
  readonly to: Mailbox;
  /** Who the mail comes from; null for the service itself. */
  readonly sender: Mailbox | null;
  readonly rendered: RenderedMail;
  readonly identifier: string;
  readonly about:
    { readonly about: 'account' | 'test' } | { readonly about: 'invitation'; readonly invitationId: string };
};

/**
 * Mails a link to an account, or to whoever signs up. To an address without an account no link to one is mailed, and to one
 * with an account none that makes another: nobody but this job ever knows which.
 */
export async function mailAccountLink(
  world: World,
  { linkId }: EffectPayloads['svc/account.link_requested'],
  lastAttempt: boolean,
): Promise<void> {
  const link = await readAccountLink(world.db.drizzle, linkId);
  if (link === null || link.expiresAt.getTime() <= world.clock().getTime()) return;
  const user = await findUserByEmail(world.db.drizzle, link.email);
  const token = tokenOf(world, 'account-link', link.id, link.tokenHash);
  if (token === null || (user === null && link.kind !== 'sign_up')) return;
  const { origin } = world.config.http;
  const isTaken = user !== null && link.kind === 'sign_up';
  const rendered = MAIL_TEMPLATES['account-link']({
    branding: OWN_BRANDING,
    // What somebody calls themselves who has proved nothing is not carried to another's mailbox.
    recipientName: user?.name ?? '',
    kind: isTaken ? 'taken' : link.kind,
    link: isTaken ? `${origin}/login` : `${origin}${PAGE[link.kind]}?token=${token}`,
    expiresAt: link.expiresAt.toISOString(),
  });
  const mail = { rendered, identifier: link.id };
  if (user !== null) return await deliverToUser(world, user, mail, lastAttempt);
  const to = { name: '', email: link.email };
  await deliver(
    world,
    { organizationId: null, to, sender: null, ...mail, about: { about: 'account' } },
    lastAttempt,
  );
}

/** Tells a person that what protects their account has changed. */
export async function mailAccountSecured(
  world: World,
  { userId, change, at }: EffectPayloads['svc/account.secured'],
  lastAttempt: boolean,
): Promise<void> {
  const user = await readUser(world.db.drizzle, userId);
  if (user === null) return;
  const rendered = MAIL_TEMPLATES['account-secured']({
    branding: OWN_BRANDING,
    recipientName: user.name,
    change,
    at,
    link: `${world.config.http.origin}/forgot`,
    apiKeys: NAMES_KEYS.has(change) ? await keysOf(world, userId) : [],
    keysPage: `${world.config.http.origin}/settings/api-keys`,
  });
  await deliverToUser(
    world,
    user,
    { rendered, identifier: `${userId}.${change}.${Date.parse(at)}` },
    lastAttempt,
  );
}

/** What a thief may have done before these changes outlives them in the API keys: their owner is told which there are. */
const NAMES_KEYS: ReadonlySet<AccountChange> = new Set(['password_changed', 'password_reset']);

/** The API keys that a person made and that still work, in all of their organizations. */
async function keysOf(world: World, userId: string): Promise<SecuredKey[]> {
  const organizations = await within(world.db, { userId }, (tx) => organizationsOf(tx, userId));
  const keys: SecuredKey[] = [];
  for (const { id: organizationId, name: organization } of organizations) {
    const made = await within(world.db, { organizationId }, (tx) => keysMadeBy(tx, organizationId, userId));
    keys.push(...made.map((key) => ({ ...key, organization })));
  }
  return keys;
}

/** Mails an invitation; nothing where it has ended or was sent again since. */
export async function mailInvitation(
  world: World,
  { organizationId, invitationId, epoch }: EffectPayloads['svc/organization.member_invited'],
  lastAttempt: boolean,
): Promise<void> {
  const [invitation, organization] = await within(world.db, { organizationId }, async (tx) => [
    await lockInvitation(tx, organizationId, invitationId),
    await readOrganization(tx, organizationId),
  ]);
  if (invitation === null || invitation.epoch !== epoch) return;
  if (invitationState(invitation, world.clock()) !== 'open') return;
  const name = `${invitationId}.${epoch}`;
  const token = tokenOf(world, 'invitation', name, invitation.tokenHash);
  const inviter = await readUser(world.db.drizzle, invitation.invitedBy);
  if (token === null || inviter === null) return;
  const rendered = MAIL_TEMPLATES.invitation({
    branding: brandingOf(world, organization),
    organizationName: organization.name,
    invitedByName: inviter.name,
    role: invitation.role,
    link: `${world.config.http.origin}/invitation?token=${token}`,
    expiresAt: invitation.expiresAt.toISOString(),
  });
  const sender = { name: inviter.name, email: inviter.email };
  const to = { name: '', email: invitation.email };
  await deliver(
    world,
    { organizationId, to, sender, rendered, identifier: name, about: { about: 'invitation', invitationId } },
    lastAttempt,
  );
}

/** Mails a test to the person who asked for it, as a mail of their organization looks. */
export async function mailTest(
  world: World,
  { organizationId, userId, at }: EffectPayloads['svc/mail.test_requested'],
  lastAttempt: boolean,
): Promise<void> {
  const user = await readUser(world.db.drizzle, userId);
  if (user === null) return;
  const organization = await within(world.db, { organizationId }, (tx) =>
    readOrganization(tx, organizationId),
  );
  const rendered = MAIL_TEMPLATES.test({
    branding: brandingOf(world, organization),
    recipientName: user.name,
    organizationName: organization.name,
    link: `${world.config.http.origin}/settings/mail`,
  });
  const to = { name: user.name, email: user.email };
  const identifier = `${userId}.test-${Date.parse(at)}`;
  const mail: Mail = { organizationId, to, sender: null, rendered, identifier, about: { about: 'test' } };
  await deliver(world, mail, lastAttempt);
}

/** The token whose hash is kept: minted under the current key, or one that it replaced since. */
function tokenOf(
  world: World,
  purpose: 'account-link' | 'invitation',
  name: string,
  hash: string,
): string | null {
  const { current, previous } = world.config.secretKeys;
  const tokens = [current, ...previous].map(({ key }) => accountToken(key, purpose, name));
  return tokens.find((token) => hashToken(token) === hash) ?? null;
}

async function deliverToUser(
  world: World,
  user: User,
  mail: Pick<Mail, 'rendered' | 'identifier'>,
  lastAttempt: boolean,
): Promise<void> {
  const membership = await within(world.db, { userId: user.id }, (tx) => firstMembership(tx, user.id));
  const organizationId = membership?.organizationId ?? null;
  const to = { name: user.name, email: user.email };
  await deliver(
    world,
    { organizationId, to, sender: null, about: { about: 'account' }, ...mail },
    lastAttempt,
  );
}

/** Hands a mail over. One that will never be accepted, or was tried for the last time, is logged: nobody waits for it. */
async function deliver(world: World, mail: Mail, lastAttempt: boolean): Promise<void> {
  const own = parseMailbox(world.config.mail.from);
  if (own === null) throw new Error(`MAIL_FROM is no mailbox: ${world.config.mail.from}`);
  const { organizationId, to, sender, rendered, identifier, about } = mail;
  const verdict = await world.mail.send({
    organizationId,
    to,
    from: sender === null ? own : onBehalfOf(sender.name, own),
    replyTo: sender,
    ...rendered,
    messageId: messageId(identifier, own),
    record: { ...about, lastAttempt },
    headers: {},
  });
  if (verdict.accepted) return;
  const failure = new MailFailure(identifier, verdict);
  if (!failure.permanent && !lastAttempt) throw failure;
  world.log.warn({ err: failure }, 'mail about an account refused');
}
