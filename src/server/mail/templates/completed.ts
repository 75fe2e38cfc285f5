import type { ParticipantRole } from '#domain/envelope/status.ts';
import type { Timestamp } from '#domain/timestamp.ts';
import { m } from '#i18n/compiled/messages.js';
import { buildDocumentRows, formatGreeting, explainParticipation, type OutcomeMailFacts } from '../facts.ts';
import { layOut, type RenderedMail } from '../layout.ts';
import { formatPhrase } from '../phrase.ts';
import { formatDay, formatInstant } from '../wording.ts';

export interface CompletedFacts extends OutcomeMailFacts {
  /** Everyone who signed or approved, in order. */
  readonly people: readonly {
    readonly name: string;
    readonly role: ParticipantRole;
    readonly signedAt: Timestamp;
  }[];
  /** The page for downloading the sealed document. */
  readonly link: string;
  readonly linkExpiresAt: Timestamp | null;
  /** SHA-256 of the sealed document in hexadecimal. */
  readonly documentSha256: string | null;
}

const SIGNED = {
  preheader: m.mail_completed_preheader,
  heading: m.mail_completed_heading,
  text: m.mail_completed_text,
};
const APPROVED = {
  preheader: m.mail_completed_preheader_approved,
  heading: m.mail_completed_heading_approved,
  text: m.mail_completed_text_approved,
};

const DONE = { signer: m.mail_signed_on, approver: m.mail_approved_on } as const;

/** Renders the email to the sender and all signers when the sealed document is ready. */
export function render(facts: CompletedFacts): RenderedMail {
  const { language } = facts;
  const locale = { locale: language };
  const { linkExpiresAt, documentSha256 } = facts;
  const until = m.mail_row_download_until({}, locale);
  const words = facts.hasApprovers ? APPROVED : SIGNED;
  const rows = [
    ...buildDocumentRows(facts),
    ...(linkExpiresAt === null ? [] : [{ label: until, value: [formatInstant(linkExpiresAt, facts)] }]),
    ...(documentSha256 === null ? [] : [{ label: 'SHA-256', value: [{ given: documentSha256 }] }]),
  ];
  return layOut({
    branding: facts.branding,
    language,
    subject: formatPhrase(m.mail_completed_subject, { document: facts.documentName }, language),
    preheader: [words.preheader({}, locale)],
    heading: words.heading({}, locale),
    blocks: [
      { kind: 'paragraph', text: formatGreeting(facts) },
      { kind: 'paragraph', text: formatPhrase(words.text, { document: facts.documentName }, language) },
      {
        kind: 'list',
        rows: facts.people.map(({ name, role, signedAt }) => ({
          name,
          fact: DONE[role]({ date: formatDay(signedAt, facts) }, locale),
        })),
      },
      { kind: 'action', label: m.mail_action_download({}, locale), url: facts.link },
      { kind: 'details', rows },
    ],
    reason: explainParticipation(facts),
  });
}
