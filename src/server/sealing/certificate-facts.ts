import type { Language } from '#domain/language.ts';
import type { SealLevel } from '#domain/envelope/seal-level.ts';
import type { LegalFramework } from '#domain/envelope/status.ts';
import type { SignatureMark } from '#domain/envelope/graph.ts';

/** What a person agreed to by selecting the last button. */
export type StatedIntent = {
  readonly how: 'sign_and_finish' | 'approve';
  /** The statement above the button; null if a page of the sender's application showed what it liked. */
  readonly statement: {
    readonly version: string;
    readonly language: Language;
    readonly sha256: string;
    /** Null if the text has changed since. */
    readonly text: string | null;
  } | null;
};

/** What the certificate says about a signer. */
export type CertificateSigner = {
  readonly name: string;
  readonly email: string;
  readonly company: string | null;
  readonly title: string | null;
  /** An approver agreed without signing. */
  readonly role: 'signer' | 'approver';
  readonly status: 'signed' | 'pending' | 'declined';
  readonly viewedAt: Date | null;
  readonly consentedAt: Date | null;
  /** The version of the consumer disclosure that they accepted; null if none was shown. */
  readonly disclosure: string | null;
  readonly signedAt: Date | null;
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
  /** The signature; `null` if none was requested. */
  readonly mark: SignatureMark | null;
  /** How the person was authenticated, a line for each step. */
  readonly authentication: string;
  readonly intent: StatedIntent | null;
  /** Who handed over the turn to whom, first to last; `names` is null if the details were erased. */
  readonly delegations: readonly {
    readonly at: Date;
    readonly names: {
      readonly before: string;
      readonly after: string;
      readonly reason: string | null;
    } | null;
  }[];
  /** Files that the person attached. */
  readonly attachments: readonly {
    readonly filename: string;
    readonly sizeBytes: number;
    readonly sha256: string;
  }[];
};

/** What is known of the seal before it is made. */
export type CertificateSeal = {
  /** What the file is to reach. */
  readonly requestedLevel: SealLevel;
  /** Whom the seal's certificate names. */
  readonly subject: string;
  /** The last certificate of its chain, with the SHA-256 (lowercase hex) of its DER. */
  readonly root: { readonly name: string; readonly sha256: string };
};

/** Everything that the certificate of completion is about. */
export type CertificateFacts = {
  /** Whether it is of a test, which its title and every page's footer say. */
  readonly isTest: boolean;
  readonly language: Language;
  readonly envelope: { readonly id: string; readonly name: string; readonly originalFilename: string };
  readonly organization: string;
  readonly sender: { readonly name: string | null; readonly email: string | null };
  readonly document: {
    /** SHA-256 (lowercase hex) of the uploaded file, the first one if there are several. */
    readonly originalSha256: string;
    /** The uploaded files in order; empty if there is only one. */
    readonly files: readonly {
      readonly name: string;
      readonly sha256: string;
      readonly firstPage: number;
      readonly pageCount: number;
    }[];
    /** SHA-256 (lowercase hex) of the bytes that every signer was shown, and their number. */
    readonly presentedSha256: string;
    readonly presentedBytes: number;
    readonly pageCount: number;
    /** Whether the certificate is a file of its own, because the document bears earlier signatures. */
    readonly isApart: boolean;
  };
  readonly legalFramework: LegalFramework;
  /** The accepted consumer disclosure; `null` if none was required. */
  readonly consumerDisclosure: {
    readonly version: string;
    readonly locale: string;
    readonly sha256: string;
  } | null;
  readonly sentAt: Date;
  readonly completedAt: Date;
  readonly signers: readonly CertificateSigner[];
  /** People who received the documents without acting. */
  readonly copies: readonly {
    readonly name: string;
    readonly email: string;
    readonly when: 'sent' | 'completed';
  }[];
  /** `action` is the event's name for people. */
  readonly events: readonly {
    readonly seq: number;
    readonly action: string;
    readonly actor: string;
    readonly occurredAt: Date;
  }[];
  /** The hash (lowercase hex) of the last event at completion, the number of events, and the name and key of the log that has it. */
  readonly chain: { readonly headHash: string; readonly eventCount: number; readonly logKey: string };
  readonly seal: CertificateSeal;
  /** The page where anyone can check the file. It's the same for every file, so it tells nothing about this one. */
  readonly verifyUrl: string;
};
