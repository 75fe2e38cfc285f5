import type { Issue } from '../errors.ts';
import { SIGNING_LIMITS } from '../signing-limits.ts';
import type { Participant } from './graph.ts';
import type { AuthenticationMethod, ParticipantDelivery, ParticipantStatus } from './status.ts';

type Delivered = { readonly delivery: ParticipantDelivery };
type Person = {
  readonly delivery?: ParticipantDelivery | undefined;
  readonly authentication?: { readonly method: AuthenticationMethod } | undefined;
};

/** Checks whether a participant gets their link, reminders, and warnings by email. */
export function isEmailed({ delivery }: Delivered): boolean {
  return delivery === 'email';
}

/**
 * Checks whether a participant gets emails about the outcome of the envelope. Participants who sign in person
 * get them only once they have signed, and embedded ones never do.
 */
export function isNotified({
  delivery,
  status,
}: Delivered & { readonly status: ParticipantStatus }): boolean {
  return delivery === 'email' || (delivery === 'in_person' && status === 'signed');
}

/**
 * Reports an authentication method that can't be combined with the person's delivery. `path` is the person's
 * JSON pointer.
 */
export function validateDelivery({ delivery = 'email', authentication }: Person, path: string): Issue[] {
  if (authentication === undefined || suitsDelivery(authentication.method, delivery)) return [];
  return [
    {
      path: `${path}/authentication/method`,
      message: `must not be ${authentication.method} with ${delivery} delivery`,
    },
  ];
}

/**
 * Checks whether an authentication method works with a delivery. Embedded participants are never emailed.
 * Identity providers don't show their sign-in page in a frame, and would keep a person signed in on a device
 * that isn't theirs.
 */
export function suitsDelivery(method: AuthenticationMethod, delivery: ParticipantDelivery): boolean {
  if (method === 'oidc') return delivery === 'email';
  return method !== 'email_code' || delivery !== 'embedded';
}

/**
 * Checks whether a participant may hand over their turn when it comes. Only emailed links can go to someone
 * else.
 */
export function mayDelegate(
  participant: Pick<Participant, 'canDelegate' | 'delegatedFrom' | 'delivery'>,
): boolean {
  const { canDelegate, delegatedFrom } = participant;
  return canDelegate && isEmailed(participant) && delegatedFrom.length < SIGNING_LIMITS.delegationsMax;
}
