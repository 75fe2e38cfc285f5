export const ENVELOPE_STATUSES = [
  'draft',
  'detecting',
  'review',
  'in_progress',
  'completed',
  'declined',
  'voided',
  'expired',
] as const;
export type EnvelopeStatus = (typeof ENVELOPE_STATUSES)[number];

const ENDED: readonly EnvelopeStatus[] = ['completed', 'declined', 'voided', 'expired'];

/** Checks whether a status is final. */
export function isEnded(status: EnvelopeStatus): boolean {
  return ENDED.includes(status);
}

export const PARTICIPANT_STATUSES = ['pending', 'signed', 'declined'] as const;
export type ParticipantStatus = (typeof PARTICIPANT_STATUSES)[number];

/** A signer signs, while an approver agrees without signing. Both take a turn. */
export const PARTICIPANT_ROLES = ['signer', 'approver'] as const;
export type ParticipantRole = (typeof PARTICIPANT_ROLES)[number];

/**
 * How a participant gets to the document. `email`: by an emailed link. `embedded`: by a session URL that the
 * sender's application hands to them; they are never emailed. `in_person`: on a device that the sender hands
 * to them.
 */
export const PARTICIPANT_DELIVERIES = ['email', 'embedded', 'in_person'] as const;
export type ParticipantDelivery = (typeof PARTICIPANT_DELIVERIES)[number];

export const DETECTION_STATUSES = ['none', 'queued', 'running', 'completed', 'failed'] as const;
export type DetectionStatus = (typeof DETECTION_STATUSES)[number];

/** The state of an envelope's document: not uploaded yet, being converted, ready, or unusable. */
export const DOCUMENT_STATUSES = ['awaited', 'processing', 'received', 'refused'] as const;
export type DocumentStatus = (typeof DOCUMENT_STATUSES)[number];

export const DELIVERY_MODES = ['inline', 'upload', 'template'] as const;
export type DeliveryMode = (typeof DELIVERY_MODES)[number];

export const SOURCE_FORMATS = ['pdf', 'docx', 'png', 'jpeg', 'heic'] as const;
export type SourceFormat = (typeof SOURCE_FORMATS)[number];

export const LEGAL_FRAMEWORKS = [
  'esign_ueta',
  'eidas_ses',
  'uk_ses',
  'none',
  'eidas_aes',
  'eidas_qes',
] as const;
export type LegalFramework = (typeof LEGAL_FRAMEWORKS)[number];

/** Frameworks that need a provider. They are refused until one is configured. */
export const UNAVAILABLE_FRAMEWORKS: readonly LegalFramework[] = ['eidas_aes', 'eidas_qes'];

export const ATTENTION = [
  'delivery_failed',
  'declined',
  'expired',
  'expiring_soon',
  'detection_failed',
  'schedule_failed',
  'sealing_failed',
  'timestamp_missing',
  'question',
  'your_turn',
] as const;
export type Attention = (typeof ATTENTION)[number];

export const ENVELOPE_VIEWS = ['attention', 'waiting', 'drafts', 'completed', 'all'] as const;
export type EnvelopeView = (typeof ENVELOPE_VIEWS)[number];

/**
 * How a participant proves their identity. `link`: by having the link. `access_code`: also by a code that the
 * sender gave them some other way. `email_code`: also by a code that is emailed to them. `sms_code`: also by
 * a code that is texted to them. `oidc`: also by signing in with an identity provider of the sender's
 * organization.
 */
export const AUTHENTICATION_METHODS = ['link', 'access_code', 'email_code', 'sms_code', 'oidc'] as const;
export type AuthenticationMethod = (typeof AUTHENTICATION_METHODS)[number];

/** Checks whether a method's code is sent when the participant asks for it. */
export function isSentCode(method: AuthenticationMethod): boolean {
  return method === 'email_code' || method === 'sms_code';
}

/**
 * When a person gets their copy: when the envelope is sent and again when it is sealed, or only when it is
 * sealed.
 */
export const COPY_TIMES = ['sent', 'completed'] as const;
export type CopyTime = (typeof COPY_TIMES)[number];

/**
 * How much a seal proves (PAdES baseline levels, ETSI EN 319 142-1): from the seal alone to proof that
 * outlives the seal's certificates.
 */
export const SEAL_LEVELS = ['B-B', 'B-T', 'B-LT', 'B-LTA'] as const;
export type SealLevel = (typeof SEAL_LEVELS)[number];
