/**
 * What a link lets its holder do. `sign`: take part while the envelope is under way. `copy`: read the sealed document after
 * completion. `document`: fetch the document's bytes once a page was opened, for minutes.
 */
export const LINK_PURPOSES = ['sign', 'copy', 'document'] as const;
export type LinkPurpose = (typeof LINK_PURPOSES)[number];

/** The claims of a signer token: one person, one thing, one envelope. */
export interface LinkClaims {
  readonly v: 1;
  /** Which key signed the token. */
  readonly kid: string;
  /** Envelope. */
  readonly env: string;
  /** Participant. */
  readonly part: string;
  /** The participant's link epoch when the token was minted. */
  readonly epoch: number;
  readonly purpose: LinkPurpose;
  /** Seconds since 1970; the token has expired at this moment. */
  readonly exp: number;
}

/** `link_replaced` and `link_expired` are the values of `details.reason` of the 401 that the signer surface answers. */
export type LinkVerdict = 'ok' | 'link_replaced' | 'link_expired';

/**
 * Whether authentic claims still hold: `epoch` is the participant's current one, which resending a link raises. A replaced
 * link stays replaced after it has expired as well.
 */
export function checkClaims(claims: LinkClaims, current: { now: Date; epoch: number }): LinkVerdict {
  if (claims.epoch !== current.epoch) return 'link_replaced';
  return claims.exp * 1000 > current.now.getTime() ? 'ok' : 'link_expired';
}

/** The value as claims when it has exactly their members, each of its type; null otherwise. */
export function parseClaims(value: unknown): LinkClaims | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const { v, kid, env, part, epoch, purpose, exp, ...rest } = value as Record<string, unknown>;
  if (Object.keys(rest).length > 0 || v !== 1) return null;
  if (!isName(kid) || !isName(env) || !isName(part)) return null;
  if (!isCount(epoch) || !isCount(exp) || !isPurpose(purpose)) return null;
  return { v, kid, env, part, epoch, purpose, exp };
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isPurpose(value: unknown): value is LinkPurpose {
  return LINK_PURPOSES.some((purpose) => purpose === value);
}
