import type { Actor } from '../actor.ts';
import type { Matches } from '../field/value/problem.ts';
import type { NewId } from '../identifier.ts';
import type { Timestamp } from '../timestamp.ts';

/**
 * The facts that a decision can't determine by itself: who acts, when, and from where, and how to create
 * identifiers and hashes.
 */
export type Facts = {
  readonly actor: Actor;
  readonly now: Timestamp;
  readonly newId: NewId;
  /** Lowercase hex SHA-256 of bytes or of UTF-8 text. */
  readonly sha256: (content: Uint8Array | string) => string;
  /** Matches text against the patterns of fields in linear time. */
  readonly matches: Matches;
  readonly audit: { readonly ipAddress: string | null; readonly userAgent: string | null };
};
