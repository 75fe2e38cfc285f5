import { isMailAddress } from '#domain/mail-address.ts';
import { m } from '#i18n/compiled/messages.js';
import type { WireGraph } from '#wire/envelope-graph.ts';
import { getSigningGroups } from '#ui/editor/participants/order.ts';
import { findMissingProof } from '#ui/editor/participants/authentication.ts';
import type { Draft, DraftParticipant } from '#ui/editor/draft/draft.ts';
import { readDraft } from '#ui/editor/draft/read-draft.ts';

/** What keeps a recipient from being saved, and in which input. */
export type RecipientProblem = {
  readonly property: 'name' | 'email' | 'accessCode' | 'phone';
  readonly message: string;
};

/** Explains what is missing. Returns null if the recipient is complete or the row is empty. */
export function findRecipientProblem(participant: DraftParticipant): RecipientProblem | null {
  const { name, email } = participant;
  if (isEmpty(participant)) return null;
  if (email.trim() === '') return { property: 'email', message: m.envelopes_email_missing() };
  if (!isMailAddress(email.trim())) return { property: 'email', message: m.envelopes_email_invalid() };
  if (name.trim() === '') return { property: 'name', message: m.envelopes_name_missing() };
  const missing = findMissingProof(participant);
  if (missing === null) return null;
  const message = missing === 'phone' ? m.envelopes_phone_missing() : m.envelopes_code_missing();
  return { property: missing, message };
}

/** Returns the rows in which something was typed, in their original groups. */
export function listTypedRecipients(participants: readonly DraftParticipant[]): DraftParticipant[] {
  const groups = getSigningGroups(participants);
  const typed = participants
    .map((participant, position) => ({ participant, group: groups[position] }))
    .filter(({ participant }) => !isEmpty(participant));
  return typed.map(({ participant, group }, position) => ({
    ...participant,
    withPrevious: position > 0 && typed[position - 1]?.group === group,
  }));
}

/**
 * Puts recipients into the draft in their order. A recipient whose email matches the one that the document
 * gives for a party takes that party's place and fields. The others fill the remaining places, and any
 * further ones are added.
 */
export function withRecipients(graph: WireGraph, recipients: readonly DraftParticipant[]): Draft {
  const draft = readDraft(graph);
  const left = [...draft.participants];
  const byAddress = recipients.map(({ email }) =>
    takeFirst(left, (place) => isSameAddress(place.email, email)),
  );
  const people = recipients.map((recipient, index): DraftParticipant => {
    const place = byAddress[index] ?? left.shift();
    const { key, slot, detectedPartyIndex } = place ?? recipient;
    return { ...recipient, key, slot, detectedPartyIndex };
  });
  // Parties that the sender didn't list stay as suggestions in the editor.
  const open = left.map((place) => ({ ...place, email: '' }));
  const participants = [...people, ...open];
  const known = new Set(people.map(({ key }) => key));
  const fields = withOnlySigner(draft.fields, participants).map((field) =>
    known.has(field.participantKey) ? fillAsProposed(field) : field,
  );
  return { ...draft, participants, fields };
}

/** What the page says a blank is for, such as the date of signing, is filled in, as in a template. */
function fillAsProposed(field: Draft['fields'][number]): Draft['fields'][number] {
  if (field.proposedAutoSource === null) return field;
  return { ...field, autoSource: field.autoSource ?? field.proposedAutoSource, proposedAutoSource: null };
}

/** Assigns the fields that nobody has yet to the signer if there is only one. */
function withOnlySigner(fields: Draft['fields'], participants: readonly DraftParticipant[]): Draft['fields'] {
  const [signer, ...others] = participants.filter(({ role }) => role === 'signer');
  if (signer === undefined || others.length > 0) return fields;
  return fields.map((field) =>
    field.participantKey === '' ? { ...field, participantKey: signer.key } : field,
  );
}

function isEmpty({ name, email }: DraftParticipant): boolean {
  return name.trim() === '' && email.trim() === '';
}

function takeFirst(places: DraftParticipant[], fits: (place: DraftParticipant) => boolean) {
  const at = places.findIndex(fits);
  return at < 0 ? undefined : places.splice(at, 1)[0];
}

function isSameAddress(one: string, other: string): boolean {
  return one !== '' && one.trim().toLowerCase() === other.trim().toLowerCase();
}
