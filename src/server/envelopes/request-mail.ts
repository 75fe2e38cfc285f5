import { withoutExtension } from '#domain/text.ts';
import { sortBySigningOrder } from '#domain/envelope/draft.ts';
import type { EnvelopeGraph, Participant } from '#domain/envelope/graph.ts';
import { DEFAULT_LANGUAGE, type Language } from '#domain/language.ts';
import { chooseMessage } from '#domain/organization/mail-identity.ts';
import { getShownName } from '#domain/organization/shown-name.ts';
import type { Organization } from '#server/db/organizations/organizations.ts';
import type { EnvelopeMailFacts } from '#server/mail/template.ts';
import type { RenderedMail } from '#server/mail/layout.ts';
import { MAIL_TEMPLATES } from '#server/mail/templates.ts';
import type { CompletedFacts } from '#server/mail/templates/outcomes.ts';
import type { PersonWaitedFor } from '#server/mail/templates/people.ts';

/** The facts that an email about an envelope is written from. */
export type MailAbout = Pick<EnvelopeMailFacts, 'branding'> & {
  /** Null if the sender's time zone is unknown. */
  readonly senderTimeZone: string | null;
  readonly graph: EnvelopeGraph;
  readonly organization: Pick<Organization, 'name' | 'testOf' | 'mail'>;
};

/**
 * Returns the facts that every email about this envelope contains for this recipient. Times are given in the
 * recipient's time zone, or in the sender's while it is unknown.
 */
export function buildCommonFacts(
  { graph: { envelope, files }, organization, branding, senderTimeZone }: MailAbout,
  to: { readonly name: string; readonly timeZone?: string | null },
  language: Language,
): EnvelopeMailFacts {
  return {
    language,
    timeZone: to.timeZone ?? senderTimeZone,
    branding: { ...branding, footer: organization.mail.footer },
    recipientName: to.name,
    senderName: envelope.senderName,
    senderEmail: envelope.senderEmail,
    organizationName: getShownName(organization),
    documentName: envelope.displayName,
    files: files.map(({ name, content }) => ({
      name: withoutExtension(name),
      pageCount: content?.prepared.pageCount ?? null,
    })),
  };
}

/** Returns everyone who has signed or approved, in order. */
export function listPeopleWhoActed({
  participants,
}: Pick<EnvelopeGraph, 'participants'>): CompletedFacts['people'] {
  return sortBySigningOrder(participants).flatMap(({ name, role, signedAt }) =>
    signedAt === null ? [] : [{ name, role, signedAt }],
  );
}

/** Returns everyone who hasn't signed or approved, in order, as one of them sees it. */
function listPeopleWaitedFor(
  { participants }: Pick<EnvelopeGraph, 'participants'>,
  me: Participant,
): PersonWaitedFor[] {
  const getTurn = ({ id, orderIndex }: Participant) => {
    if (id === me.id) return 'own';
    return orderIndex > me.orderIndex ? 'later' : 'same';
  };
  return sortBySigningOrder(participants)
    .filter(({ signedAt }) => signedAt === null)
    .map((person) => ({ name: person.name, turn: getTurn(person) }));
}

/** Writes the email that asks a participant to sign or approve. */
export function requestMail(
  about: MailAbout,
  participant: Participant,
  template: 'signature-request' | 'your-turn' | 'new-link' | 'reminder' | 'return-link',
  link: string,
): RenderedMail {
  const { envelope, participants } = about.graph;
  return MAIL_TEMPLATES[template]({
    ...buildCommonFacts(about, participant, participant.language ?? DEFAULT_LANGUAGE),
    link,
    expiresAt: envelope.expiresAt,
    role: participant.role,
    message: chooseMessage(about.organization.mail, envelope.message),
    note: participant.message,
    versionNumber: envelope.versionNumber,
    people: listPeopleWhoActed(about.graph),
    waiting: listPeopleWaitedFor(about.graph, participant),
    isLater: participants.some(({ orderIndex }) => orderIndex < participant.orderIndex),
    ...(envelope.reminderPolicy === null ? {} : { nextReminderAt: participant.nextReminderAt }),
  });
}
