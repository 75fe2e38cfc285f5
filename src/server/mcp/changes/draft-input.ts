import type { z } from 'zod';
import { fieldInput, type draftParts, type participantInput } from '#wire/draft.ts';
import type { WireGraph } from '#wire/envelope-graph.ts';

type ParticipantInput = z.input<typeof participantInput>;
export type FieldInput = z.input<typeof fieldInput>;
export type DraftInput = z.input<z.ZodObject<typeof draftParts>>;

/** A participant of a draft, in the form in which it is written back. */
export type DraftParticipant = ParticipantInput & { readonly orderIndex: number };

/**
 * A field of a draft, in the form in which it is written back. `owner` is the participant who fills it in, or
 * null if it isn't assigned yet.
 */
export type DraftField = {
  readonly id: string | null;
  readonly owner: DraftParticipant | null;
  readonly input: FieldInput;
};

/** Returns the participants of a draft as input that changes nothing. */
export function toDraftParticipants(graph: WireGraph): DraftParticipant[] {
  return graph.participants.map((participant) => {
    const { name, email, company, title, language, canDelegate, role, delivery, message, orderIndex } =
      participant;
    return {
      ...{ name, email, company, title, language, canDelegate, role, delivery, message, orderIndex },
      detectedPartyIndex: participant.detectedPartyIndex,
      authentication: toAuthenticationInput(participant.authentication),
      signing: participant.signing,
    };
  });
}

/** Returns the fields of a draft as input that changes nothing. */
export function toDraftFields(graph: WireGraph, participants: readonly DraftParticipant[]): DraftField[] {
  const indexes = new Map(graph.participants.map(({ id }, index) => [id, index]));
  return graph.fields.map((field) => {
    const index = field.participantId === null ? undefined : indexes.get(field.participantId);
    return {
      id: field.id,
      owner: index === undefined ? null : (participants[index] ?? null),
      input: toFieldInput(field),
    };
  });
}

const PLACE: readonly string[] = ['page', 'x', 'y', 'width', 'height'];

/**
 * Returns a field as input that leaves it unchanged. A field whose text wasn't found has no place, and its
 * text is looked up again.
 */
function toFieldInput(field: WireGraph['fields'][number]): FieldInput {
  const kept = Object.entries(field).filter(
    ([name]) => Object.hasOwn(fieldInput.shape, name) && (field.placed || !PLACE.includes(name)),
  );
  return Object.fromEntries(kept);
}

/** Returns fields as input, with the indexes of their owners in the list of participants. */
export function toFieldInputs(
  fields: readonly DraftField[],
  participants: readonly DraftParticipant[],
): FieldInput[] {
  return fields.map(({ owner, input }) => ({
    ...input,
    participantIndex: owner === null ? null : participants.indexOf(owner),
  }));
}

type Authentication = WireGraph['participants'][number]['authentication'];

function toAuthenticationInput({
  method,
  phone,
  provider,
}: Authentication): ParticipantInput['authentication'] {
  switch (method) {
    case 'sms_code':
      return { method, phone: phone ?? '' };
    case 'oidc':
      return { method, provider: provider ?? '' };
    case 'access_code':
    case 'email_code':
    case 'link':
      return { method };
  }
}
