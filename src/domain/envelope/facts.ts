import type { Actor } from '../actor.ts';
import type { NewId } from '../identifier.ts';
import type { Timestamp } from '../timestamp.ts';

/** What a decision is given of the world: who acts, when, from where, and how to name and hash things. */
export type Facts = {
  readonly actor: Actor;
  readonly now: Timestamp;
  readonly newId: NewId;
  /** Lowercase hex SHA-256 of bytes, or of a text's UTF-8 form. */
  readonly sha256: (content: Uint8Array | string) => string;
  readonly audit: { readonly ipAddress: string | null; readonly userAgent: string | null };
};
