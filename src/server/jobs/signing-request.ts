import type { EffectPayloads } from '#domain/effects.ts';
import { currentSigner } from '#domain/envelope/turn.ts';
import { signingLink } from '#server/link.ts';
import { MAIL_TEMPLATES } from '#server/mail/templates.ts';
import type { World } from '#server/world.ts';
import { commonFacts, deliver, readMailSubject } from './mail.ts';

type Payload = EffectPayloads['svc/envelope.sent' | 'svc/participant.link_issued'];

/**
 * Mails a signer their link. Nothing is owed any more when the envelope has ended or the turn has passed on since.
 * The link is minted here: the queue never holds one.
 */
export async function mailSigningRequest(
  world: World,
  payload: Payload,
  template: 'signature-request' | 'your-turn',
): Promise<void> {
  const subject = await readMailSubject(world, payload);
  if (subject === null || subject.graph.envelope.status !== 'in_progress') return;
  const { envelope, participants } = subject.graph;
  const participant = currentSigner(participants);
  if (participant === null || participant.id !== payload.participantId) return;
  const to = { name: participant.name, email: participant.email };
  const rendered = MAIL_TEMPLATES[template]({
    ...commonFacts(subject, to),
    link: signingLink(world, envelope, participant, 'sign'),
    expiresAt: envelope.expiresAt,
    message: null,
  });
  await deliver(world, subject, {
    to,
    rendered,
    identifier: `${participant.id}.link-${participant.linkEpoch}`,
  });
}
