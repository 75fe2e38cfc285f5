import type { Issue } from '../errors.ts';
import type { AuthenticationMethod, ParticipantDelivery, ParticipantStatus } from './status.ts';

type Delivered = { readonly delivery: ParticipantDelivery };
type Person = {
  readonly delivery?: ParticipantDelivery | undefined;
  readonly authentication?: { readonly method: AuthenticationMethod } | undefined;
};

/** Whether a participant gets their link, reminders, and warnings by email. */
export function isEmailed({ delivery }: Delivered): boolean {
  return delivery === 'email';
}

/**
 * Whether a participant gets emails about what became of the envelope: those who sign in person only once they have signed,
 * embedded ones never.
 */
export function isNotified({
  delivery,
  status,
}: Delivered & { readonly status: ParticipantStatus }): boolean {
  return delivery === 'email' || (delivery === 'in_person' && status === 'signed');
}

/** Reports a way to prove who one is that doesn't go with a delivery. `path` is the person's JSON pointer. */
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
 * Whether people can prove who they are in a way. Embedded ones are never emailed. Identity providers show no sign-in page in
 * a frame, and would keep a person signed in on a device that isn't theirs.
 */
export function suitsDelivery(method: AuthenticationMethod, delivery: ParticipantDelivery): boolean {
  if (method === 'oidc') return delivery === 'email';
  return method !== 'email_code' || delivery !== 'embedded';
}
