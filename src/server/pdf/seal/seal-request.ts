import type { SigningKey } from '#server/crypto/keys/signing-key.ts';
import type { Timestamp } from '#server/crypto/timestamp/token.ts';
import type { FieldType } from '#domain/field/catalogue.ts';
import type { FieldDetails } from '#domain/field/details.ts';
import type { SignatureStyle } from '#domain/envelope/signature-style.ts';
import type { CertificateOfCompletion } from '#server/pdf/certificate/content.ts';
import type { LoadedMarks } from '#server/pdf/drawing/pictures.ts';

/** How a person signed: typed text, or a PNG or JPEG picture. */
export type SignatureMark =
  { kind: 'typed'; text: string; style?: SignatureStyle } | { kind: 'drawn' | 'uploaded'; image: Uint8Array };

/** How a value is written, as far as the sender says. */
export type FieldLook = Partial<Pick<FieldDetails, 'align' | 'fontSize' | 'comb' | 'multiline'>>;

/**
 * A value to draw. `page` counts from 1; `x`, `y`, `width` and `height` are fractions of the visible page, origin top
 * left. `value` is the stored string (`true` or `false` for a checkbox) in the field's format; an empty value
 * without a mark draws nothing. `mark` is for signatures and initials.
 */
export type SealField = FieldLook & {
  page: number;
  x: number;
  y: number;
  width: number;
  height: number;
  type: FieldType;
  value: string;
  mark?: SignatureMark;
};

/** The sealing key's certificate apart from its chain (DER). */
export type SealCertificates = Pick<SigningKey, 'certificate' | 'chain'>;

/** Where timestamps come from, and how much room their tokens need. `stamp` takes a SHA-256 digest, and returns null if there's no timestamp to be had. */
export type Stamping = {
  readonly stamp: (digest: Uint8Array) => Promise<Timestamp | null>;
  readonly tokenBytes: () => Promise<number>;
};

/** A file that a signer attached. */
export type SealAttachment = { filename: string; contentType: string; bytes: Uint8Array };

/** What a file needs before its signature, as pure data that can cross a thread boundary. */
export type SealPreparation = {
  /** The document as signers saw it. The sealed file begins with these bytes. */
  document: Uint8Array;
  /** Whether the document has signatures that must stay valid. The certificate then becomes a file of its own. Default: false. */
  keepsSignatures?: boolean;
  fields: SealField[];
  /** Of the fields and the certificate. */
  marks: LoadedMarks;
  certificate: CertificateOfCompletion;
  /** Shown as the one who signs. */
  organizationName: string;
  /** JSON, attached as `evidence.json`. */
  evidence: Uint8Array;
  /** Files that signers attached, added next to the evidence. */
  attachments?: SealAttachment[];
  signer: SealCertificates;
  reason?: string;
  /** Only for the document's /ModDate: the signature has no time of its own. */
  now: Date;
  /** How much room to leave for a timestamp; 0 for none. */
  tokenBytes: number;
};

/** Everything that sealing needs. Without `stamping`, the file has no room for a timestamp. */
export type SealRequest = Omit<SealPreparation, 'signer' | 'tokenBytes' | 'marks'> & {
  signer: SigningKey;
  stamping?: Stamping | null;
};

/** How drawn values look, counted after drawing. */
export type DrawnValues = {
  /** Fields that were drawn again as shapes on white because they couldn't be seen. */
  redrawnFields: number;
  /** Fields that still can't be seen, such as a white picture. */
  unseenFields: number;
  /** Pages with fields that couldn't be rendered in time. */
  uncheckedPages: number;
};

/** A certificate of completion that is a file of its own, sealed like the document. */
type SealedCertificate = { bytes: Uint8Array; sha256: string; pageCount: number };

/** A sealed file. `certificateFirstPage` counts from 1, and is after the last page if the certificate is a file of its own; `boxedCharacters` were drawn as their code because no font has them. */
export type SealedDocument = {
  bytes: Uint8Array;
  sha256: string;
  certificateFirstPage: number;
  pageCount: number;
  boxedCharacters: string[];
  drawn: DrawnValues;
  certificate: SealedCertificate | null;
  /** Over the signature; null makes it a seal of level B-B instead of B-T. */
  timestamp: Timestamp | null;
};
