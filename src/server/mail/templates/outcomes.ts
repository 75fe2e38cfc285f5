import type { Message } from '#domain/envelope/message.ts';
import type { ParticipantRole } from '#domain/envelope/status.ts';
import type { ThreadKind } from '#domain/envelope/thread.ts';
import type { Loss } from '#domain/organization/may-still.ts';
import type { Timestamp } from '#domain/timestamp.ts';
import { m } from '#i18n/compiled/messages.js';
import type { MailBlock, Phrase } from '../content.ts';
import {
  buildDocumentRows,
  type EnvelopeMailFacts,
  quoteReason,
  type Template,
  type Words,
} from '../template.ts';
import { formatInstant } from '../wording.ts';
import { listPeople, type PersonWhoActed } from './people.ts';
import { quoteMessages } from './requests.ts';

/** Facts of an email that goes to signers and to the sender. */
export type OutcomeFacts = EnvelopeMailFacts & {
  readonly recipientRole: ParticipantRole | 'sender' | 'copy';
  /** Whether someone was asked to approve, so that not everyone signs. */
  readonly hasApprovers: boolean;
};

type CopyFacts = OutcomeFacts & {
  /** The recipient's own page for reading the document. */
  readonly link: string;
  /** The sender's message to everyone. */
  readonly message: Message | null;
};

type ExpiringFacts = OutcomeFacts & {
  readonly expiresAt: Timestamp;
  /** The signing link for a signer, or the envelope's page for the sender. */
  readonly link: string;
};

type ExpiredFacts = OutcomeFacts & {
  /** The envelope's page, for the sender. */
  readonly envelopePage: string | null;
};

export type CompletedFacts = OutcomeFacts & {
  /** Everyone who signed or approved, in order. */
  readonly people: readonly PersonWhoActed[];
  /** The page for downloading the sealed document. */
  readonly link: string;
  readonly linkExpiresAt: Timestamp | null;
  /** SHA-256 of the sealed document in hexadecimal. */
  readonly documentSha256: string | null;
  /** Whether the sealed document comes with the email, or would but is too large. */
  readonly attached: 'yes' | 'too_large' | 'no';
};

type ReplacedFacts = OutcomeFacts & {
  /** Whether the recipient had signed or approved the version that was replaced. */
  readonly hasActed: boolean;
  /** Whether the new version asks them as well, once it is their turn. */
  readonly isAskedAgain: boolean;
};

type DeclinedFacts = ExpiredFacts & {
  /** Name of the participant who declined. */
  readonly who: string;
  /** Whether the participant was asked to sign or to approve. */
  readonly whoRole: ParticipantRole;
  /** The reason for declining. Only the sender gets to see it. */
  readonly reason: string | null;
};

type DelegationFacts = OutcomeFacts & {
  /** The name of the participant who handed over their turn. */
  readonly who: string;
  /** Name and address of the person who takes over. */
  readonly other: string;
  readonly reason: string | null;
  /** The envelope's page. */
  readonly link: string;
};

type ThreadFacts = OutcomeFacts & {
  /** The name of the person who wrote. */
  readonly who: string;
  readonly kind: ThreadKind;
  readonly text: string;
  readonly quote: { readonly page: number; readonly text: string } | null;
  /** The words that should stand instead of the quote. */
  readonly proposal: string | null;
  /** The signing link for a participant, or the envelope's page for the sender. */
  readonly link: string;
};

type ScheduleFailedFacts = EnvelopeMailFacts & {
  /** The person who scheduled the envelope. */
  readonly who: string;
  /** Why the person lost the right to send the envelope; null if the envelope wasn't ready to be sent. */
  readonly why: Loss | null;
  /** Whether the recipient may see the envelope. If not, the envelope's name isn't shown. */
  readonly seesIt: boolean;
  /** The page where the recipient decides about the envelope. */
  readonly page: string;
};

/** Emails that say what has become of an envelope, to the sender or those who take part. */
export const OUTCOMES = {
  /** To people who get a copy without acting when an envelope is sent. */
  copy: (facts: CopyFacts, words) => {
    const { senderName: sender, documentName: document, message, link } = facts;
    return {
      subject: words.say(m.mail_copy_subject, { sender, document }),
      preheader: words.say(m.mail_voided_preheader),
      heading: words.say(m.mail_copy_heading),
      text: [words.say(m.mail_copy_text, { sender, document })],
      blocks: [
        ...quoteMessages({ senderName: sender, message, note: null }, words),
        showDocument(facts, words),
        { kind: 'action', label: words.label(m.mail_action_read), url: link },
      ],
      reason: explainParticipation(facts, words),
    };
  },
  /** To the sender and the current signer three days before an envelope expires. */
  expiring: (facts: ExpiringFacts, words) => {
    const { hasApprovers, documentName: document, expiresAt, recipientRole, link } = facts;
    const expires = { label: words.label(m.mail_row_expires), value: [formatInstant(expiresAt, facts)] };
    return {
      subject: words.say(m.mail_expiring_subject, { document }),
      preheader: words.say(hasApprovers ? m.mail_expiring_preheader_approved : m.mail_expiring_preheader),
      heading: words.say(m.mail_expiring_heading),
      text: [words.say(hasApprovers ? m.mail_expiring_text_approved : m.mail_expiring_text, { document })],
      blocks: [
        { kind: 'details', rows: [...buildDocumentRows(facts, words), expires] },
        { kind: 'action', label: words.label(ACTIONS[recipientRole]), url: link },
      ],
      reason: explainParticipation(facts, words),
    };
  },
  /** To the sender and the current signer when an envelope has expired. */
  expired: (facts: ExpiredFacts, words) => {
    const { hasApprovers, documentName: document, envelopePage } = facts;
    return {
      subject: words.say(m.mail_expired_subject, { document }),
      preheader: words.say(hasApprovers ? m.mail_expired_preheader_approved : m.mail_expired_preheader),
      heading: words.say(m.mail_expired_heading),
      text: [words.say(hasApprovers ? m.mail_expired_text_approved : m.mail_expired_text, { document })],
      blocks: [...openEnvelope(envelopePage, words), showDocument(facts, words)],
      reason: explainParticipation(facts, words),
    };
  },
  /** To the sender and all signers when the sealed document is ready. */
  completed: (facts: CompletedFacts, words) => {
    const {
      hasApprovers,
      documentName: document,
      linkExpiresAt,
      documentSha256,
      people,
      link,
      attached,
    } = facts;
    const until = words.label(m.mail_row_download_until);
    const rows = [
      ...buildDocumentRows(facts, words),
      ...(linkExpiresAt === null ? [] : [{ label: until, value: [formatInstant(linkExpiresAt, facts)] }]),
      ...(documentSha256 === null ? [] : [{ label: 'SHA-256', value: [{ given: documentSha256 }] }]),
    ];
    return {
      subject: words.say(m.mail_completed_subject, { document }),
      preheader: words.say(hasApprovers ? m.mail_completed_preheader_approved : m.mail_completed_preheader),
      heading: words.say(hasApprovers ? m.mail_completed_heading_approved : m.mail_completed_heading),
      text: [words.say(hasApprovers ? m.mail_completed_text_approved : m.mail_completed_text, { document })],
      blocks: [
        listPeople(people, facts, words),
        { kind: 'action', label: words.label(m.mail_action_download), url: link },
        ...(attached === 'no' ? [] : [{ kind: 'note' as const, text: words.say(ATTACHED[attached]) }]),
        { kind: 'details', rows },
      ],
      reason: explainParticipation(facts, words),
    };
  },
  /** To the sender and the signers asked so far when a signer has declined. */
  declined: (facts: DeclinedFacts, words) => {
    const { who, whoRole, reason, documentName: document, envelopePage } = facts;
    const { preheader, text } = DECLINED[whoRole];
    return {
      subject: words.say(m.mail_declined_subject, { document }),
      preheader: words.say(preheader, { who }),
      heading: words.say(m.mail_declined_heading),
      text: [words.say(text, { who, document })],
      blocks: [
        ...quoteReason(reason, words),
        ...openEnvelope(envelopePage, words),
        showDocument(facts, words),
      ],
      reason: explainParticipation(facts, words),
    };
  },
  /** To everyone asked to sign when the sender has voided the envelope. */
  voided: (facts: OutcomeFacts & { readonly reason: string | null }, words) => {
    const { hasApprovers, reason, documentName: document, senderName: sender } = facts;
    const text = hasApprovers ? m.mail_voided_text_approved : m.mail_voided_text;
    return {
      subject: words.say(m.mail_voided_subject, { document }),
      preheader: words.say(m.mail_voided_preheader),
      heading: words.say(m.mail_voided_heading),
      text: [words.say(text, { document, sender })],
      blocks: [...quoteReason(reason, words), showDocument(facts, words)],
      reason: explainParticipation(facts, words),
    };
  },
  /** To everyone who had a link when a new version was sent, except those whose turn it is in the new version. */
  replaced: (facts: ReplacedFacts, words) => {
    const { documentName: document, senderName: sender, hasActed, isAskedAgain } = facts;
    return {
      subject: words.say(m.mail_replaced_subject, { document }),
      preheader: words.say(isAskedAgain ? m.mail_replaced_again : m.mail_voided_preheader),
      heading: words.say(m.mail_replaced_heading),
      text: [
        words.say(m.mail_replaced_text, { document, sender }),
        ...(hasActed ? [words.say(m.mail_replaced_signed)] : []),
        words.say(isAskedAgain ? m.mail_replaced_again : m.mail_replaced_done),
      ],
      blocks: [showDocument(facts, words)],
      reason: explainParticipation(facts, words),
    };
  },
  /** To everyone who had a link when the sender took the envelope back. */
  recalled: (facts: OutcomeFacts, words) => {
    const { documentName: document, senderName: sender } = facts;
    return {
      subject: words.say(m.mail_recalled_subject, { document }),
      preheader: words.say(m.mail_voided_preheader),
      heading: words.say(m.mail_recalled_heading),
      text: [words.say(m.mail_recalled_text, { document, sender })],
      blocks: [showDocument(facts, words)],
      reason: explainParticipation(facts, words),
    };
  },
  /** To the sender when a participant has asked someone else to act in their place. */
  delegation: (facts: DelegationFacts, words) => {
    const { who, other, reason, documentName: document, link } = facts;
    const text = words.say(m.mail_delegation_text, { who, other, document });
    return {
      subject: words.say(m.mail_delegation_subject, { who, document }),
      preheader: text,
      heading: words.say(m.mail_delegation_heading),
      text: [text],
      blocks: [...quoteReason(reason, words), showDocument(facts, words), ...openEnvelope(link, words)],
      reason: explainParticipation(facts, words),
    };
  },
  /** To the sender when a participant has asked something or requested a change. */
  question: (facts: ThreadFacts, words) => {
    const { who, kind, documentName: document, link } = facts;
    const { subject, heading, text } = ASKED[kind];
    return {
      subject: words.say(subject, { who, document }),
      preheader: words.say(text, { who, document }),
      heading: words.say(heading, { who }),
      text: [words.say(text, { who, document })],
      blocks: [
        ...quoteThread(facts, words),
        { kind: 'action', label: words.label(m.mail_question_action), url: link },
        showDocument(facts, words),
      ],
      reason: explainParticipation(facts, words),
    };
  },
  /** To a participant when the sender's side has answered. */
  answer: (facts: ThreadFacts, words) => {
    const { who, documentName: document, link, recipientRole } = facts;
    return {
      subject: words.say(m.mail_answer_subject, { document }),
      preheader: words.say(m.mail_answer_text, { who, document }),
      heading: words.say(m.mail_answer_heading),
      text: [words.say(m.mail_answer_text, { who, document })],
      blocks: [
        ...quoteThread(facts, words),
        { kind: 'action', label: words.label(ACTIONS[recipientRole]), url: link },
        showDocument(facts, words),
      ],
      reason: explainParticipation(facts, words),
    };
  },
  /** To those who can decide about an envelope that wasn't sent as scheduled. */
  'schedule-failed': (facts: ScheduleFailedFacts, words) => {
    const { who: person, why, seesIt, page, organizationName: organization } = facts;
    const documentName = seesIt ? facts.documentName : words.label(m.mail_unsent_hidden);
    const text =
      why === null
        ? words.say(m.mail_unsent_not_ready, { document: documentName })
        : words.say(LOST[why], { person, document: documentName, organization });
    return {
      subject: words.say(m.mail_unsent_subject, { document: documentName }),
      preheader: text,
      heading: words.say(m.mail_unsent_heading),
      text: [text, words.say(m.mail_unsent_decide)],
      blocks: [...openEnvelope(page, words), showDocument({ ...facts, documentName }, words)],
      reason: words.say(m.mail_unsent_why, { organization }),
    };
  },
} as const satisfies Record<string, Template<never>>;

const ACTIONS = {
  sender: m.mail_action_envelope,
  signer: m.mail_action_sign,
  approver: m.mail_action_approve,
  copy: m.mail_action_read,
} as const;

const ASKED = {
  question: {
    subject: m.mail_question_subject,
    heading: m.mail_question_heading,
    text: m.mail_question_text,
  },
  change: { subject: m.mail_change_subject, heading: m.mail_change_heading, text: m.mail_change_text },
} as const;

/** Quotes the passage, the words proposed instead, and what was written. */
function quoteThread({ who, text, quote, proposal }: ThreadFacts, { say, label }: Words): MailBlock[] {
  return [
    ...(quote === null
      ? []
      : [
          {
            kind: 'quote',
            caption: [label(m.mail_thread_passage, { page: String(quote.page) })],
            text: quote.text,
          } as const,
        ]),
    ...(proposal === null
      ? []
      : [{ kind: 'quote', caption: say(m.mail_thread_proposal), text: proposal } as const]),
    { kind: 'quote', caption: say(m.mail_thread_wrote, { who }), text },
  ];
}

const ATTACHED = { yes: m.mail_completed_attached, too_large: m.mail_completed_too_large } as const;

const DECLINED = {
  signer: { preheader: m.mail_declined_preheader, text: m.mail_declined_text },
  approver: { preheader: m.mail_declined_preheader_approver, text: m.mail_declined_text_approver },
} as const;

const LOST = {
  removed: m.mail_unsent_removed,
  demoted: m.mail_unsent_demoted,
  left_team: m.mail_unsent_left_team,
} as const satisfies Record<Loss, unknown>;

const WHY = {
  signer: m.mail_why_took_part,
  approver: m.mail_why_approved,
  copy: m.mail_why_copy,
} as const;

/** Links to the envelope's page, for the sender. */
function openEnvelope(url: string | null, { label }: Words): MailBlock[] {
  return url === null ? [] : [{ kind: 'action', label: label(m.mail_action_envelope), url }];
}

function showDocument(facts: EnvelopeMailFacts, words: Words): MailBlock {
  return { kind: 'details', rows: buildDocumentRows(facts, words) };
}

/** Explains why someone is told how an envelope ended. */
function explainParticipation(facts: OutcomeFacts, { say }: Words): Phrase {
  const { recipientRole, senderName: sender, organizationName: organization } = facts;
  if (recipientRole === 'sender') return say(m.mail_why_sender);
  return say(WHY[recipientRole], { sender, organization });
}
