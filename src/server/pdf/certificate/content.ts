import type { SignatureMark } from '#domain/envelope/graph.ts';

/** A value with a label above it. `isCode` is for hashes and identifiers, `isWide` takes both columns. */
export type CertificateFact = {
  readonly label?: string;
  readonly value: string;
  readonly isCode?: boolean;
  readonly isWide?: boolean;
  /** Whether the value is a sentence of ours, which runs in the certificate's direction. */
  readonly isSentence?: boolean;
};

/** Someone who signed, approved, declined or still has to act. */
export type CertificatePerson = {
  readonly name: string;
  /** Address, title and company. */
  readonly lines: readonly string[];
  /** Their signature; `null` if none was requested. */
  readonly mark: SignatureMark | null;
  /** Describes the signature to people who can't see it. */
  readonly markAlt: string;
  /** Stands in place of a signature, such as "Approved". */
  readonly standsFor: string;
  readonly caption: string;
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
  | { readonly kind: 'person'; readonly person: CertificatePerson }
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

/** A part of the certificate with its heading in the column at the side. */
export type CertificateSection = {
  readonly heading: string;
  readonly note?: string;
  readonly parts: readonly CertificatePart[];
};

/** The certificate of completion in the words of one language, ready to be drawn. */
export type CertificateOfCompletion = {
  /** BCP 47. */
  readonly language: string;
  readonly isRightToLeft: boolean;
  readonly title: string;
  /** The envelope's name. */
  readonly name: string;
  readonly introduction: string;
  readonly sections: readonly CertificateSection[];
  readonly footer: string;
  /** The number of a page: `{page}` and `{pages}` are replaced. */
  readonly pageNumber: string;
};

/** Stands for the SHA-256 of the sealed document on a certificate that is a file of its own, until that is known. */
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
