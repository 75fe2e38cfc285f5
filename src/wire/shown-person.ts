import { z } from 'zod';
import { hasTurn } from '#domain/envelope/turn.ts';
import type { EnvelopeGraph } from '#domain/envelope/graph.ts';
import { PARTICIPANT_ROLES, PARTICIPANT_STATUSES } from '#domain/envelope/status.ts';
import { EXAMPLE } from './examples.ts';

/**
 * What signers and recipients of copies see about everyone who signs or approves. It doesn't include
 * addresses.
 */
export const shownPerson = z
  .object({
    name: z.string().meta({ examples: [EXAMPLE.name] }),
    role: z.enum(PARTICIPANT_ROLES),
    status: z.enum(PARTICIPANT_STATUSES),
    isTheirTurn: z
      .boolean()
      .describe('Whether they can sign or approve now.')
      .meta({ examples: [true] }),
    isMe: z.boolean(),
  })
  .meta({ id: 'ShownPerson' });
export type ShownPerson = z.infer<typeof shownPerson>;

/**
 * Converts the participants of an envelope. `me` is the participant who asks, if the caller is one of them.
 */
export function toShownPeople(graph: EnvelopeGraph, me?: string): ShownPerson[] {
  return graph.participants.map(({ id, name, role, status }) => ({
    name,
    role,
    status,
    isTheirTurn: hasTurn(graph, id),
    isMe: id === me,
  }));
}
