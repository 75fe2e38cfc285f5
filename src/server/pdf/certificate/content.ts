import type { SignatureMark } from '#domain/envelope/graph.ts';

/**
 * A value with a label above it. `isCode` marks hashes and identifiers. A fact with `isWide` spans both
 * columns.
 */
export type CertificateFact = {
  readonly label?: string;
  readonly value: string;
  readonly isCode?: boolean;
  readonly isWide?: boolean;
  /** Whether the value is one of the product's own sentences, which runs in the certificate's direction. */
  readonly isSentence?: boolean;
};

/** Someone who signed, approved, declined or still has to act. */
export type CertificatePerson = {
  readonly name: string;
  /** The person's address, title and company. */
  readonly lines: readonly string[];
  /** The person's signature; `null` if none was requested. */
  readonly mark: SignatureMark | null;
  /** Describes the signature to people who can't see it. */
  readonly markAlt: string;
  /** The text shown in place of a signature, such as "Approved". */
  readonly standsFor: string;
  readonly caption: string;
  /** How the person proved who they are, and when they did what, from where. */
  readonly facts: readonly (CertificateFact & { readonly label: string })[];
};

export type CertificatePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'facts'; readonly facts: readonly CertificateFact[] }
  | {
      readonly kind: 'files';
      readonly files: readonly {
        readonly name: string;
        readonly isSentence?: boolean;
        readonly pages: string;
        readonly sha256: string;
      }[];
    }
  | { readonly kind: 'people'; readonly people: readonly CertificatePerson[] }
  | {
      readonly kind: 'table';
      readonly head: readonly string[];
      readonly rows: readonly (readonly string[])[];
    }
  | {
      readonly kind: 'check';
      readonly text: string;
      readonly steps: readonly string[];
      /** The address that the QR code contains, and its description. */
      readonly code: { readonly url: string; readonly alt: string };
    };

/** A part of the certificate. Its heading is in the column at the side, or above it if the part is wide. */
export type CertificateSection = {
  readonly heading: string;
  readonly note?: string;
  readonly isWide?: boolean;
  readonly parts: readonly CertificatePart[];
};

/** The certificate of completion in the words of one language, ready to be drawn. */
export type CertificateOfCompletion = {
  /** The language tag (BCP 47). */
  readonly language: string;
  readonly isRightToLeft: boolean;
  readonly title: string;
  /** The envelope's name. */
  readonly name: string;
  readonly introduction: string;
  readonly sections: readonly CertificateSection[];
  readonly footer: string;
  /** The page number's text, in which `{page}` and `{pages}` are replaced. */
  readonly pageNumber: string;
};

/**
 * A placeholder for the SHA-256 of the sealed document, which a certificate in a separate file contains until
 * the hash is known.
 */
export const SEALED_HASH = '{sealed}';

/** Returns the certificate with the hash of the sealed document that it belongs to. */
export function withSealedHash(
  certificate: CertificateOfCompletion,
  sha256: string,
): CertificateOfCompletion {
  const fillSealedHash = (part: CertificatePart): CertificatePart =>
    part.kind === 'files'
      ? {
          ...part,
          files: part.files.map((file) => (file.sha256 === SEALED_HASH ? { ...file, sha256 } : file)),
        }
      : part;
  return {
    ...certificate,
    sections: certificate.sections.map((section) => ({
      ...section,
      parts: section.parts.map(fillSealedHash),
    })),
  };
}
