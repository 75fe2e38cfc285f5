import type { AutoSource, FieldSource, FieldType } from '../field/catalogue.ts';
import type { FieldDetails } from '../field/details.ts';
import type { Attachment } from '../field/attachment.ts';
import type { DocumentNotice, TrackedChanges } from '../document/notices.ts';
import type { VariableValues } from '../variables/values.ts';
import type { Variable } from '../variables/variable.ts';
import type { EventAction } from '../event/catalogue.ts';
import type { Language } from '../language.ts';
import type { SignatureStyle } from './signature-style.ts';
import type {
  Attention,
  AuthenticationMethod,
  CopyTime,
  DeliveryMode,
  DetectionStatus,
  DocumentStatus,
  EnvelopeStatus,
  LegalFramework,
  ParticipantDelivery,
  ParticipantRole,
  ParticipantStatus,
  SealLevel,
  SourceFormat,
} from './status.ts';
import type { SignedWith, Signing } from './signing.ts';
import type { Timestamp } from '../timestamp.ts';
import type { Message } from './message.ts';
import type { Thread } from './thread.ts';

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
  /** Whether to detect fields as soon as there is a document. */
  readonly detectionWanted: boolean;
  readonly documentStatus: DocumentStatus;
  /** The `document_unreadable` reason; null unless the document was refused. */
  readonly documentRefusal: string | null;
  /** What to do with tracked changes when a Word file is converted. */
  readonly trackedChanges: TrackedChanges;
  /** Whether tags in the document become fields. */
  readonly textTags: boolean;
  /** The values that fill the variables of its Word files; null if they stay unfilled. */
  readonly variableValues: VariableValues | null;
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
  /** The member who last scheduled the envelope. */
  readonly scheduledBy: string | null;
  /** When the envelope couldn't be sent as scheduled. Null once it has been sent or scheduled again. */
  readonly scheduleFailedAt: Timestamp | null;
  readonly sentAt: Timestamp | null;
  readonly completedAt: Timestamp | null;
  readonly declinedAt: Timestamp | null;
  readonly voidedAt: Timestamp | null;
  readonly expiredAt: Timestamp | null;
  /** When the draft was deleted. A deleted draft no longer appears anywhere. */
  readonly deletedAt: Timestamp | null;
  /** When the sender and the current signer were warned that the envelope will expire. */
  readonly expiryWarnedAt: Timestamp | null;
  readonly sealedAt: Timestamp | null;
  readonly sealingFailedAt: Timestamp | null;
  readonly sealLevel: SealLevel | null;
  /** When to raise the seal to a higher level or renew its timestamp; null for never. */
  readonly sealDueAt: Timestamp | null;
  /** The newest event, stored here so that lists don't have to read the log. */
  readonly latestAction: EventAction;
  readonly latestActionAt: Timestamp;
  /** What needs the sender's attention regardless of the time. */
  readonly standingAttention: readonly Attention[];
  readonly createdAt: Timestamp;
  readonly updatedAt: Timestamp;
  readonly reminderPolicy: ReminderPolicy | null;
  readonly metadata: Readonly<Record<string, string>> | null;
  readonly senderUserId: string | null;
  readonly senderName: string;
  readonly senderEmail: string;
  readonly detectedParties: readonly DetectedParty[] | null;
  readonly message: Message | null;
  /** The pattern that names the envelope when it is sent; null if it has an explicit name. */
  readonly namePattern: string | null;
  /** The prefill values that the envelope was created with, by key. */
  readonly prefill: Readonly<Record<string, string>> | null;
  /** Counts the versions of a contract, from 1. */
  readonly versionNumber: number;
  /** The envelope that this one replaces when it is sent. */
  readonly previousVersionId: string | null;
  /** The envelope that replaced this one. */
  readonly replacedById: string | null;
};

/** A person who handed over their turn, and when. */
export type Delegator = { readonly name: string; readonly at: Timestamp };

export type Participant = {
  readonly id: string;
  readonly envelopeId: string;
  readonly organizationId: string;
  readonly orderIndex: number;
  readonly name: string;
  readonly email: string;
  readonly company: string | null;
  readonly title: string | null;
  /** The sender's note to this participant alone. */
  readonly message: string | null;
  /** Null until the sender has set it or the participant has opened the envelope. */
  readonly language: Language | null;
  readonly role: ParticipantRole;
  readonly delivery: ParticipantDelivery;
  readonly status: ParticipantStatus;
  readonly detectedPartyIndex: number | null;
  /** Increases with every new link. A token with a lower epoch comes from a link that was replaced. */
  readonly linkEpoch: number;
  readonly linkIssuedAt: Timestamp | null;
  readonly authenticationMethod: AuthenticationMethod;
  /** The Argon2 hash of the access code; null for other methods. */
  readonly accessCodeHash: string | null;
  /** The number that codes are texted to, in E.164 format; null for other methods. */
  readonly authenticationPhone: string | null;
  /** The id of the identity provider that the participant signs in with; null for other methods. */
  readonly authenticationProvider: string | null;
  readonly signing: Signing;
  /** What they signed with. Null unless they signed with a key of their own. */
  readonly signedWith: SignedWith | null;
  /** When the sender accepted a passkey that hasn't signed before. */
  readonly newPasskeyAcceptedAt: Timestamp | null;
  /** When the participant last proved their identity before signing. */
  readonly authenticatedAt: Timestamp | null;
  /** Whether the participant may ask someone else to act in their place. */
  readonly canDelegate: boolean;
  /** Whether the participant may ask the sender. Strangers who came by a public form may not. */
  readonly canAsk: boolean;
  /** The people who had this turn before and handed it over, from first to last. */
  readonly delegatedFrom: readonly Delegator[];
  /** The template role that the participant takes. */
  readonly apiRoleName: string | null;
  readonly lastRemindedAt: Timestamp | null;
  /** The number of automatic reminders sent for the current link. */
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
  /** The time zone of their device as an IANA name. Null until they have opened the envelope. */
  readonly timeZone: string | null;
  /** The newest event about this participant. */
  readonly latestAction: EventAction | null;
  readonly latestActionAt: Timestamp | null;
  readonly createdAt: Timestamp;
  readonly updatedAt: Timestamp;
};

export type EnvelopeField = FieldDetails & {
  readonly id: string;
  readonly envelopeId: string;
  readonly organizationId: string;
  readonly participantId: string | null;
  /** Stable, and unique in the envelope. */
  readonly key: string;
  readonly type: FieldType;
  /** Counted from 1. */
  readonly page: number;
  /** Fractions from 0 to 1 of the page as displayed, with the origin at the top left. */
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
  /** The files behind the value of an attachment field. */
  readonly attachments: readonly Attachment[];
  readonly filledAt: Timestamp | null;
  readonly partyIndex: number | null;
  readonly syntheticRoleId: string | null;
  readonly syntheticRoleName: string | null;
  readonly group: string | null;
  /**
   * False while the text that the field is anchored to hasn't been found. Its coordinates mean nothing in
   * that case.
   */
  readonly placed: boolean;
  readonly createdAt: Timestamp;
  readonly updatedAt: Timestamp;
};

export const DOCUMENT_VARIANTS = ['original', 'prepared', 'sealed', 'certificate'] as const;
export type DocumentVariant = (typeof DOCUMENT_VARIANTS)[number];

/**
 * A stored file of an envelope: the upload (the first one if there are several), the document as shown and
 * signed, the sealed document, or the certificate of completion if that isn't part of the sealed document.
 */
export type EnvelopeDocument = {
  readonly variant: DocumentVariant;
  readonly key: string;
  readonly contentType: string;
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly pageCount: number | null;
  /** What was changed when the PDF was prepared. Empty for other files. */
  readonly notices: readonly DocumentNotice[];
};

/** The stored bytes of a file, as uploaded and as prepared. */
export type FileContent = {
  readonly sourceFormat: SourceFormat;
  readonly original: EnvelopeDocument;
  readonly prepared: EnvelopeDocument;
  /** The variables of a Word file; empty for other files. */
  readonly variables: readonly Variable[];
};

/** How a file is prepared. */
export type Preparation = {
  /** What to do with tracked changes once a Word file is converted. */
  readonly trackedChanges: TrackedChanges;
  /** Whether tags in the document become fields. */
  readonly textTags: boolean;
  /**
   * The values that fill a Word file's variables. Null if the variables stay unfilled or the file has already
   * been received.
   */
  readonly variableValues: VariableValues | null;
};

/** One of the files that an envelope's document consists of. */
export type EnvelopeFile = Preparation & {
  readonly id: string;
  readonly name: string;
  readonly status: DocumentStatus;
  /** The `document_unreadable` reason; null unless the file was refused. */
  readonly refusal: string | null;
  /** Whether the file's fields still have to be detected. */
  readonly detectionWanted: boolean;
  /** Null until the file has been received. */
  readonly content: FileContent | null;
};

/** A signature, initials or a stamp: typed text, or an image (PNG or JPEG). A stamp is an uploaded image. */
export type SignatureMark =
  | { readonly kind: 'typed'; readonly text: string; readonly style?: SignatureStyle }
  | { readonly kind: 'drawn' | 'uploaded'; readonly image: Uint8Array };
export const MARK_PURPOSES = ['signature', 'initials', 'stamp'] as const;
export type MarkPurpose = (typeof MARK_PURPOSES)[number];

/** A person who receives the documents without acting, as entered by the sender. */
export type CopyInput = {
  readonly name: string;
  readonly email: string;
  readonly language?: Language | null | undefined;
  readonly when: CopyTime;
};

/** The same person, as a template stores them. */
export type TemplateCopy = CopyInput & { readonly language: Language | null };

export type CopyRecipient = TemplateCopy & {
  readonly id: string;
  readonly envelopeId: string;
  readonly organizationId: string;
  /** Increases whenever the person's existing link stops working. */
  readonly linkEpoch: number;
  /** When the person was last sent a link; null before the first one. */
  readonly sentAt: Timestamp | null;
  readonly deliveryFailedAt: Timestamp | null;
  readonly createdAt: Timestamp;
  readonly updatedAt: Timestamp;
};

/** Everything that decisions about an envelope need to read. */
export type EnvelopeGraph = {
  readonly envelope: Envelope;
  readonly participants: readonly Participant[];
  readonly fields: readonly EnvelopeField[];
  readonly documents: readonly EnvelopeDocument[];
  /** People who receive the documents without acting, in the order in which the sender listed them. */
  readonly copies: readonly CopyRecipient[];
  /** The files that the document consists of, in order. */
  readonly files: readonly EnvelopeFile[];
  /** What participants asked, and the answers, from the first thread to the last. */
  readonly threads: readonly Thread[];
  /** The next version of the envelope, sent or still a draft. There is one at most. */
  readonly nextVersions: readonly { readonly id: string }[];
};

/** Returns the document of a variant, or null. */
export function findDocument(
  graph: Pick<EnvelopeGraph, 'documents'>,
  variant: DocumentVariant,
): EnvelopeDocument | null {
  return graph.documents.find((document) => document.variant === variant) ?? null;
}
