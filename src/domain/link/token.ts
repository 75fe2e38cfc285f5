import { AUTHENTICATION_METHODS, type AuthenticationMethod } from '../envelope/status.ts';

/**
 * What a link allows. `sign`: take part while the envelope is in progress. `copy`: read the sealed document.
 * `read`: read a copy without taking part; the link's participant is then a copy recipient. `document`: fetch
 * the document's bytes for some minutes after opening a page. `session`: open a page once, without email.
 */
const LINK_PURPOSES = ['sign', 'copy', 'read', 'document', 'session'] as const;
export type LinkPurpose = (typeof LINK_PURPOSES)[number];

/**
 * A marker next to the token in a link's fragment. It means that the person following the link has just asked
 * for the document.
 */
export const OPENS_DOCUMENT = 'open';

/** The claims of a signer token. */
export interface LinkClaims {
  readonly v: 1;
  /** The key that signed the token. */
  readonly kid: string;
  readonly env: string;
  readonly part: string;
  /** The participant's link epoch at the time the token was created. */
  readonly epoch: number;
  readonly purpose: LinkPurpose;
  /** Seconds since 1970. */
  readonly exp: number;
  /** How the holder proved their identity. Absent in emailed links. */
  readonly passed?: AuthenticationMethod;
  /** The page session that the token belongs to. Absent in emailed links. */
  readonly sid?: string;
}

/** `link_replaced` and `link_expired` are values of `details.reason` in the signer API's 401 responses. */
export type LinkVerdict = 'ok' | 'link_replaced' | 'link_expired';

/**
 * Checks claims that are known to be authentic. `epoch` is the participant's current link epoch. A replaced
 * link is still reported as replaced after it has expired.
 */
export function checkClaims(claims: LinkClaims, current: { now: Date; epoch: number }): LinkVerdict {
  if (claims.epoch !== current.epoch) return 'link_replaced';
  return claims.exp * 1000 > current.now.getTime() ? 'ok' : 'link_expired';
}

/** Returns the value as claims if it has exactly the right members and types, otherwise null. */
export function parseClaims(value: unknown): LinkClaims | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const { v, kid, env, part, epoch, purpose, exp, passed, sid, ...rest } = value as Record<string, unknown>;
  if (Object.keys(rest).length > 0 || v !== 1) return null;
  if (!isName(kid) || !isName(env) || !isName(part)) return null;
  if (!isCount(epoch) || !isCount(exp) || !isPurpose(purpose)) return null;
  if (passed !== undefined && !isMethod(passed)) return null;
  if (sid !== undefined && !isName(sid)) return null;
  return {
    ...{ v, kid, env, part, epoch, purpose, exp },
    ...(passed === undefined ? {} : { passed }),
    ...(sid === undefined ? {} : { sid }),
  };
}

/**
 * Checks whether the holder must prove their identity first. A link that was replaced or has expired is
 * refused for that reason instead. If only the proof of identity has expired, the link can still be used for
 * another one.
 */
export function needsAuthentication(
  claims: LinkClaims,
  current: { now: Date; epoch: number; method: AuthenticationMethod },
): boolean {
  if (current.method === 'link' || claims.epoch !== current.epoch) return false;
  const isLive = claims.exp * 1000 > current.now.getTime();
  return claims.passed === undefined ? isLive : claims.passed !== current.method || !isLive;
}

function isMethod(value: unknown): value is AuthenticationMethod {
  return AUTHENTICATION_METHODS.some((method) => method === value);
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
