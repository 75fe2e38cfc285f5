import { accept, type Decision } from '../decision.ts';
import type { Facts } from './facts.ts';
import type { EnvelopeGraph, Participant } from './graph.ts';
import type { Timestamp } from '../timestamp.ts';
import type { Issue } from '../errors.ts';
import type { AuthenticationMethod, ParticipantDelivery, ParticipantStatus } from './status.ts';

/**
 * Records that an email to a participant bounced. Only a bounce of the current signer's newest link counts.
 * `sentAt` is when the email was first sent.
 */
export function recordBounce(
  graph: EnvelopeGraph,
  mail: { readonly participantId: string; readonly sentAt: Timestamp; readonly reason: string },
  facts: Facts,
): Decision {
  const participant = graph.participants.find(({ id }) => id === mail.participantId);
  if (graph.envelope.status !== 'in_progress' || participant?.status !== 'pending') return accept({});
  const { linkIssuedAt } = participant;
  if (linkIssuedAt === null || Date.parse(mail.sentAt) < Date.parse(linkIssuedAt)) return accept({});
  return recordDeliveryFailure(graph, participant, mail.reason, facts);
}

/**
 * Records that an email, or a text message to a phone, failed for good. A new link clears the failure, so
 * failures from before that link are ignored.
 */
export function recordDeliveryFailure(
  graph: EnvelopeGraph,
  { id: participantId, linkEpoch }: Pick<Participant, 'id' | 'linkEpoch'>,
  reason: string,
  facts: Facts,
  textedTo: { readonly phone?: string } = {},
): Decision {
  const participant = graph.participants.find(({ id }) => id === participantId);
  if (participant === undefined || participant.linkEpoch !== linkEpoch) return accept({});
  if (participant.deliveryFailedAt !== null) return accept({});
  return accept({
    patch: { participants: { update: [{ id: participantId, deliveryFailedAt: facts.now }] } },
    events: [
      {
        action: 'participant.delivery_failed',
        payload: { participantId, email: participant.email, reason, ...textedTo },
      },
    ],
  });
}

type Delivered = { readonly delivery: ParticipantDelivery };

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

type Person = {
  readonly delivery?: ParticipantDelivery | undefined;
  readonly authentication?: { readonly method: AuthenticationMethod } | undefined;
};

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
