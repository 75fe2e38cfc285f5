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

/** The parts of a value's look that the sender has set. */
export type FieldLook = Partial<Pick<FieldDetails, 'align' | 'fontSize' | 'comb' | 'multiline'>>;

/**
 * A value to draw. `page` counts from 1; `x`, `y`, `width` and `height` are fractions of the visible page,
 * with the origin at the top left. `value` is the stored string (`true` or `false` for a checkbox) in the
 * field's format; an empty value without a mark draws nothing. `mark` is for signatures, initials and stamps.
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

/** The sealing key's certificate and its chain (DER). */
export type SealCertificates = Pick<SigningKey, 'certificate' | 'chain'>;

/**
 * Where timestamps come from, and how much room their tokens need. `stamp` takes a SHA-256 digest and returns
 * null if no timestamp is available.
 */
export type Stamping = {
  readonly stamp: (digest: Uint8Array) => Promise<Timestamp | null>;
  readonly tokenBytes: () => Promise<number>;
};

/** A file that a signer attached. */
export type SealAttachment = { filename: string; contentType: string; bytes: Uint8Array };

/** Everything a file needs before it is signed, as plain data that can cross a thread boundary. */
export type SealPreparation = {
  /** The document as signers saw it. The sealed file begins with these bytes. */
  document: Uint8Array;
  /**
   * Whether the document has signatures that must stay valid. The certificate then becomes a separate file.
   * Default: false.
   */
  keepsSignatures?: boolean;
  /**
   * Whether the sealed file becomes archivable (PDF/A-3u) if the document has what that takes. Default: only
   * what is archivable stays so.
   */
  archivable?: boolean;
  fields: SealField[];
  /** The pictures for the fields and the certificate. */
  marks: LoadedMarks;
  certificate: CertificateOfCompletion;
  /** Shown as the signer of the seal. */
  organizationName: string;
  /** JSON, attached as `evidence.json`. */
  evidence: Uint8Array;
  /** Files that signers attached, added next to the evidence. */
  attachments?: SealAttachment[];
  signer: SealCertificates;
  reason?: string;
  /** Used only for the document's /ModDate: the signature doesn't contain a time. */
  now: Date;
  /** How many bytes to reserve for a timestamp; 0 for none. */
  tokenBytes: number;
};

/** Everything needed for sealing. Without `stamping`, the file has no room for a timestamp. */
export type SealRequest = Omit<SealPreparation, 'signer' | 'tokenBytes' | 'marks'> & {
  signer: SigningKey;
  stamping?: Stamping | null;
};

/** How the drawn values turned out, counted after drawing. */
export type DrawnValues = {
  /** Fields that were drawn again as shapes on white, or in white, because they couldn't be seen. */
  redrawnFields: number;
  /** Fields whose values have too little ink of their own to be seen. */
  unseenFields: number;
  /** Pages with fields that couldn't be rendered in time. */
  uncheckedPages: number;
};

/** A certificate of completion in a separate file, sealed like the document. */
type SealedCertificate = { bytes: Uint8Array; sha256: string; pageCount: number };

/**
 * A sealed file. `certificateFirstPage` counts from 1, and is beyond the last page if the certificate is a
 * separate file. `boxedCharacters` were drawn as their code because no font has them.
 */
export type SealedDocument = {
  bytes: Uint8Array;
  sha256: string;
  certificateFirstPage: number;
  pageCount: number;
  boxedCharacters: string[];
  drawn: DrawnValues;
  /** What kept the file from becoming archivable, in words for the log; null if nothing did. */
  archiveObstacle: string | null;
  certificate: SealedCertificate | null;
  /** The timestamp of the signature. Null means that the seal has level B-B instead of B-T. */
  timestamp: Timestamp | null;
};
