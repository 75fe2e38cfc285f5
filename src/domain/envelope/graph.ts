import type { AutoSource, FieldSource, FieldType } from '../field/catalogue.ts';
import type { EventAction } from '../event/catalogue.ts';
import type { Language } from '../language.ts';
import type { Timestamp } from '../timestamp.ts';
import type {
  Attention,
  DeliveryMode,
  DetectionStatus,
  DocumentStatus,
  EnvelopeStatus,
  LegalFramework,
  ParticipantStatus,
  SourceFormat,
} from './status.ts';

export type ReminderPolicy = {
  readonly firstAfterDays: number;
  readonly everyDays: number;
  readonly maxReminders: number;
};

export type DetectedParty = {
  readonly index: number;
  readonly name: string | null;
  readonly email: string | null;
  readonly roleLabel: string | null;
  readonly fieldCount: number;
};

export type Envelope = {
  readonly id: string;
  readonly organizationId: string;
  readonly teamId: string;
  readonly templateId: string | null;
  readonly templateContentHash: string | null;
  readonly status: EnvelopeStatus;
  readonly detectionStatus: DetectionStatus;
  /** Whether fields are to be proposed as soon as there is a document. */
  readonly detectionWanted: boolean;
  readonly documentStatus: DocumentStatus;
  /** Why its document cannot be used, in the words of `document_unreadable`; null unless the status says so. */
  readonly documentRefusal: string | null;
  readonly version: number;
  readonly originalFilename: string;
  readonly displayName: string;
  readonly sourceFormat: SourceFormat;
  readonly contentHash: string | null;
  readonly sizeBytes: number | null;
  readonly deliveryMode: DeliveryMode;
  readonly legalFramework: LegalFramework;
  readonly consumerDisclosure: boolean;
  readonly expiresAt: Timestamp | null;
  readonly scheduledSendAt: Timestamp | null;
  readonly sentAt: Timestamp | null;
  readonly completedAt: Timestamp | null;
  readonly declinedAt: Timestamp | null;
  readonly voidedAt: Timestamp | null;
  readonly expiredAt: Timestamp | null;
  /** Set on a draft that was deleted: nobody finds it any more. */
  readonly deletedAt: Timestamp | null;
  /** When sender and current signer were warned that it expires. */
  readonly expiryWarnedAt: Timestamp | null;
  readonly sealedAt: Timestamp | null;
  readonly sealingFailedAt: Timestamp | null;
  /** What its newest event was, kept with the envelope so that lists need not read the log. */
  readonly latestAction: EventAction;
  readonly latestActionAt: Timestamp;
  /** What needs the sender's attention for as long as it stands; what time alone brings about is not among it. */
  readonly standingAttention: readonly Attention[];
  readonly createdAt: Timestamp;
  readonly updatedAt: Timestamp;
  readonly reminderPolicy: ReminderPolicy | null;
  readonly metadata: Readonly<Record<string, string>> | null;
  readonly senderUserId: string | null;
  readonly senderName: string;
  readonly senderEmail: string;
  readonly detectedParties: readonly DetectedParty[] | null;
  /** The pattern that names the envelope when it is sent; null where an explicit name stands. */
  readonly namePattern: string | null;
  /** The prefill values that it was made with, by key. */
  readonly prefill: Readonly<Record<string, string>> | null;
};

export type Participant = {
  readonly id: string;
  readonly envelopeId: string;
  readonly organizationId: string;
  readonly orderIndex: number;
  readonly name: string;
  readonly email: string;
  readonly company: string | null;
  readonly title: string | null;
  /** What they read; null until the sender said it or the participant opened the envelope. */
  readonly language: Language | null;
  readonly status: ParticipantStatus;
  readonly detectedPartyIndex: number | null;
  /** Raised by every new link: a token of a lower epoch is a replaced one. */
  readonly linkEpoch: number;
  readonly linkIssuedAt: Timestamp | null;
  /** The template role that the participant came in for. */
  readonly apiRoleName: string | null;
  readonly lastRemindedAt: Timestamp | null;
  /** Reminders that the policy sent on the current link; those sent by hand do not count. */
  readonly reminderCount: number;
  readonly nextReminderAt: Timestamp | null;
  readonly deliveryFailedAt: Timestamp | null;
  readonly consentedAt: Timestamp | null;
  readonly signedAt: Timestamp | null;
  readonly declinedAt: Timestamp | null;
  readonly declineReason: string | null;
  readonly lastViewedAt: Timestamp | null;
  readonly lastIpAddress: string | null;
  readonly lastUserAgent: string | null;
  /** The newest event that names this participant. */
  readonly latestAction: EventAction | null;
  readonly latestActionAt: Timestamp | null;
  readonly createdAt: Timestamp;
  readonly updatedAt: Timestamp;
};

export type EnvelopeField = {
  readonly id: string;
  readonly envelopeId: string;
  readonly organizationId: string;
  readonly participantId: string | null;
  readonly type: FieldType;
  /** From 1. */
  readonly page: number;
  /** Fractions 0..1 of the page as a viewer shows it, origin top-left. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly label: string | null;
  readonly required: boolean;
  readonly options: readonly string[] | null;
  readonly source: FieldSource;
  readonly prefillValue: string | null;
  readonly locked: boolean;
  readonly autoSource: AutoSource | null;
  readonly proposedAutoSource: AutoSource | null;
  readonly value: string | null;
  readonly filledAt: Timestamp | null;
  readonly partyIndex: number | null;
  readonly syntheticRoleId: string | null;
  readonly syntheticRoleName: string | null;
  readonly group: string | null;
  readonly createdAt: Timestamp;
  readonly updatedAt: Timestamp;
};

export const DOCUMENT_VARIANTS = ['original', 'prepared', 'sealed'] as const;
export type DocumentVariant = (typeof DOCUMENT_VARIANTS)[number];

/** One stored file of an envelope: as uploaded, as shown and signed, or as sealed. */
export type EnvelopeDocument = {
  readonly variant: DocumentVariant;
  readonly key: string;
  readonly contentType: string;
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly pageCount: number | null;
};

/** A signature or initials as their signer gave them: typed text, or an image (PNG or JPEG). */
export type SignatureMark =
  | { readonly kind: 'typed'; readonly text: string }
  | { readonly kind: 'drawn' | 'uploaded'; readonly image: Uint8Array };
export type MarkPurpose = 'signature' | 'initials';

/** Everything that a decision about an envelope reads. */
export type EnvelopeGraph = {
  readonly envelope: Envelope;
  readonly participants: readonly Participant[];
  readonly fields: readonly EnvelopeField[];
  readonly documents: readonly EnvelopeDocument[];
};

/** The document of a variant, or null while there is none. */
export function documentOf(graph: EnvelopeGraph, variant: DocumentVariant): EnvelopeDocument | null {
  return graph.documents.find((document) => document.variant === variant) ?? null;
}
