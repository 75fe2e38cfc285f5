import type { Effect } from '../effects.ts';
import { LIMITS } from '../limits.ts';

export const LINK_KINDS = ['reset', 'verify', 'sign_up'] as const;
/** What a link mailed to an address is for: a new password, the proof that the address is one's own, or a new account. */
export type LinkKind = (typeof LINK_KINDS)[number];

/** How long each kind of link holds, in milliseconds. */
const LIFE_MS: Readonly<Record<LinkKind, number>> = {
  reset: LIMITS.resetLinkLifeMs,
  verify: LIMITS.verifyLinkLifeMs,
  sign_up: LIMITS.verifyLinkLifeMs,
};

/** What somebody who signed up asked for, kept until they have proved that the address is theirs. */
export type PendingSignUp = {
  readonly organization: string;
  readonly name: string;
  readonly passwordHash: string;
};

type RequestedLink = {
  readonly id: string;
  readonly kind: LinkKind;
  readonly email: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
};

/**
 * A link asked for, and the job that mails it. The decision is the same whether the address has an account: only the job
 * looks, when the answer is out.
 */
export function requestLink(
  request: { readonly id: string; readonly kind: LinkKind; readonly email: string },
  now: Date,
): { readonly link: RequestedLink; readonly effects: readonly Effect[] } {
  const expiresAt = new Date(now.getTime() + LIFE_MS[request.kind]);
  return {
    link: { ...request, createdAt: now, expiresAt },
    effects: [{ name: 'svc/account.link_requested', payload: { linkId: request.id } }],
  };
}
