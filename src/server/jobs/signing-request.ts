import type { EffectPayloads } from '#domain/effects.ts';
import type { Envelope, Participant } from '#domain/envelope/graph.ts';
import { hasExpired } from '#domain/envelope/lifecycle.ts';
import { isCurrentSigner } from '#domain/envelope/turn.ts';
import { requestMail } from '#server/envelopes/request-mail.ts';
import { createSigningLink } from '#server/envelopes/signer-link.ts';
import type { Services } from '#server/runtime/services.ts';
import { readMailSubject } from './mail.ts';
import { deliverToSigner } from './deliver-to-signer.ts';

type Payload = EffectPayloads['svc/envelope.sent'];

type Occasion = {
  readonly template: 'signature-request' | 'your-turn' | 'new-link' | 'reminder';
  /** Whether only the current signer gets the email. */
  readonly onTurnOnly: boolean;
  /** Whether this is the first email about a link. A person who takes the link over gets a different one. */
  readonly isFirst: boolean;
  /** Identifies the email permanently, per participant. */
  readonly identifier: (participant: Participant, envelope: Envelope) => string;
};

const identifyByEpoch = ({ linkEpoch }: Participant) => `link-${linkEpoch}`;

/** A signer can request the link of the same epoch again, so the identifier includes when it was issued. */
const identifyByIssue = ({ linkEpoch, linkIssuedAt }: Participant) =>
  `link-${linkEpoch}-${Date.parse(linkIssuedAt ?? '') || 0}`;

/** The emails that contain a signing link. */
export const SIGNING_OCCASIONS = {
  sent: { template: 'signature-request', onTurnOnly: true, isFirst: true, identifier: identifyByEpoch },
  turn: { template: 'your-turn', onTurnOnly: true, isFirst: true, identifier: identifyByEpoch },
  reissued: { template: 'new-link', onTurnOnly: false, isFirst: false, identifier: identifyByIssue },
  /** Goes to a corrected address, where nobody has been asked before. */
  redirected: {
    template: 'signature-request',
    onTurnOnly: false,
    isFirst: false,
    identifier: identifyByIssue,
  },
  extended: {
    template: 'new-link',
    onTurnOnly: true,
    isFirst: false,
    identifier: (_participant, { expiresAt }) =>
      `expiry-${expiresAt === null ? 'none' : Date.parse(expiresAt)}`,
  },
  reminder: {
    template: 'reminder',
    onTurnOnly: true,
    isFirst: false,
    identifier: ({ lastRemindedAt }) =>
      `reminder-${lastRemindedAt === null ? 0 : Date.parse(lastRemindedAt)}`,
  },
} as const satisfies Record<string, Occasion>;

/**
 * Emails a participant their link, unless the envelope has ended or expired, the participant has acted, or it
 * is someone else's turn. The link is created here, so that the queue never contains one.
 */
export async function sendSigningLinkEmail(
  services: Services,
  payload: Payload,
  occasion: Occasion,
  lastAttempt: boolean,
): Promise<void> {
  const subject = await readMailSubject(services, payload);
  if (subject === null || subject.graph.envelope.status !== 'in_progress') return;
  const { envelope, participants } = subject.graph;
  if (hasExpired(envelope, services.clock().toISOString())) return;
  const participant = participants.find(
    ({ id, status }) => id === payload.participantId && status === 'pending',
  );
  if (participant === undefined) return;
  if (occasion.onTurnOnly && !isCurrentSigner(subject.graph, participant.id)) return;
  if (occasion.isFirst && isDelegatedSince(participant, envelope.sentAt)) return;
  const to = { name: participant.name, email: participant.email };
  const link = createSigningLink(services, envelope, participant, 'sign');
  const { template } = isAlreadyHere(participant, occasion) ? RETURN : occasion;
  const rendered = requestMail(subject, participant, template, link);
  const identifier = `${participant.id}.${occasion.identifier(participant, envelope)}`;
  await deliverToSigner(services, subject, { to, rendered, identifier, participant, lastAttempt });
}

/** What someone gets who has the document open already. */
const RETURN = { template: 'return-link' } as const;

/**
 * Checks whether the participant proved their address before they got a link, as everyone does who fills in a
 * public form. They have the document open, so nobody is asking them for anything.
 */
function isAlreadyHere(participant: Participant, { isFirst }: Occasion): boolean {
  return isFirst && participant.authenticationMethod === 'email_code' && participant.authenticatedAt !== null;
}

/**
 * Checks whether someone else has taken the link over since it was sent. An interrupted job may run again
 * after that.
 */
function isDelegatedSince({ delegatedFrom }: Participant, sentAt: string | null): boolean {
  return sentAt !== null && delegatedFrom.some(({ at }) => Date.parse(at) >= Date.parse(sentAt));
}
