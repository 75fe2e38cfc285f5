import { findText } from '#verify/bytes.ts';
import type { Check, Code } from '#verify/result.ts';
import type { Report } from '#verify/verify.ts';

/**
 * A file without our seal: without any, signed with another service and unchanged since, or with a signature that can't be
 * checked here. None of them deserves a warning.
 */
export type Stranger = 'unsealed' | 'foreign' | 'elsewhere';

/** What our seals say about themselves in plain characters. */
const OWN_MARK = '/XXPresentedLength';
/** What the verifier says about forms of signatures other than ours. */
const OTHER_FORMS: ReadonlySet<Code> = new Set([
  ...(['signature_unreadable_file', 'byte_range_invalid', 'signature_misplaced'] as const),
  'bytes_changed',
]);
/** Faults of certificates that only matter for seals that are meant to be ours. */
const OTHER_CERTIFICATES: ReadonlySet<Code> = new Set([
  ...(['root_not_trusted', 'certificate_chain_broken', 'certificate_not_for_sealing'] as const),
  'certificate_not_valid_then',
]);

/** Tells a file that nobody claims to be sealed by Countersign from one that may be forged or tampered with. */
export function detectStranger(bytes: Uint8Array, { results, presented }: Report): Stranger | null {
  const get = (check: Check) => results.find((result) => result.check === check);
  const [file, seal] = [get('file'), get('seal')];
  if (file === undefined || seal === undefined) return null;
  if (file.code === 'not_sealed') return 'unsealed';
  // A seal like ours, with a root that we don't know, is another server's or a forgery.
  if (presented !== null || findText(bytes, OWN_MARK) !== -1) return null;
  // Of a signature that can't be read, nobody knows what it covers.
  const isRead = seal.code !== 'no_seal' && seal.code !== 'signature_unreadable';
  if (!isRead) return OTHER_FORMS.has(file.code) ? 'elsewhere' : null;
  return file.outcome === 'passed' && OTHER_CERTIFICATES.has(seal.code) ? 'foreign' : null;
}
