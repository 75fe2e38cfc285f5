import type { Effect } from '../effects.ts';
import { LIMITS } from '../limits.ts';

export const LINK_KINDS = ['reset', 'verify', 'sign_up', 'change_from', 'change_to'] as const;
/**
 * What an emailed account link is for: resetting the password, verifying the address, signing up, or changing
 * the address, which is confirmed at the old one and then at the new one.
 */
export type LinkKind = (typeof LINK_KINDS)[number];

/** How long each kind of link is valid, in milliseconds. */
const LIFE_MS: Readonly<Record<LinkKind, number>> = {
  reset: LIMITS.resetLinkLifeMs,
  verify: LIMITS.verifyLinkLifeMs,
  sign_up: LIMITS.verifyLinkLifeMs,
  change_from: LIMITS.resetLinkLifeMs,
  change_to: LIMITS.verifyLinkLifeMs,
};

/** The details of a sign-up, kept until the address is verified. */
export type PendingSignUp = {
  readonly organization: string;
  readonly name: string;
  readonly passwordHash: string;
  /** Whether a passkey replaces the password, so that nobody knows the password. */
  readonly withPasskey?: boolean;
};

/** A change of an account's address. */
export type EmailChange = { readonly userId: string; readonly from: string; readonly to: string };

type RequestedLink = {
  readonly id: string;
  readonly kind: LinkKind;
  readonly email: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
};

/**
 * Creates a link and the job that emails it. The job looks up the account after the response, so the response
 * never reveals whether the address belongs to an account.
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
