import { readCertificate } from './x509/certificate.ts';
import type { Anchors } from './x509/path.ts';
import type { Level } from './result.ts';

/**
 * What a verifier trusts and knows besides the file. Everything is optional: checks that lack something are
 * reported as not checked.
 */
export type VerifyOptions = {
  /** Root certificates (DER) that seals may be issued under. */
  readonly roots?: readonly Uint8Array[] | undefined;
  /** SHA-256 fingerprints of such roots, in hex with or without colons. */
  readonly rootFingerprints?: readonly string[] | undefined;
  /** Root certificates (DER) of timestamp services. */
  readonly timestampRoots?: readonly Uint8Array[] | undefined;
  readonly timestampFingerprints?: readonly string[] | undefined;
  /** Certificate revocation lists (DER) from elsewhere. */
  readonly revocationLists?: readonly Uint8Array[] | undefined;
  /** The evidence file that the service exports. */
  readonly evidence?: Uint8Array | undefined;
  /** Keys of the public log and of its witnesses, as `vkey` lines. */
  readonly log?: LogTrust | undefined;
  /** The level that the file must have. A B-LTA file without its last revisions is a valid B-T file. */
  readonly minimumLevel?: Level | undefined;
  /** The current time. Set it for reproducible results. */
  readonly now?: Date | undefined;
};

export type LogTrust = {
  readonly keys: readonly string[];
  readonly witnesses: readonly string[];
  /** How many witnesses must have signed. */
  readonly quorum: number;
  /**
   * A later checkpoint with the proof that it extends the one in the evidence, as the body of a request to a
   * witness (c2sp.org/tlog-witness). `askLog` returns it. Null if the log was asked and returned none.
   */
  readonly later?: string | null | undefined;
};

/** Returns the anchors; null if there are none, so that trust can't be judged. */
export function buildAnchors(
  certificates: readonly Uint8Array[] = [],
  fingerprints: readonly string[] = [],
): Anchors | null {
  if (certificates.length === 0 && fingerprints.length === 0) return null;
  return {
    certificates: certificates.map(readCertificate),
    fingerprints: fingerprints.map((print) => print.replaceAll(':', '').toLowerCase()),
  };
}
