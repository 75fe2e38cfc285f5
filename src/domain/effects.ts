import type { AccountChange } from './account/account-change.ts';

/** Who a mail of an envelope goes to: a participant by identifier, or the sender. */
export type RecipientId = string | 'sender';

type OfEnvelope = { organizationId: string; envelopeId: string };
type OfParticipant = OfEnvelope & { participantId: string };
type ToRecipient = OfEnvelope & { recipient: RecipientId };

/** Job requests that a decision causes. They are enqueued in its transaction and carry identifiers only. */
export type EffectPayloads = {
  /** A document is to be read: converted where that is still to be done, and its fields detected. */
  'svc/document.received': OfEnvelope;
  /** The envelope went out: mails the first signer. */
  'svc/envelope.sent': OfParticipant;
  /** The turn has passed on: mails the next signer. */
  'svc/participant.link_issued': OfParticipant;
  /** A link was replaced: mails the new one. */
  'svc/participant.link_reissued': OfParticipant;
  /** Mails the current signer a reminder. */
  'svc/participant.reminder_sent': OfParticipant;
  /** Everyone has signed: seals the document. */
  'svc/envelope.completed': OfEnvelope;
  /** The sealed document is there: mails one recipient. */
  'svc/envelope.sealed': ToRecipient;
  /** The date of expiry changed: mails the current signer a link that holds as long. */
  'svc/envelope.expiry_extended': OfParticipant;
  /** It expires soon: warns one recipient. */
  'svc/envelope.expiring': ToRecipient;
  'svc/envelope.expired': ToRecipient;
  'svc/envelope.declined': ToRecipient;
  'svc/envelope.voided': ToRecipient;
  /** Makes one attempt at telling a webhook of an event; attempts count from 1. */
  'svc/webhook.deliver': { organizationId: string; deliveryId: string; attempt: number };
  /** The service disabled a webhook: mails the organization's owners. */
  'svc/webhook.disabled': { organizationId: string; webhookId: string };
  /** Somebody asked for a link to their account: mails it, if the address has one. */
  'svc/account.link_requested': { linkId: string };
  /** What protects an account changed: tells its owner. */
  'svc/account.secured': { userId: string; change: AccountChange; at: string };
  /** Mails an invitation into an organization. */
  'svc/organization.member_invited': { organizationId: string; invitationId: string; epoch: number };
  /** Mails a test to the person who asked for it. */
  'svc/mail.test_requested': { organizationId: string; userId: string; at: string };
  /** A template goes out to a list: makes and sends its envelopes. */
  'svc/bulk_send.started': { organizationId: string; bulkSendId: string };
};
export type EffectName = keyof EffectPayloads;

/** One job request. Handlers are idempotent, since delivery is at least once. */
export type Effect = {
  [N in EffectName]: { readonly name: N; readonly payload: EffectPayloads[N] };
}[EffectName];

type QueueFacts = {
  readonly retryLimit: number;
  readonly retryDelaySeconds: number;
  readonly retryDelayMaxSeconds: number;
  readonly expireSeconds: number;
  /** How long a job waits for its next attempt before it is forgotten: longer than all attempts take. */
  readonly keptSeconds: number;
  /** Whether a job may take as long as a stranger's server or document pleases: one organization never holds all places. */
  readonly slow?: true;
};

const DAY_SECONDS = 24 * 3600;

const MAIL: QueueFacts = {
  // About three days: a mail server that is away over a weekend loses nothing.
  retryLimit: 84,
  retryDelaySeconds: 5,
  retryDelayMaxSeconds: 3600,
  expireSeconds: 120,
  keptSeconds: 14 * DAY_SECONDS,
};

/** How often and how long each job is tried. Delays grow by doubling, up to the maximum. */
export const EFFECT_QUEUES: { readonly [N in EffectName]: QueueFacts } = {
  'svc/document.received': {
    // A person waits for it: what fails three times in a minute is given up, and the draft goes on without it.
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
  'svc/participant.reminder_sent': MAIL,
  'svc/envelope.completed': {
    // More than a year: a completed envelope is sealed in the end.
    retryLimit: 10_000,
    retryDelaySeconds: 5,
    retryDelayMaxSeconds: 3600,
    expireSeconds: 300,
    keptSeconds: 500 * DAY_SECONDS,
  },
  'svc/envelope.sealed': MAIL,
  'svc/envelope.expiry_extended': MAIL,
  'svc/envelope.expiring': MAIL,
  'svc/envelope.expired': MAIL,
  'svc/envelope.declined': MAIL,
  'svc/envelope.voided': MAIL,
  // The receiver's failures are counted and waited for with the delivery itself; these are for our own.
  'svc/webhook.deliver': { ...MAIL, slow: true },
  'svc/webhook.disabled': MAIL,
  'svc/account.link_requested': MAIL,
  'svc/account.secured': MAIL,
  'svc/organization.member_invited': MAIL,
  // Its asker looks at what the server answers: a second try would only hide it.
  'svc/mail.test_requested': { ...MAIL, retryLimit: 0, keptSeconds: DAY_SECONDS },
  'svc/bulk_send.started': {
    retryLimit: 100,
    retryDelaySeconds: 5,
    retryDelayMaxSeconds: 3600,
    expireSeconds: 900,
    keptSeconds: 14 * DAY_SECONDS,
    slow: true,
  },
};

export const EFFECT_NAMES = Object.keys(EFFECT_QUEUES) as readonly EffectName[];
