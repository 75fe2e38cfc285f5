import type { SentVersion } from '#domain/event/catalogue.ts';
import type { Proof } from '#domain/envelope/signing.ts';
import type { Language } from '#domain/language.ts';
import type { LegalFramework, SealLevel } from '#domain/envelope/status.ts';
import type { SignatureMark } from '#domain/envelope/graph.ts';
import type { Authentication } from './identity-proof.ts';

/** What a person agreed to by pressing the final button. */
export type StatedIntent = {
  readonly how: 'sign_and_finish' | 'approve';
  /** Whether a page said that it had shown the document. Otherwise, a program signed with the link. */
  readonly isOnPage: boolean;
  /** The statement above the button. Null if a page of the sender's application showed its own text. */
  readonly statement: {
    readonly version: string;
    readonly language: Language;
    readonly sha256: string;
    /** Null if the text has changed since then. */
    readonly text: string | null;
  } | null;
};

/** What the certificate says about a signer. */
export type CertificateSigner = {
  readonly name: string;
  readonly email: string;
  readonly company: string | null;
  readonly title: string | null;
  /** An approver agreed to the document without signing it. */
  readonly role: 'signer' | 'approver';
  readonly status: 'signed' | 'pending' | 'declined';
  /** The time zone of the device that they signed on; null if it isn't known. Their times are in it. */
  readonly timeZone: string | null;
  readonly viewedAt: Date | null;
  readonly consentedAt: Date | null;
  /** The version of the consumer disclosure that they accepted; null if none was shown. */
  readonly disclosure: string | null;
  /** What they signed with. Null unless they signed with a passkey. */
  readonly proof: Proof | null;
  readonly signedAt: Date | null;
  readonly ipAddress: string | null;
  /** The signature; `null` if none was requested. */
  readonly mark: SignatureMark | null;
  /** The SHA-256 of the stamp's picture (lowercase hex); `null` without a stamp. */
  readonly stampHash: string | null;
  readonly authentication: Authentication;
  readonly intent: StatedIntent | null;
  /** Who delegated the turn to whom, from first to last. `names` is null if the details were erased. */
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

/** What is known about the seal before it is made. */
export type CertificateSeal = {
  /** The level that the file is meant to reach. */
  readonly requestedLevel: SealLevel;
  /** The subject named in the seal's certificate. */
  readonly subject: string;
  /** The root of the certificate's chain, with the SHA-256 (lowercase hex) of its DER. */
  readonly root: { readonly name: string; readonly sha256: string };
};

/** Everything that the certificate of completion states. */
export type CertificateFacts = {
  /** Whether this is a test, which the title and every page's footer then say. */
  readonly isTest: boolean;
  readonly language: Language;
  readonly envelope: { readonly id: string; readonly name: string; readonly originalFilename: string };
  readonly organization: string;
  readonly sender: { readonly name: string | null; readonly email: string | null };
  readonly document: {
    /** SHA-256 (lowercase hex) of the uploaded file, or of the first one if there are several. */
    readonly originalSha256: string;
    /** The uploaded files in order; empty if there is only one. */
    readonly files: readonly {
      readonly name: string;
      readonly sha256: string;
      readonly firstPage: number;
      readonly pageCount: number;
    }[];
    /** SHA-256 (lowercase hex) of the bytes that every signer was shown, and the number of bytes. */
    readonly presentedSha256: string;
    readonly presentedBytes: number;
    readonly pageCount: number;
    /** Whether the certificate is a separate file because the document has earlier signatures. */
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
  /** How many times somebody asked something or requested a change. */
  readonly questionCount: number;
  /** All versions up to the one that was signed; empty for a first version. */
  readonly versions: readonly SentVersion[];
  /**
   * The hash (lowercase hex) of the last event at completion, the number of events, and the name and key of
   * the log that contains it.
   */
  readonly chain: { readonly headHash: string; readonly eventCount: number; readonly logKey: string };
  readonly seal: CertificateSeal;
  /**
   * The page where anyone can check the file. The URL is the same for every file, so it reveals nothing about
   * this one.
   */
  readonly verifyUrl: string;
};
