import type { ParticipantRole } from '#domain/envelope/status.ts';
import { m } from '#i18n/compiled/messages.js';
import type { Locale } from '#i18n/compiled/runtime.js';
import type { MailBlock, MailBranding, MailRow, Phrase } from './content.ts';
import { formatPhrase } from './phrase.ts';

/** Facts in every email about an envelope. */
export interface EnvelopeMailFacts {
  readonly branding: MailBranding;
  /** The recipient's language. */
  readonly language: Locale;
  /** The sender's time zone, in which the envelope's deadlines were chosen; null means UTC. */
  readonly timeZone: string | null;
  readonly recipientName: string;
  readonly senderName: string;
  readonly senderEmail: string;
  readonly organizationName: string;
  readonly documentName: string;
  /** The files that make up the document. */
  readonly files: readonly { readonly name: string; readonly pageCount: number | null }[];
}

/** Facts of an email that goes to signers and to the sender. */
export interface OutcomeMailFacts extends EnvelopeMailFacts {
  readonly recipientRole: ParticipantRole | 'sender' | 'copy';
  /** Whether someone was asked to approve, so that not everyone signs. */
  readonly hasApprovers: boolean;
}

/** Returns the greeting. */
export function formatGreeting({
  recipientName,
  language,
}: Pick<EnvelopeMailFacts, 'recipientName' | 'language'>): Phrase {
  if (recipientName.trim() === '') return [m.mail_greeting_unnamed({}, { locale: language })];
  return formatPhrase(m.mail_greeting, { name: recipientName }, language);
}

/** Explains why a signer or approver gets the email. */
export function explainRequest(facts: EnvelopeMailFacts & { readonly role: ParticipantRole }): Phrase {
  const { role, senderName: sender, senderEmail: email, organizationName: organization, language } = facts;
  const why = role === 'approver' ? m.mail_why_approver : m.mail_why_signer;
  return formatPhrase(why, { sender, email, organization }, language);
}

/** Explains why someone is told how an envelope ended. */
export function explainParticipation(facts: OutcomeMailFacts): Phrase {
  const { recipientRole, senderName: sender, organizationName: organization, language } = facts;
  if (recipientRole === 'sender') return [m.mail_why_sender({}, { locale: language })];
  return formatPhrase(WHY[recipientRole], { sender, organization }, language);
}

const WHY = {
  signer: m.mail_why_took_part,
  approver: m.mail_why_approved,
  copy: m.mail_why_copy,
} as const;

/** Lists the document's files with their page counts. A single file gets the document's name. */
export function buildFileList({ files, documentName, language }: EnvelopeMailFacts): MailBlock {
  const shown = files.length > 1 ? files : [{ name: documentName, pageCount: files[0]?.pageCount ?? null }];
  return {
    kind: 'list',
    rows: shown.map(({ name, pageCount }) => ({
      name,
      fact: pageCount === null ? '' : m.common_pages({ count: pageCount }, { locale: language }),
    })),
  };
}

/** Returns the rows about the document and its sender. */
export function buildDocumentRows(facts: EnvelopeMailFacts): MailRow[] {
  const locale = { locale: facts.language };
  return [
    { label: m.mail_row_document({}, locale), value: [{ given: facts.documentName }] },
    {
      label: m.mail_row_from({}, locale),
      value: [{ given: facts.senderName }, ' (', { given: facts.senderEmail }, ')'],
    },
    { label: m.mail_row_organization({}, locale), value: [{ given: facts.organizationName }] },
  ];
}
