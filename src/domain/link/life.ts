import { LIMITS } from '../limits.ts';
import type { Envelope } from '../envelope/graph.ts';
import type { Timestamp } from '../timestamp.ts';
import type { LinkPurpose } from './token.ts';

/** Returns when a link created at `now` expires, in seconds since 1970. */
export function computeLinkExpiry(
  purpose: LinkPurpose,
  envelope: Pick<Envelope, 'expiresAt' | 'completedAt'>,
  now: Timestamp,
): number {
  const from = Date.parse(now);
  switch (purpose) {
    case 'sign':
      return toSeconds(
        envelope.expiresAt === null ? from + LIMITS.signerTokenLifeMs : Date.parse(envelope.expiresAt),
      );
    case 'read':
      return computeLinkExpiry(envelope.completedAt === null ? 'sign' : 'copy', envelope, now);
    case 'copy':
      return toSeconds(from + LIMITS.signerTokenAfterCompletionMs);
    case 'session':
      return toSeconds(from + LIMITS.sessionUrlLifeMs);
    case 'document':
      return toSeconds(from + LIMITS.documentUrlLifeMs);
    default:
      return purpose satisfies never;
  }
}

function toSeconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}
