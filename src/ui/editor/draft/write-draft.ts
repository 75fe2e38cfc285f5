import type { z } from 'zod';
import { getSigningGroups, isSequential } from '#ui/editor/participants/order.ts';
import { isMailAddress } from '#domain/mail-address.ts';
import { toFieldDetails } from '#domain/field/details.ts';
import type { fieldInput, participantInput, policyInput } from '#wire/draft.ts';
import type { copiesInput } from '#wire/copies.ts';
import type { messageInput } from '#wire/message.ts';
import { getSavedAuthentication } from '#ui/editor/participants/authentication.ts';
import type { Draft, DraftCopy, DraftField, DraftMessage, DraftParticipant } from './draft.ts';

/** The editor places every field. */
type Place = Record<'page' | 'x' | 'y' | 'width' | 'height', number>;
type WrittenField = Omit<z.input<typeof fieldInput>, keyof Place> & Place;

/** The parts of a draft in the operation's format. */
export type DraftBody = {
  displayName: string;
  participants: z.input<typeof participantInput>[];
  fields: WrittenField[];
  policy: z.input<typeof policyInput>;
  message: z.input<typeof messageInput> | null;
  copies: z.input<typeof copiesInput>;
};

/**
 * Writes the whole draft. Participants and fields are always sent together, because replacing participants
 * deletes their fields. A participant without a name or address isn't sent, but restored from the role of its
 * fields.
 */
export function writeDraft(draft: Draft): DraftBody {
  const people = draft.participants.filter(isComplete);
  const indexes = new Map(people.map(({ key }, index) => [key, index]));
  const byKey = new Map(draft.participants.map((participant) => [participant.key, participant]));
  return {
    displayName: draft.displayName.trim(),
    participants: writePeople(draft.participants),
    fields: draft.fields.map((field) => writeField(field, byKey.get(field.participantKey), indexes)),
    policy: { ...draft.policy },
    message: writeMessage(draft.message),
    copies: writeCopies(draft.copies),
  };
}

/** Writes the participants that have a name and an address. */
export function writePeople(participants: readonly DraftParticipant[]): DraftBody['participants'] {
  const people = participants.filter(isComplete);
  const groups = getSigningGroups(participants);
  const orderOf = new Map(participants.map(({ key }, position) => [key, groups[position]]));
  return people.map((participant) => ({
    name: participant.name.trim(),
    email: participant.email.trim(),
    company: toTextOrNull(participant.company),
    title: toTextOrNull(participant.title),
    language: participant.language,
    role: participant.role,
    ...(participant.delivery === 'email' ? {} : { delivery: participant.delivery }),
    ...writeAuthentication(participant),
    ...(participant.signing.method === 'click' ? {} : { signing: { ...participant.signing } }),
    ...(participant.canDelegate === null ? {} : { canDelegate: participant.canDelegate }),
    message: toTextOrNull(participant.message),
    ...(isSequential(people) ? {} : { orderIndex: orderOf.get(participant.key) }),
    detectedPartyIndex: participant.detectedPartyIndex,
  }));
}

/**
 * Returns the same draft without the null properties of fields, so that thousands of fields fit into one
 * request.
 */
export function withoutNulls(body: DraftBody): DraftBody {
  return { ...body, fields: body.fields.map(omitNulls) };
}

/** Checks whether a participant has a name and an email address. */
export function isComplete(participant: DraftParticipant): boolean {
  return participant.name.trim() !== '' && isMailAddress(participant.email.trim());
}

/**
 * A method whose access code or phone number hasn't been typed yet is left out, which keeps the draft from
 * being sent.
 */
function writeAuthentication(
  participant: DraftParticipant,
): Pick<DraftBody['participants'][number], 'authentication'> {
  const method = getSavedAuthentication(participant);
  switch (method) {
    case 'link':
      return {};
    case 'access_code': {
      const code = participant.accessCode.trim();
      return { authentication: code === '' ? { method } : { method, code } };
    }
    case 'sms_code':
      return { authentication: { method, phone: participant.phone } };
    case 'oidc':
      return { authentication: { method, provider: participant.provider } };
    case 'email_code':
      return { authentication: { method } };
    default:
      return method satisfies never;
  }
}

/** Returns the copies that can be saved. */
export function writeCopies(copies: readonly DraftCopy[]): DraftBody['copies'] {
  return copies
    .map(({ name, email, language, when }) => ({ name: name.trim(), email: email.trim(), language, when }))
    .filter(({ name, email }) => name !== '' && isMailAddress(email));
}

/** Writes the message to everyone; null if there is none. */
export function writeMessage({ subject, body }: DraftMessage): DraftBody['message'] {
  const written = { subject: toTextOrNull(subject), body: toTextOrNull(body) };
  return written.subject === null && written.body === null ? null : written;
}

function omitNulls(field: DraftBody['fields'][number]): DraftBody['fields'][number] {
  const { page, x, y, width, height, ...others } = field;
  const properties = Object.entries(others).filter(([, value]) => value !== null);
  return { page, x, y, width, height, ...Object.fromEntries(properties) };
}

function writeField(
  field: DraftField,
  owner: DraftParticipant | undefined,
  indexes: ReadonlyMap<string, number>,
): WrittenField {
  const {
    key: _key,
    fieldKey,
    participantKey,
    label,
    options,
    condition: _,
    group,
    prefillValue,
    ...kept
  } = field;
  return {
    ...kept,
    ...writeDetails(field),
    key: toTextOrNull(fieldKey),
    ...toOwnership(field, owner, indexes.get(participantKey)),
    label: toTextOrNull(label),
    options: options.length > 0 ? [...options] : null,
    group: toTextOrNull(group),
    prefillValue: prefillValue === '' ? null : prefillValue,
  };
}

/** Writes details in the form that the server returns, leaving out those that have their default. */
function writeDetails(field: DraftField): Omit<Partial<WrittenField>, keyof Place> {
  const { placeholder, hint } = field;
  const details = toFieldDetails({ ...field, placeholder: placeholder?.trim(), hint: hint?.trim() });
  return Object.fromEntries(
    Object.entries(details).map(([name, value]) => [name, value === false ? undefined : value]),
  );
}

function toOwnership(
  field: DraftField,
  owner: DraftParticipant | undefined,
  participantIndex: number | undefined,
): Pick<
  z.input<typeof fieldInput>,
  'participantIndex' | 'partyIndex' | 'syntheticRoleId' | 'syntheticRoleName'
> {
  const asRead = {
    partyIndex: field.partyIndex,
    syntheticRoleId: field.syntheticRoleId,
    syntheticRoleName: field.syntheticRoleName,
  };
  if (owner === undefined || participantIndex !== undefined)
    return { ...asRead, participantIndex: participantIndex ?? null };
  if (owner.slot.kind === 'party') return { ...asRead, participantIndex: null, partyIndex: owner.slot.index };
  return {
    ...asRead,
    participantIndex: null,
    syntheticRoleId: owner.slot.id,
    syntheticRoleName: toTextOrNull(owner.name),
  };
}

function toTextOrNull(text: string): string | null {
  const trimmed = text.trim();
  return trimmed === '' ? null : trimmed;
}
