import type { EnvelopeGraph, Participant } from '#domain/envelope/graph.ts';
import { DEFAULT_LANGUAGE, type Language } from '#domain/language.ts';
import type { Organization } from '#server/db/organizations/organizations.ts';
import type { EnvelopeMailFacts } from '#server/mail/facts.ts';
import type { RenderedMail } from '#server/mail/layout.ts';
import { MAIL_TEMPLATES } from '#server/mail/templates.ts';

/** What an email about an envelope is written from. */
export type MailAbout = Pick<EnvelopeMailFacts, 'branding'> & {
  readonly graph: EnvelopeGraph;
  readonly organization: Pick<Organization, 'name'>;
};

/** Returns the facts that every email about this envelope tells this recipient. */
export function commonFacts(
  { graph: { envelope }, organization, branding }: MailAbout,
  to: { readonly name: string },
  language: Language,
): EnvelopeMailFacts {
  return {
    language,
    branding,
    recipientName: to.name,
    senderName: envelope.senderName,
    senderEmail: envelope.senderEmail,
    organizationName: organization.name,
    documentName: envelope.displayName,
  };
}

/** Writes the email that asks a participant to sign or approve. */
export function requestMail(
  about: MailAbout,
  participant: Participant,
  template: 'signature-request' | 'your-turn' | 'new-link' | 'reminder',
  link: string,
): RenderedMail {
  const { envelope } = about.graph;
  return MAIL_TEMPLATES[template]({
    ...commonFacts(about, participant, participant.language ?? DEFAULT_LANGUAGE),
    link,
    expiresAt: envelope.expiresAt,
    role: participant.role,
    message: envelope.message,
    note: participant.message,
  });
}
