import { LIMITS } from '../limits.ts';
import { resolveTokens, type NamedPerson, type NameSources } from '../name-pattern/resolve.ts';
import { toPrintable } from '../text.ts';

/** The sender's message to everyone who gets the envelope, as plain text. At least one part is set. */
export type Message = { readonly subject: string | null; readonly body: string | null };

export type MessageInput = {
  readonly subject?: string | null | undefined;
  readonly body?: string | null | undefined;
};

/** Returns the message, or null if it has neither a subject nor a body. */
export function toMessage(input: MessageInput | null): Message | null {
  const subject = input?.subject || null;
  const body = input?.body || null;
  return subject === null && body === null ? null : { subject, body };
}

export function isSameMessage(one: Message | null, other: Message | null): boolean {
  return one?.subject === other?.subject && one?.body === other?.body;
}

/** Replaces the tokens of name patterns in the message. */
export function resolveMessage(message: Message | null, sources: NameSources): Message | null {
  if (message === null) return null;
  const { subject, body } = message;
  return toMessage({
    subject:
      subject === null ? null : toPrintable(resolveTokens(subject, sources, LIMITS.messageSubjectMaxChars)),
    body: body === null ? null : resolveTokens(body, sources, LIMITS.messageBodyMaxChars),
  });
}

/**
 * Replaces the tokens in the notes to individual participants. In such a note, the recipient is the person
 * it's addressed to.
 */
export function resolveNotes(
  participants: readonly (NamedPerson & { readonly id: string; readonly message: string | null })[],
  sources: NameSources,
): ReadonlyMap<string, string> {
  return new Map(
    participants.flatMap((participant) => {
      const { id, message } = participant;
      if (message === null) return [];
      const note = resolveTokens(
        message,
        { ...sources, recipient: participant },
        LIMITS.participantMessageMaxChars,
      );
      return note === message ? [] : [[id, note]];
    }),
  );
}
