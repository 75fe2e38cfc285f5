import type { Attachment } from '../field/attachment.ts';
import type { Language } from '../language.ts';
import type { ActorType } from '../actor.ts';
import type { DocumentNotice } from '../document/notices.ts';
import type { AutoSource } from '../field/catalogue.ts';
import type { AuthenticationMethod, CopyTime, LegalFramework, SealLevel } from '../envelope/status.ts';
import type { Proof, ProofFault } from '../envelope/signing.ts';
import type { Intent } from '../envelope/intent.ts';
import type { ThreadVisibility } from '../envelope/thread.ts';
import type { Message } from '../envelope/message.ts';
import type { SignIn } from '../envelope/sign-in.ts';
import type { Timestamp } from '../timestamp.ts';

type Empty = Record<never, never>;

type Signed = {
  participantId: string;
  documentHash: string;
  /**
   * SHA-256 of the values by field, as RFC 8785 canonical JSON. The hash makes it possible both to verify the
   * values and to erase them.
   */
  valuesHash: string;
  fieldCount: number;
  signatureKind: 'drawn' | 'typed' | 'uploaded' | null;
  /** SHA-256 of the typed text and its style, or the image's bytes, or null. */
  signatureHash: string | null;
  initialsHash: string | null;
  /** Absent without a stamp. */
  stampHash?: string;
  /** What the person agreed to by pressing the last button, and in which language. */
  intent: Intent;
  /**
   * The time zone of the person's device as an IANA name, if the device reported it. It determines the date
   * of signing.
   */
  timeZone?: string;
  /** How the document was shown on the page where the person signed, if the page reported it. */
  pages?: { rendered: number[]; pictures: number[] };
  /** The files that the person attached, if any. */
  attachments?: ({ fieldId: string } & Attachment)[];
  /** What proves that the person signed with a key of their own, if they did. */
  proof?: Proof;
};

/** A message in a thread, which the named participant began. */
type ThreadMessageWritten = {
  participantId: string;
  /** The address of the person who began it, so that what they asked is erased with them. */
  email: string;
  threadId: string;
  messageId: string;
  text: string;
};
type QuotedText = { page: number; text: string };

/** How a file is named in events that list all files. */
export type ListedFile = {
  documentId: string;
  name: string;
  contentHash: string;
  firstPage: number;
  pageCount: number;
};

/** A version of a document as it was sent. */
export type SentVersion = {
  readonly envelopeId: string;
  readonly versionNumber: number;
  /** The SHA-256 of the document that its signers see. */
  readonly documentHash: string;
  /**
   * The SHA-256 of the list of what it says differently from the version before. Null for a first version, and if they
   * couldn't be compared.
   */
  readonly changesDigest: string | null;
};

/** The payload of each event action. Documents are identified by lowercase hex SHA-256. */
export type EventPayloads = {
  'envelope.created': {
    displayName: string;
    originalFilename: string;
    deliveryMode: 'inline' | 'upload' | 'template';
    contentHash: string | null;
    documentHash: string | null;
    templateId: string | null;
    notices: DocumentNotice[];
    /** Only present if the envelope has several files. */
    documents?: ListedFile[];
  };
  /** Follows the creation event of an envelope that was copied from another one. */
  'envelope.copied': { sourceEnvelopeId: string };
  /** The next version of the envelope was begun. It is a draft until it is sent. */
  'envelope.version_started': { versionId: string; versionNumber: number };
  /** Follows the creation event of an envelope that is the next version of another one. */
  'envelope.version_created': {
    previousVersionId: string;
    versionNumber: number;
    /** The hash of the document that the previous version has. */
    previousDocumentHash: string | null;
  };
  /** The next version of an envelope that had ended already was sent. */
  'envelope.replaced': { replacedBy: string };
  'envelope.document_received': {
    /** Only present for a file that was added to others. */
    documentId?: string;
    contentHash: string;
    documentHash: string;
    sizeBytes: number;
    pageCount: number;
    notices: DocumentNotice[];
  };
  'envelope.document_uploaded': { documentId?: string };
  'envelope.document_refused': { documentId?: string; reason: string };
  'envelope.document_added': {
    documentId: string;
    name: string;
    /** Null until the file has been received, as are its page numbers. */
    contentHash: string | null;
    /** The hash of the whole document. */
    documentHash: string;
    firstPage: number | null;
    pageCount: number | null;
    notices: DocumentNotice[];
  };
  'envelope.document_removed': {
    documentId: string;
    name: string;
    contentHash: string | null;
    documentHash: string;
    removedFieldCount: number;
  };
  'envelope.documents_reordered': { order: string[]; documentHash: string };
  'envelope.detection_started': Empty;
  'envelope.detection_completed': { fieldCount: number; partyCount: number };
  'envelope.detection_failed': { reason: string };
  'envelope.draft_updated': { changed: string[] };
  'envelope.sent': {
    displayName: string;
    documentHash: string;
    pageCount: number;
    legalFramework: LegalFramework;
    consumerDisclosure: boolean;
    expiresAt: Timestamp | null;
    participants: {
      participantId: string;
      orderIndex: number;
      name: string;
      email: string;
      /** Only present for approvers. */
      role?: 'approver';
      /** Only present for participants who aren't emailed. */
      delivery?: 'embedded' | 'in_person';
    }[];
    /** The message to everyone, if there is one. */
    message?: Message;
    /** Only present if the envelope has several files. */
    documents?: ListedFile[];
    /** The hash of the sender's texts and strikethroughs on the pages, if there are any. */
    annotationsHash?: string;
    /** All versions up to this one, the first one first. Only present for a new version. */
    versions?: SentVersion[];
  };
  'participant.link_issued': { participantId: string; epoch: number; email: string };
  'participant.link_reissued': { participantId: string; epoch: number; email: string };
  /** A sender took the link of a signer, to pass it on without our email. */
  'participant.link_copied': { participantId: string; epoch: number; email: string };
  'participant.corrected': {
    participantId: string;
    /** The epoch of the new link. Null if the participant had no link yet. */
    epoch: number | null;
    before: { name: string; email: string; language?: Language | null; phone?: string };
    after: { name: string; email: string; language?: Language | null; phone?: string };
  };
  'participant.delegated': {
    participantId: string;
    /** The epoch of the new person's link. */
    epoch: number;
    before: { name: string; email: string };
    after: { name: string; email: string };
    reason: string | null;
  };
  'participant.reminder_sent': { participantId: string; automatic: boolean };
  'participant.delivery_failed': {
    participantId: string;
    email: string;
    reason: string;
    /** The last digits of the phone number, if a text message failed. */
    phone?: string;
  };
  /** A copy was sent to a person, either when the envelope was sent or once it was sealed. */
  'copy.sent': { copyId: string; name: string; email: string; when: CopyTime };
  'copy.delivery_failed': { copyId: string; email: string; reason: string };
  'envelope.deleted': Empty;
  'envelope.scheduled': { sendAt: Timestamp };
  'envelope.schedule_canceled': { sendAt: Timestamp };
  'envelope.schedule_failed': { reason: string };
  'envelope.expiry_extended': { expiresAt: Timestamp | null };
  'envelope.expiry_warned': { expiresAt: Timestamp };
  'envelope.expired': { expiresAt: Timestamp };
  /** In test mode, the envelope's deadlines were moved closer. */
  'envelope.time_advanced': {
    milliseconds: number;
    expiresAt: Timestamp | null;
    sendAt: Timestamp | null;
  };
  'participant.authenticated': {
    participantId: string;
    method: AuthenticationMethod;
    /** The last digits of the phone number that the code was texted to. */
    phone?: string;
    /** What the identity provider said. */
    signIn?: SignIn;
  };
  /** After too many wrong codes, the link is locked for a while. */
  'participant.authentication_failed': {
    participantId: string;
    method: AuthenticationMethod;
    lockedUntil: Timestamp;
    phone?: string;
  };
  /** A page was opened through a session URL. */
  'participant.session_opened': {
    participantId: string;
    sessionId: string;
    /** The organization whose application authenticated an embedded participant. Null for others. */
    application: string | null;
    /** The person who handed over the device to a participant who signs in person. Null for others. */
    host: string | null;
    /** The origin that may show the page in a frame; null for none. */
    frameOrigin: string | null;
  };
  /** A draft was opened through a session URL, for a user of the organization's application. */
  'envelope.editing_opened': {
    sessionId: string;
    application: string;
    /** The user's name as the application gave it. */
    userName: string | null;
    frameOrigin: string | null;
  };
  /** The sender opened their own turn while signed in to their account. */
  'participant.account_used': { participantId: string; email: string };
  'participant.viewed': { participantId: string };
  'participant.consented': {
    participantId: string;
    /** The consumer disclosure that was shown and accepted. Null if there was none. */
    disclosureVersion: string | null;
    disclosureLocale: string | null;
    disclosureHash: string | null;
  };
  'participant.fields_auto_resolved': {
    participantId: string;
    fields: { fieldId: string; autoSource: AutoSource; value: string }[];
  };
  'participant.signed': Signed;
  /** A participant approved without signing. */
  'participant.approved': Signed;
  /** A participant asked the sender something, or wrote again in a thread. */
  'participant.asked': ThreadMessageWritten & { quote: QuotedText | null };
  /** A participant asked to change the document's wording. */
  'participant.change_requested': ThreadMessageWritten & {
    quote: QuotedText | null;
    /** The words that should replace the quote. */
    proposal: string | null;
  };
  /** The sender's side answered in a thread. */
  'envelope.answered': ThreadMessageWritten & { visibleTo: ThreadVisibility };
  /** The sender's side settled a thread. */
  'thread.settled': { participantId: string; threadId: string };
  /** A participant created a passkey to sign with. */
  'participant.passkey_created': { participantId: string; keyHash: string; isSynced: boolean };
  /** An answer to a statement proved nothing. */
  'participant.signing_failed': { participantId: string; method: 'passkey'; reason: ProofFault };
  /** The sender lets a participant sign with a passkey that hasn't signed before. */
  'participant.new_passkey_accepted': { participantId: string };
  'participant.declined': { participantId: string; reason: string | null };
  'envelope.declined': { participantId: string };
  'envelope.completed': { participantCount: number; fieldCount: number };
  'envelope.sealed': {
    sealedHash: string;
    sizeBytes: number;
    certificateSubject: string;
    /**
     * The hash of the certificate of completion. Absent if the certificate is part of the sealed document.
     */
    certificateHash?: string | undefined;
    level?: SealLevel;
  };
  /** The sealed file was raised to a higher level, or its timestamp was renewed. */
  'envelope.seal_extended': {
    level: SealLevel;
    sealedHash: string;
    previousHash: string;
    sizeBytes: number;
  };
  'envelope.sealing_failed': Empty;
  'envelope.voided': {
    reason: string | null;
    /** The next version, if that was sent. The reason is `replaced` then. */
    replacedBy?: string;
  };
  'envelope.recalled': {
    /** The participants whose links stopped working. */
    recipients: { participantId: string; name: string; email: string; language: Language | null }[];
    /** The people whose copies can no longer be opened, if any. */
    copies?: { copyId: string; name: string; email: string; language: Language | null }[];
  };
};
export type EventAction = keyof EventPayloads;

type EventFacts = {
  /** The English label in timelines and lists. */
  readonly label: string;
  readonly actors: readonly ActorType[];
  /** Whether the event changes the graph and so increments the envelope's version. */
  readonly versioned: boolean;
};

const SENDERS = ['sender', 'api_key', 'agent'] as const;
/** The actors that edit and send drafts. */
const EDITORS = [...SENDERS, 'application'] as const;

/** Every event action. */
export const EVENT_CATALOGUE: { readonly [A in EventAction]: EventFacts } = {
  'envelope.created': { label: 'Created', actors: SENDERS, versioned: true },
  'envelope.copied': { label: 'Copied', actors: SENDERS, versioned: false },
  'envelope.version_started': { label: 'New version started', actors: SENDERS, versioned: false },
  'envelope.version_created': { label: 'Created as a new version', actors: SENDERS, versioned: false },
  'envelope.replaced': {
    label: 'Replaced by a new version',
    actors: [...EDITORS, 'system'],
    versioned: true,
  },
  'envelope.document_uploaded': { label: 'Document uploaded', actors: SENDERS, versioned: true },
  'envelope.document_received': {
    label: 'Document received',
    actors: [...SENDERS, 'system'],
    versioned: true,
  },
  'envelope.document_refused': { label: 'Document not accepted', actors: ['system'], versioned: true },
  'envelope.document_added': { label: 'Document added', actors: SENDERS, versioned: true },
  'envelope.document_removed': { label: 'Document removed', actors: SENDERS, versioned: true },
  'envelope.documents_reordered': { label: 'Documents reordered', actors: SENDERS, versioned: true },
  'envelope.detection_started': {
    label: 'Reading the document',
    actors: [...SENDERS, 'system'],
    versioned: true,
  },
  'envelope.detection_completed': { label: 'Fields proposed', actors: ['system'], versioned: true },
  'envelope.detection_failed': { label: 'Reading the document failed', actors: ['system'], versioned: true },
  'envelope.draft_updated': { label: 'Draft updated', actors: EDITORS, versioned: true },
  'envelope.editing_opened': { label: 'Opened for editing', actors: ['application'], versioned: false },
  'envelope.sent': { label: 'Sent', actors: [...EDITORS, 'system'], versioned: true },
  'participant.link_issued': {
    label: 'Link issued',
    actors: [...EDITORS, 'signer', 'system'],
    versioned: true,
  },
  'participant.link_reissued': { label: 'Link reissued', actors: [...SENDERS, 'signer'], versioned: true },
  'participant.link_copied': { label: 'Link copied', actors: ['sender'], versioned: false },
  'participant.corrected': { label: 'Participant corrected', actors: SENDERS, versioned: true },
  'participant.delegated': { label: 'Delegated', actors: ['signer'], versioned: true },
  'participant.reminder_sent': { label: 'Reminder sent', actors: [...SENDERS, 'system'], versioned: true },
  'participant.delivery_failed': { label: 'Delivery failed', actors: ['system'], versioned: false },
  'copy.sent': { label: 'Copy sent', actors: [...EDITORS, 'system'], versioned: false },
  'copy.delivery_failed': { label: 'Delivery of a copy failed', actors: ['system'], versioned: false },
  'envelope.deleted': { label: 'Deleted', actors: SENDERS, versioned: true },
  'envelope.scheduled': { label: 'Scheduled', actors: EDITORS, versioned: true },
  'envelope.schedule_canceled': { label: 'Scheduled sending canceled', actors: SENDERS, versioned: true },
  'envelope.schedule_failed': { label: 'Scheduled sending failed', actors: ['system'], versioned: true },
  'envelope.expiry_extended': { label: 'Expiry changed', actors: SENDERS, versioned: true },
  'envelope.expiry_warned': { label: 'Expiry warning sent', actors: ['system'], versioned: false },
  'envelope.expired': { label: 'Expired', actors: ['system'], versioned: true },
  'envelope.time_advanced': { label: 'Test time advanced', actors: SENDERS, versioned: true },
  'participant.authenticated': { label: 'Identity verified', actors: ['signer'], versioned: false },
  'participant.authentication_failed': {
    label: 'Identity verification failed',
    actors: ['signer'],
    versioned: false,
  },
  'participant.session_opened': { label: 'Session opened', actors: ['signer'], versioned: false },
  'participant.account_used': { label: 'Opened from their account', actors: ['sender'], versioned: false },
  'participant.viewed': { label: 'Viewed', actors: ['signer'], versioned: false },
  'participant.consented': { label: 'Consented', actors: ['signer'], versioned: false },
  'participant.fields_auto_resolved': {
    label: 'Fields filled in automatically',
    actors: ['signer'],
    versioned: true,
  },
  'participant.signed': { label: 'Signed', actors: ['signer'], versioned: true },
  'participant.approved': { label: 'Approved', actors: ['signer'], versioned: true },
  'participant.asked': { label: 'Question asked', actors: ['signer'], versioned: false },
  'participant.change_requested': { label: 'Change requested', actors: ['signer'], versioned: false },
  'envelope.answered': { label: 'Answered', actors: SENDERS, versioned: false },
  'thread.settled': { label: 'Settled', actors: SENDERS, versioned: false },
  'participant.passkey_created': { label: 'Passkey created', actors: ['signer'], versioned: false },
  'participant.signing_failed': { label: 'Signing failed', actors: ['signer'], versioned: false },
  'participant.new_passkey_accepted': {
    label: 'New passkey accepted',
    actors: ['sender', 'api_key'],
    versioned: true,
  },
  'participant.declined': { label: 'Declined', actors: ['signer'], versioned: true },
  'envelope.declined': { label: 'Declined', actors: ['signer'], versioned: true },
  'envelope.completed': { label: 'Completed', actors: ['signer'], versioned: true },
  'envelope.sealed': { label: 'Sealed', actors: ['system'], versioned: true },
  'envelope.seal_extended': { label: 'Seal extended', actors: ['system'], versioned: true },
  'envelope.sealing_failed': { label: 'Sealing failed', actors: ['system'], versioned: false },
  'envelope.voided': { label: 'Voided', actors: [...EDITORS, 'system'], versioned: true },
  'envelope.recalled': { label: 'Recalled', actors: SENDERS, versioned: true },
};

export const EVENT_ACTIONS = Object.keys(EVENT_CATALOGUE) as readonly EventAction[];

/** An event of a decision, before it is linked into the chain. */
export type NewEvent = {
  [A in EventAction]: { readonly action: A; readonly payload: EventPayloads[A] };
}[EventAction];

/** A linked event as stored. */
export type EventRecord = {
  readonly id: string;
  readonly envelopeId: string;
  readonly organizationId: string;
  readonly seq: number;
  readonly actorType: ActorType;
  readonly actorId: string | null;
  readonly action: EventAction;
  readonly occurredAt: Timestamp;
  readonly salt: string | null;
  readonly digest: string;
  readonly prevHash: string;
  readonly hash: string;
  readonly payload: Readonly<Record<string, unknown>> | null;
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
};
