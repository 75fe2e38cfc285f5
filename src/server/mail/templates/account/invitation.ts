import type { Role } from '#domain/organization/role.ts';
import { m } from '#i18n/compiled/messages.js';
import type { Locale } from '#i18n/compiled/runtime.js';
import type { MailBranding, Phrase } from '../../content.ts';
import { formatGreeting } from '../../facts.ts';
import { layOut, type RenderedMail } from '../../layout.ts';
import { formatPhrase } from '../../phrase.ts';
import { formatInstant } from '../../wording.ts';

export interface InvitationFacts {
  readonly branding: MailBranding;
  readonly language: Locale;
  /** The inviter's time zone; null means UTC. */
  readonly timeZone: string | null;
  readonly organizationName: string;
  readonly invitedByName: string;
  readonly role: Role;
  readonly link: string;
  readonly expiresAt: string;
}

/** Renders the email to someone who is invited to an organization. */
export function render(facts: InvitationFacts): RenderedMail {
  const { branding, language, invitedByName: inviter, organizationName: organization } = facts;
  const locale = { locale: language };
  const date = formatInstant(facts.expiresAt, facts);
  return layOut({
    branding,
    language,
    subject: formatPhrase(m.mail_invitation_subject, { inviter, organization }, language),
    preheader: [m.mail_invitation_preheader({}, locale)],
    heading: m.mail_invitation_heading({}, locale),
    blocks: [
      { kind: 'paragraph', text: formatGreeting({ recipientName: '', language }) },
      { kind: 'paragraph', text: formatInvitation(facts) },
      { kind: 'action', label: m.mail_invitation_action({}, locale), url: facts.link },
      { kind: 'paragraph', text: [m.mail_invitation_link({ date }, locale)] },
    ],
    reason: formatPhrase(m.mail_invitation_why, { inviter }, language),
  });
}

function formatInvitation({ role, invitedByName, organizationName, language }: InvitationFacts): Phrase {
  return formatPhrase(
    (names: { inviter: string; organization: string }, options) =>
      m.mail_invitation_text({ ...names, role }, options),
    { inviter: invitedByName, organization: organizationName },
    language,
  );
}
