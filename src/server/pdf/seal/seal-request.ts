import type { KeyObject } from 'node:crypto';
import type { FieldType } from '#domain/field/catalogue.ts';

/** How a person signed: a text set in a script font, or a PNG or JPEG picture. */
export type SignatureMark =
  { kind: 'typed'; text: string } | { kind: 'drawn' | 'uploaded'; image: Uint8Array };

/**
 * One value to draw. `page` counts from 1; `x`, `y`, `width`, `height` are fractions of the page as a viewer shows
 * it, origin top-left. `value` is the stored string (`true`/`false` for a checkbox, ISO date for a date); an empty
 * value without a mark draws nothing. `mark` is drawn for signature and initials.
 */
export type SealField = {
  page: number;
  x: number;
  y: number;
  width: number;
  height: number;
  type: FieldType;
  value: string;
  mark?: SignatureMark;
};

/** The key that seals: DER certificates, leaf apart from its chain, and a private key (PKCS#8 DER when bytes). */
export type SealSigner = {
  certificate: Uint8Array;
  chain: Uint8Array[];
  privateKey: Uint8Array | KeyObject;
};

/** What the certificate pages tell of one signer. Times are printed in UTC. */
export type CertificateSigner = {
  name: string;
  email: string;
  company: string | null;
  title: string | null;
  status: 'signed' | 'pending' | 'declined';
  viewedAt: Date | null;
  consentedAt: Date | null;
  signedAt: Date | null;
  ipAddress: string | null;
  userAgent: string | null;
  /** The mark made for a signature field; `null` when the signer had none. */
  mark: SignatureMark | null;
  /** How the person was recognised, as a sentence: "Signing link mailed to the address". */
  authentication: string;
};

/** One line of the certificate's timeline. `action` is the event's label for people, not its code. */
export type CertificateEvent = { seq: number; action: string; actor: string; occurredAt: Date };

/** Everything that the certificate of completion prints; nothing else enters those pages. */
export type CertificateOfCompletion = {
  envelope: { id: string; name: string; originalFilename: string };
  organization: string;
  sender: { name: string | null; email: string | null };
  document: {
    /** SHA-256 (lowercase hex) of the file as it was uploaded. */
    originalSha256: string;
    /** SHA-256 (lowercase hex) of the bytes that every signer was shown. */
    presentedSha256: string;
    pageCount: number;
  };
  /** The legal framework as a sentence part for people: "ESIGN Act and UETA (United States)". */
  legalFramework: string;
  /** The consumer disclosure that was accepted, or `null` when none was asked for. */
  consumerDisclosure: { version: string; locale: string; sha256: string } | null;
  createdAt: Date;
  sentAt: Date;
  completedAt: Date;
  signers: CertificateSigner[];
  events: CertificateEvent[];
  /** Head of the event chain: the hash (lowercase hex) of its last event at completion, and how many there are. */
  chain: { headHash: string; eventCount: number };
  /** Where a reader can check the document, or `null` to explain only the offline way. */
  verifyUrl: string | null;
};

/** A file that a signer attached. */
export type SealAttachment = { filename: string; contentType: string; bytes: Uint8Array };

/** All that sealing needs; pure data, so that it can cross a thread boundary. */
export type SealRequest = {
  /** The presented (normalised) document. Its bytes stay the prefix of the sealed file. */
  document: Uint8Array;
  fields: SealField[];
  certificate: CertificateOfCompletion;
  /** JSON, attached as `evidence.json`. */
  evidence: Uint8Array;
  /** Files that signers gave for fields of the document, attached beside the evidence. */
  attachments?: SealAttachment[];
  signer: SealSigner;
  reason?: string;
  /** For the document's /ModDate only: the signature carries no time of its own. */
  now: Date;
};

/** A sealed file. `certificateFirstPage` counts from 1; `boxedCharacters` were drawn as their code because no font has them. */
export type SealedDocument = {
  bytes: Uint8Array;
  sha256: string;
  certificateFirstPage: number;
  pageCount: number;
  boxedCharacters: string[];
};
