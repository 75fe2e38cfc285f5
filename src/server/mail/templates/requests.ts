import type { Message } from '#domain/envelope/message.ts';
import type { ParticipantRole } from '#domain/envelope/status.ts';
import type { Timestamp } from '#domain/timestamp.ts';
import { m } from '#i18n/compiled/messages.js';
import type { MailBlock, Phrase } from '../content.ts';
import {
  type EnvelopeMailFacts,
  type MailFacts,
  type MailWords,
  quoteReason,
  type Template,
  type Words,
} from '../template.ts';
import { formatDay, formatInstant } from '../wording.ts';
import { listPeople, type PersonWaitedFor, type PersonWhoActed } from './people.ts';

type RequestFacts = EnvelopeMailFacts & {
  /** The signer's personal link. */
  readonly link: string;
  /** Whether the recipient is asked to sign or to approve. */
  readonly role: ParticipantRole;
  readonly expiresAt: Timestamp | null;
  /** The sender's message to everyone. */
  readonly message: Message | null;
  /** The sender's note to this signer alone. */
  readonly note: string | null;
  /** Counts the versions of the contract, from 1. Signatures on earlier versions no longer count. */
  readonly versionNumber: number;
};

type ReminderFacts = RequestFacts & {
  /** Whether somebody else's turn came first, and with it the request that this email answers. */
  readonly isLater: boolean;
  /** Everyone who has signed or approved so far. */
  readonly people: readonly PersonWhoActed[];
  /** Everyone who hasn't, in order. Those before the recipient have all signed. */
  readonly waiting: readonly PersonWaitedFor[];
  /** When the next reminder is sent. Null if none follows, absent if reminders aren't automatic. */
  readonly nextReminderAt?: Timestamp | null;
};

type DelegatedFacts = RequestFacts & {
  /** The name of the participant who handed over their turn. */
  readonly who: string;
  readonly reason: string | null;
};

type CodeFacts = MailFacts &
  Pick<EnvelopeMailFacts, 'organizationName' | 'documentName'> & { readonly code: string };

/** Emails that ask a recipient to do something now. */
export const REQUESTS = {
  /** To the first signers when an envelope is sent. */
  'signature-request': (facts: RequestFacts, words) => {
    const who = words.say(FIRST[facts.role].heading, { sender: facts.senderName });
    const hasSeveral = facts.files.length > 1;
    return {
      subject: getFirstSubject(facts, words),
      preheader: summarize(facts, words),
      // A list of files doesn't say what they are as a whole.
      heading: hasSeveral ? [{ given: facts.documentName }] : who,
      blocks: [
        ...(hasSeveral ? [{ kind: 'paragraph', text: who } as const] : []),
        ...buildRequestBlocks(facts, words),
        { kind: 'note', text: words.say(m.mail_free_choice) },
      ],
      reason: explainRequest(facts, words),
    };
  },
  /** To a later signer when everyone before them has signed. */
  'your-turn': (facts: RequestFacts, words) => {
    const { senderName: sender, documentName: document } = facts;
    return askAgain(facts, words, {
      subject: getFirstSubject({ ...facts, isLater: true }, words),
      ...(facts.role === 'approver'
        ? {
            preheader: summarize(facts, words),
            heading: words.say(m.mail_approve_heading),
            text: words.say(m.mail_approve_text, { sender, document }),
          }
        : {
            preheader: summarize(facts, words, m.mail_turn_preheader),
            heading: words.say(m.mail_turn_heading),
            text: words.say(m.mail_turn_text, { sender, document }),
          }),
    });
  },
  /** To a current signer when the sender or the envelope's policy reminds them. */
  reminder: (facts: ReminderFacts, words) => {
    const { senderName: sender, documentName: document, people, waiting } = facts;
    const isApprover = facts.role === 'approver';
    const text = isApprover ? m.mail_reminder_text_approver : m.mail_reminder_text;
    const asked = askAgain(facts, words, {
      // Some mail programs only put emails with the same subject into one conversation.
      subject: ['Re: ', ...getFirstSubject(facts, words)],
      preheader: summarize(facts, words),
      heading: words.say(isApprover ? m.mail_reminder_heading_approver : m.mail_reminder_heading),
      text: words.say(text, { sender, document }),
    });
    // Who signs alone needs no list that says so.
    const listed = people.length + waiting.length < 2 ? [] : [listPeople(people, facts, words, waiting)];
    return { ...asked, blocks: [...listed, ...(asked.blocks ?? []), ...announceReminder(facts, words)] };
  },
  /** To someone who has just proved their address in a public form and has the document open. */
  'return-link': (facts: RequestFacts, words) => {
    const { documentName: document, organizationName: organization } = facts;
    return {
      subject: words.say(m.mail_return_subject, { document }),
      preheader: summarize(facts, words),
      heading: words.say(m.mail_return_heading),
      text: [words.say(m.mail_return_text, { document, organization })],
      blocks: buildSigningBlocks(facts, words),
      reason: words.say(m.mail_why_form, { organization }),
    };
  },
  /** To a participant whose link was replaced or whose envelope has a new expiration date. */
  'new-link': (facts: RequestFacts, words) => {
    const { senderName: sender, documentName: document } = facts;
    return {
      subject: words.say(m.mail_new_link_subject, { document }),
      preheader: words.say(m.mail_new_link_preheader),
      heading: words.say(m.mail_new_link_heading),
      text: [words.say(m.mail_new_link_text, { sender, document })],
      blocks: buildSigningBlocks(facts, words),
      reason: explainRequest(facts, words),
    };
  },
  /** To a person who was asked to act in a participant's place. */
  delegated: (facts: DelegatedFacts, words) => {
    const { who, reason, senderName: sender, documentName: document } = facts;
    return {
      subject: words.say(m.mail_delegated_subject, { who, document }),
      preheader: summarize(facts, words),
      heading: words.say(m.mail_delegated_heading),
      text: [words.say(m.mail_delegated_text, { who, sender, document })],
      blocks: [...quoteReason(reason, words), ...buildSigningBlocks(facts, words)],
      reason: explainRequest(facts, words),
    };
  },
  /** To a participant who asked for the code that opens the document. */
  'signing-code': (facts: EnvelopeMailFacts & CodeFacts, words) => {
    const { senderName: sender, senderEmail: email } = facts;
    return giveCode(facts, words, { from: sender, reason: words.say(m.mail_why_code, { sender, email }) });
  },
  /** To someone who fills in a public form and has to prove their address. */
  'form-code': (facts: CodeFacts, words) => {
    const { organizationName: organization } = facts;
    return giveCode(facts, words, {
      from: organization,
      reason: words.say(m.mail_why_form, { organization }),
    });
  },
} as const satisfies Record<string, Template<never>>;

const FIRST = {
  signer: { subject: m.mail_request_subject, heading: m.landing_invites },
  approver: { subject: m.mail_approve_subject, heading: m.landing_invites_approve },
} as const;

type Asking = Pick<MailWords, 'subject' | 'preheader' | 'heading'> & { readonly text: Phrase };

/** Asks again to sign or approve. */
function askAgain(facts: RequestFacts, words: Words, { text, ...head }: Asking): MailWords {
  return {
    ...head,
    text: [text],
    blocks: buildSigningBlocks(facts, words),
    reason: explainRequest(facts, words),
  };
}

/** Returns the subject under which someone is asked for the first time: the sender's own, if there is one. */
function getFirstSubject(facts: RequestFacts & { readonly isLater?: boolean }, { say }: Words): Phrase {
  const { message, role, isLater = false, senderName: sender, documentName: document } = facts;
  if (message?.subject != null) return [{ given: message.subject }];
  if (isLater && role === 'signer') return say(m.mail_turn_subject, { document });
  return say(FIRST[role].subject, { sender, document });
}

/** Names the envelope above a list of its files, unless its name is that of the file. */
function buildSigningBlocks(facts: RequestFacts, words: Words): MailBlock[] {
  const name: MailBlock = { kind: 'paragraph', text: [{ given: facts.documentName }] };
  return [...(facts.files.length > 1 ? [name] : []), ...buildRequestBlocks(facts, words)];
}

/**
 * Returns the blocks that are the same in every request to sign: files, messages, button, deadline and link
 * warning.
 */
function buildRequestBlocks(facts: RequestFacts, words: Words): MailBlock[] {
  const { expiresAt, link, message, note, role, senderName, versionNumber } = facts;
  const isApprover = role === 'approver';
  const until = isApprover ? m.mail_approve_until : m.mail_sign_until;
  const warning = isApprover ? m.mail_link_is_yours_approver : m.mail_link_is_yours;
  const action = isApprover ? m.mail_action_approve : m.mail_action_sign;
  const notes = [
    ...(expiresAt === null ? [] : [words.label(until, { date: formatInstant(expiresAt, facts) })]),
    words.label(warning),
  ];
  return [
    ...(versionNumber === 1
      ? []
      : [
          {
            kind: 'paragraph',
            text: words.say(m.mail_request_version, { number: String(versionNumber) }),
          } as const,
        ]),
    buildFileList(facts, words),
    ...quoteMessages({ senderName, message, note }, words),
    { kind: 'action', label: words.label(action), url: link },
    ...notes.map((text): MailBlock => ({ kind: 'note', text: [text] })),
  ];
}

/** Says in a line how much there is to read and until when, for lists of emails. */
function summarize(facts: RequestFacts, { label }: Words, otherwise = m.mail_no_account): Phrase {
  const { files, expiresAt, role } = facts;
  const counts = files.map(({ pageCount }) => pageCount ?? 0);
  const until = role === 'approver' ? m.mail_approve_until : m.mail_sign_until;
  const pages = counts.includes(0) ? [] : [label(m.common_pages, { count: sum(counts) })];
  const what = expiresAt === null ? label(otherwise) : label(until, { date: formatDay(expiresAt, facts) });
  return [[...pages, what].join(' · ')];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** Lists the document's files with their page counts. A single file gets the document's name. */
function buildFileList({ files, documentName }: EnvelopeMailFacts, { label }: Words): MailBlock {
  const shown = files.length > 1 ? files : [{ name: documentName, pageCount: files[0]?.pageCount ?? null }];
  return {
    kind: 'list',
    rows: shown.map(({ name, pageCount }) => ({
      name,
      fact: pageCount === null ? '' : label(m.common_pages, { count: pageCount }),
    })),
  };
}

/** Quotes the sender's messages. */
export function quoteMessages(
  { senderName: sender, message, note }: Pick<RequestFacts, 'senderName' | 'message' | 'note'>,
  { say }: Words,
): MailBlock[] {
  return [
    { caption: m.mail_message_from, text: message?.body },
    { caption: m.mail_note_from, text: note },
  ].flatMap(({ caption, text }) => {
    if (text == null || text.trim() === '') return [];
    return { kind: 'quote', caption: say(caption, { sender }), text };
  });
}

/** Explains why a signer or approver gets the email. */
function explainRequest(facts: RequestFacts, { say }: Words): Phrase {
  const { role, senderName: sender, senderEmail: email, organizationName: organization } = facts;
  return say(role === 'approver' ? m.mail_why_approver : m.mail_why_signer, { sender, email, organization });
}

/** Says when the next reminder comes, or that this is the last one. */
function announceReminder(facts: ReminderFacts, { label }: Words): MailBlock[] {
  const { nextReminderAt: next, expiresAt } = facts;
  if (next === undefined || (next !== null && expiresAt !== null && next >= expiresAt)) return [];
  const text =
    next === null
      ? label(m.mail_reminder_last)
      : label(m.mail_reminder_next, { date: formatDay(next, facts) });
  return [{ kind: 'note', text: [text] }];
}

/**
 * Says where to enter a code. There is no link, because the page is already open. The code is at the start of
 * the subject, where a phone's notification shows it.
 */
function giveCode(
  { code, documentName: document }: CodeFacts,
  { say }: Words,
  { from, reason }: { readonly from: string; readonly reason: Phrase },
): MailWords {
  const where = say(m.mail_code_text, { document, from });
  return {
    subject: say(m.mail_code_subject, { code, document }),
    preheader: where,
    heading: say(m.mail_code_heading),
    blocks: [
      { kind: 'paragraph', text: where },
      { kind: 'code', code },
      { kind: 'note', text: say(m.mail_code_keep) },
    ],
    reason,
  };
}
