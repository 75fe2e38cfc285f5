import type { Loss } from '#domain/organization/may-still.ts';
import { m } from '#i18n/compiled/messages.js';
import { buildDocumentRows, formatGreeting, type EnvelopeMailFacts } from '../facts.ts';
import { layOut, type RenderedMail } from '../layout.ts';
import { formatPhrase } from '../phrase.ts';
import { openEnvelope } from './declined.ts';

export interface ScheduleFailedFacts extends EnvelopeMailFacts {
  /** The person who scheduled the envelope. */
  readonly who: string;
  /** Why the person lost the right to send the envelope; null if the envelope wasn't ready to be sent. */
  readonly why: Loss | null;
  /** Whether the recipient may see the envelope. If not, the envelope's name isn't shown. */
  readonly seesIt: boolean;
  /** The page where the recipient decides about the envelope. */
  readonly page: string;
}

const LOST = {
  removed: m.mail_unsent_removed,
  demoted: m.mail_unsent_demoted,
  left_team: m.mail_unsent_left_team,
} as const satisfies Record<Loss, unknown>;

/** Renders the email to those who can decide about an envelope that wasn't sent as scheduled. */
export function render(facts: ScheduleFailedFacts): RenderedMail {
  const { language, organizationName: organization, who: person, why } = facts;
  const locale = { locale: language };
  const document = facts.seesIt ? facts.documentName : m.mail_unsent_hidden({}, locale);
  const text =
    why === null
      ? formatPhrase(m.mail_unsent_not_ready, { document }, language)
      : formatPhrase(LOST[why], { person, document, organization }, language);
  const heading = m.mail_unsent_heading({}, locale);
  return layOut({
    branding: facts.branding,
    language,
    subject: formatPhrase(m.mail_unsent_subject, { document }, language),
    preheader: text,
    heading,
    blocks: [
      { kind: 'paragraph', text: formatGreeting(facts) },
      { kind: 'paragraph', text },
      { kind: 'paragraph', text: [m.mail_unsent_decide({}, locale)] },
      ...openEnvelope(facts.page, language),
      { kind: 'details', rows: buildDocumentRows({ ...facts, documentName: document }) },
    ],
    reason: formatPhrase(m.mail_unsent_why, { organization }, language),
  });
}
