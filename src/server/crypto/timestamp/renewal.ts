import { X509Certificate } from 'node:crypto';
import type { Timestamp } from './token.ts';
import { DAY_MS } from '#domain/time.ts';

/** How long a renewal has to succeed. For short-lived certificates, it is a third of their lifetime. */
const MARGIN_MS = 90 * DAY_MS;
/** 112 bits of security are acceptable until the end of 2030 (NIST SP 800-131A). */
const END_OF_112_BITS = new Date('2031-01-01T00:00:00Z');
const LEAST_RSA_BITS = 3000;

/**
 * Returns when a document timestamp must be followed by another one: before any of its service's certificates
 * expires or the key's strength no longer suffices, but never before tomorrow.
 */
export function getRenewalTime(
  { certificates, time }: Pick<Timestamp, 'certificates' | 'time'>,
  now: Date,
): Date {
  const ends = certificates.flatMap((der) => {
    const { validTo, publicKey } = new X509Certificate(der);
    const bits = publicKey.asymmetricKeyDetails?.modulusLength;
    return [
      Date.parse(validTo),
      ...(bits !== undefined && bits < LEAST_RSA_BITS ? [END_OF_112_BITS.getTime()] : []),
    ];
  });
  const end = Math.min(...ends);
  const margin = Math.min(MARGIN_MS, (end - time.getTime()) / 3);
  return new Date(Math.max(end - margin, now.getTime() + DAY_MS));
}
