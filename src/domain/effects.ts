import type { CopyTime } from './envelope/status.ts';
import type { AccountNotice } from './account/account-change.ts';
import type { AttemptProblem } from './account/sign-in-trace.ts';
import { DAY_SECONDS } from './time.ts';

/** The identifier of a participant or copy recipient, or `sender`. */
export type RecipientId = string | 'sender';

type OfEnvelope = { organizationId: string; envelopeId: string };
type OfParticipant = OfEnvelope & { participantId: string };
type ToRecipient = OfEnvelope & { recipient: RecipientId };

/**
 * The jobs that decisions request. They are enqueued in the decision's transaction and carry identifiers
 * only.
 */
export type EffectPayloads = {
  /** Reads a document: converts it if needed and detects its fields. */
  'svc/document.received': OfEnvelope;
  /** Emails the first signer. */
  'svc/envelope.sent': OfParticipant;
  /** Emails the next signer. */
  'svc/participant.link_issued': OfParticipant;
  /**
   * Emails a replaced link. If nobody at this address was asked before, the email reads like a first request.
   */
  'svc/participant.link_reissued': OfParticipant & { isFirstRequest?: boolean };
  /** Emails a participant the code that was requested at `at`. */
  'svc/participant.code_requested': OfParticipant & { at: string };
  /** Emails the link of this epoch to the person who was asked to take over, or tells the sender. */
  'svc/participant.delegated': OfParticipant & { epoch: number; recipient: RecipientId };
  /** Emails the current signer a reminder. */
  'svc/participant.reminder_sent': OfParticipant;
  /** Seals the document once everyone has signed. */
  'svc/envelope.completed': OfEnvelope;
  /** Emails one recipient what the other side wrote in a thread. */
  'svc/thread.message_written': ToRecipient & { threadId: string; messageId: string };
  /** Emails one recipient the sealed document. */
  'svc/envelope.sealed': ToRecipient;
  /** Emails the current signer a link that is valid until the new expiry date. */
  'svc/envelope.expiry_extended': OfParticipant;
  /** Warns one recipient that the envelope expires soon. */
  'svc/envelope.expiring': ToRecipient;
  /** Emails a person their copy, either when the envelope is sent or once it is sealed. */
  'svc/copy.sent': OfEnvelope & { copyId: string; when: CopyTime };
  'svc/envelope.expired': ToRecipient;
  /** Tells those who can decide what to do next that an envelope wasn't sent as scheduled. */
  'svc/envelope.schedule_failed': OfEnvelope;
  'svc/envelope.declined': ToRecipient;
  'svc/envelope.voided': ToRecipient;
  /** Tells one recipient that the sender recalled the envelope. */
  'svc/envelope.recalled': ToRecipient;
  /** Tells one recipient that a new version has replaced the envelope, and whether they are asked again. */
  'svc/envelope.replaced': ToRecipient & { isAskedAgain: boolean };
  /** Makes one delivery attempt to a webhook; attempts count from 1. */
  'svc/webhook.deliver': { organizationId: string; deliveryId: string; attempt: number };
  /** Emails the organization's owners that the service disabled a webhook. */
  'svc/webhook.disabled': { organizationId: string; webhookId: string };
  /** Emails a member their digest for the week that begins on this Monday. */
  'svc/digest.due': { organizationId: string; userId: string; week: string };
  /** Emails an account link, if the address has an account. */
  'svc/account.link_requested': { linkId: string };
  /** Tells an account's owner about a security change or a sign-in in an unknown browser. */
  'svc/account.secured': {
    userId: string;
    change: AccountNotice;
    at: string;
    email?: string;
    from?: { ipAddress: string | null; userAgent: string | null };
  };
  /**
   * Records a failed attempt to sign in to an account. An address without an account is only a hash, and its
   * job is the same, so that the response doesn't reveal which addresses have accounts.
   */
  'svc/account.attempt_failed': {
    account: { userId: string } | { unknown: string };
    problem: AttemptProblem;
    at: string;
    ipAddress: string | null;
    userAgent: string | null;
  };
  /** Emails an invitation to an organization. */
  'svc/organization.member_invited': { organizationId: string; invitationId: string; epoch: number };
  /** Emails a test message to the person who requested it. */
  'svc/mail.test_requested': { organizationId: string; userId: string; at: string };
  /** Creates and sends the envelopes of a bulk send. */
  'svc/bulk_send.started': { organizationId: string; bulkSendId: string };
  /** Emails the code that proves the address of someone who fills in a public form. */
  'svc/form.code_requested': { organizationId: string; startId: string };
  /** Emails someone who started a public form the links to what they still have to sign. */
  'svc/form.link_requested': { organizationId: string; startId: string };
  /** Tells those who can decide that the service closed a public form. */
  'svc/form.closed': { organizationId: string; formId: string };
  /** Builds the next part of an export. */
  'svc/export.started': { organizationId: string; exportId: string };
  /** Tells the owners that the service stopped an export. */
  'svc/export.stopped': { organizationId: string; exportId: string };
};
export type EffectName = keyof EffectPayloads;

/** One job request. Delivery is at least once, so handlers are idempotent. */
export type Effect = {
  [N in EffectName]: { readonly name: N; readonly payload: EffectPayloads[N] };
}[EffectName];

type QueueFacts = {
  readonly retryLimit: number;
  readonly retryDelaySeconds: number;
  readonly retryDelayMaxSeconds: number;
  readonly expireSeconds: number;
  /**
   * How long a job is kept while it waits for its next attempt. Longer than all of its attempts take
   * together.
   */
  readonly keptSeconds: number;
  /**
   * Whether a job depends on someone else's server or document. Limits how many run at once per organization.
   */
  readonly slow?: true;
};

const MAIL: QueueFacts = {
  // About three days, so a mail server that is down over a weekend loses nothing.
  retryLimit: 84,
  retryDelaySeconds: 5,
  retryDelayMaxSeconds: 3600,
  expireSeconds: 120,
  keptSeconds: 14 * DAY_SECONDS,
};

/** A code is valid for ten minutes, and the person is waiting for it. */
const CODE: QueueFacts = {
  ...MAIL,
  retryLimit: 8,
  retryDelaySeconds: 2,
  retryDelayMaxSeconds: 60,
  keptSeconds: DAY_SECONDS,
};

/** How often each job is tried, and for how long. Delays double up to the maximum. */
export const EFFECT_QUEUES: { readonly [N in EffectName]: QueueFacts } = {
  'svc/document.received': {
    // Someone is waiting: after three failures within a minute, the draft continues without detection.
    retryLimit: 2,
    retryDelaySeconds: 2,
    retryDelayMaxSeconds: 10,
    expireSeconds: 600,
    keptSeconds: DAY_SECONDS,
    slow: true,
  },
  'svc/envelope.sent': MAIL,
  'svc/participant.link_issued': MAIL,
  'svc/participant.link_reissued': MAIL,
  'svc/participant.delegated': MAIL,
  'svc/participant.reminder_sent': MAIL,
  'svc/envelope.completed': {
    // More than a year, because a completed envelope must be sealed eventually.
    retryLimit: 10_000,
    retryDelaySeconds: 5,
    retryDelayMaxSeconds: 3600,
    expireSeconds: 300,
    keptSeconds: 500 * DAY_SECONDS,
  },
  'svc/participant.code_requested': CODE,
  'svc/form.code_requested': CODE,
  'svc/form.link_requested': CODE,
  'svc/thread.message_written': MAIL,
  'svc/envelope.sealed': MAIL,
  'svc/envelope.expiry_extended': MAIL,
  'svc/envelope.expiring': MAIL,
  'svc/copy.sent': MAIL,
  'svc/envelope.expired': MAIL,
  'svc/envelope.schedule_failed': MAIL,
  'svc/envelope.declined': MAIL,
  'svc/envelope.voided': MAIL,
  'svc/envelope.recalled': MAIL,
  'svc/envelope.replaced': MAIL,
  // These retries cover only failures of the service itself. The delivery counts and retries failures of the
  // receiver.
  'svc/webhook.deliver': { ...MAIL, slow: true },
  'svc/webhook.disabled': MAIL,
  'svc/form.closed': MAIL,
  'svc/digest.due': MAIL,
  'svc/account.link_requested': MAIL,
  'svc/account.secured': MAIL,
  'svc/account.attempt_failed': MAIL,
  'svc/organization.member_invited': MAIL,
  // The person is looking at the result, and a retry would hide a failure.
  'svc/mail.test_requested': { ...MAIL, retryLimit: 0, keptSeconds: DAY_SECONDS },
  'svc/bulk_send.started': {
    retryLimit: 100,
    retryDelaySeconds: 5,
    retryDelayMaxSeconds: 3600,
    expireSeconds: 900,
    keptSeconds: 14 * DAY_SECONDS,
    slow: true,
  },
  'svc/export.started': {
    retryLimit: 100,
    retryDelaySeconds: 5,
    retryDelayMaxSeconds: 3600,
    expireSeconds: 3600,
    keptSeconds: 7 * DAY_SECONDS,
    slow: true,
  },
  'svc/export.stopped': MAIL,
};

export const EFFECT_NAMES = Object.keys(EFFECT_QUEUES) as readonly EffectName[];

/** What the queues do, as the people who run the instance see it. */
export const JOB_KINDS = ['documents', 'emails', 'seals', 'webhooks', 'bulk_sends', 'exports'] as const;
export type JobKind = (typeof JOB_KINDS)[number];

const OTHERS: Readonly<Partial<Record<EffectName, JobKind>>> = {
  'svc/document.received': 'documents',
  'svc/envelope.completed': 'seals',
  'svc/webhook.deliver': 'webhooks',
  'svc/bulk_send.started': 'bulk_sends',
  'svc/export.started': 'exports',
};

/** Returns what a queue does. Most queues send emails. */
export function getJobKind(queue: string): JobKind {
  return (OTHERS as Readonly<Record<string, JobKind>>)[queue] ?? 'emails';
}
