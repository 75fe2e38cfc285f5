import type { Handlers } from '#server/queue.ts';
import type { World } from '#server/world.ts';
import { mailCompleted, mailDeclined, mailVoided } from './outcome.ts';
import { sealEnvelope } from './seal-envelope.ts';
import { mailSigningRequest } from './signing-request.ts';

/** What each effect does: the one table of jobs. */
export function handlersOf(world: World): Handlers {
  return {
    'svc/envelope.sent': (payload) => mailSigningRequest(world, payload, 'signature-request'),
    'svc/participant.link_issued': (payload) => mailSigningRequest(world, payload, 'your-turn'),
    'svc/envelope.completed': (payload) => sealEnvelope(world, payload),
    'svc/envelope.sealed': (payload) => mailCompleted(world, payload),
    'svc/envelope.declined': (payload) => mailDeclined(world, payload),
    'svc/envelope.voided': (payload) => mailVoided(world, payload),
  };
}
