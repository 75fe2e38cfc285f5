import { accept, refuse, refuseInvalid, type Decision } from '../decision.ts';
import { toTextedPhone } from './authentication.ts';
import type { Language } from '../language.ts';
import type { Facts } from './facts.ts';
import type { EnvelopeGraph, Participant } from './graph.ts';
import { replaceLink } from './links.ts';
import { refuseByStatusOrExpiry } from './lifecycle.ts';
import { isEmailed } from './participant-delivery.ts';

/** A correction to a participant. Properties that are absent stay as they are. */
export type Correction = {
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  /**
   * The language of emails to the participant. Null to use their browser's language once they have opened the
   * envelope.
   */
  readonly language?: Language | null | undefined;
  /** The number that codes are texted to. Only for participants who get such codes. */
  readonly phone?: string | undefined;
};

/**
 * Corrects the name, address, phone number, or language of a pending participant. Existing links stop
 * working, and a current signer gets a new one at the corrected address.
 */
export function correctParticipant(
  graph: EnvelopeGraph,
  participantId: string,
  correction: Correction,
  facts: Facts,
): Decision {
  const { envelope } = graph;
  const participant = graph.participants.find(({ id }) => id === participantId);
  if (participant === undefined) return refuse('not_found');
  const refused = refuseByStatusOrExpiry('correct', envelope, facts.now);
  if (refused !== null) return refused;
  if (participant.status !== 'pending')
    return refuse('invalid_state', { status: envelope.status, participantStatus: participant.status });
  if (Object.values(correction).every((value) => value === undefined))
    return refuseInvalid('', 'must have a name, an email, a language or a phone number');
  if (correction.phone !== undefined && participant.authenticationMethod !== 'sms_code')
    return refuseInvalid('/phone', 'must be omitted: they get no code by text message');
  const { name = participant.name, email = participant.email, language = participant.language } = correction;
  const { phone = participant.authenticationPhone } = correction;
  const isSpoken = language !== participant.language;
  const isTexted = phone !== participant.authenticationPhone;
  if (name === participant.name && email === participant.email && !isSpoken && !isTexted) return accept({});

  const link = participant.linkEpoch === 0 ? null : replaceLink(graph, participant, facts);
  const { organizationId, id: envelopeId } = envelope;
  return accept({
    patch: {
      participants: {
        update: [
          {
            ...(link ?? { id: participantId }),
            ...forgetIfReplaced(participant, { name, email }, isTexted),
            ...{ name, email, language, authenticationPhone: phone },
          },
        ],
      },
    },
    events: [
      {
        action: 'participant.corrected',
        payload: {
          participantId,
          epoch: link?.linkEpoch ?? null,
          before: {
            name: participant.name,
            email: participant.email,
            ...(isSpoken ? { language: participant.language } : {}),
            ...(isTexted ? toTextedPhone(participant) : {}),
          },
          after: {
            name,
            email,
            ...(isSpoken ? { language } : {}),
            ...(isTexted ? toTextedPhone({ authenticationPhone: phone }) : {}),
          },
        },
      },
    ],
    effects:
      link === null || !isEmailed(participant)
        ? []
        : [
            {
              name: 'svc/participant.link_reissued',
              payload: {
                ...{ organizationId, envelopeId, participantId },
                ...(email === participant.email ? {} : { isFirstRequest: true }),
              },
            },
          ],
  });
}

/**
 * Forgets the participant's visit if the correction may mean a different person. Consent, proofs of identity,
 * and reminders belong to the person at the old address, so a new address or phone number starts over. So
 * does a new name that an identity provider has to confirm.
 */
function forgetIfReplaced(
  participant: Participant,
  { name, email }: Pick<Participant, 'name' | 'email'>,
  isTexted: boolean,
) {
  const isConfirmed = participant.authenticationMethod !== 'oidc' || name === participant.name;
  return email === participant.email && !isTexted && isConfirmed ? {} : forgetVisit();
}

/** Returns the changes that clear what a participant did with their link. */
export function forgetVisit() {
  return {
    consentedAt: null,
    authenticatedAt: null,
    newPasskeyAcceptedAt: null,
    lastViewedAt: null,
    lastIpAddress: null,
    lastUserAgent: null,
    timeZone: null,
    lastRemindedAt: null,
  };
}
