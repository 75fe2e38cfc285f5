import { getFieldTypeFacts, type FieldType } from '#domain/field/catalogue.ts';
import { USUAL_DATE } from '#domain/field/formats.ts';
import { keepFittingDetails, NO_DETAILS } from '#domain/field/details.ts';
import { m } from '#i18n/compiled/messages.js';
import type { Draft, DraftCopy, DraftField, DraftParticipant, DraftPolicy } from './draft.ts';
import { OWN_ROLE_PREFIX } from './draft.ts';
import type { Place } from '#ui/editor/placing/geometry.ts';

/** Returns a new field. */
export function createField(input: {
  key: string;
  type: FieldType;
  page: number;
  place: Place;
  participantKey: string;
}): DraftField {
  const facts = getFieldTypeFacts(input.type);
  return {
    ...NO_DETAILS,
    format: input.type === 'date' ? USUAL_DATE : null,
    key: input.key,
    fieldKey: '',
    type: input.type,
    page: input.page,
    ...input.place,
    participantKey: facts.answer === 'none' ? '' : input.participantKey,
    source: 'manual',
    label: '',
    required: facts.startsRequired,
    options: facts.options === 'required' ? [1, 2].map((number) => m.editor_option_number({ number })) : [],
    group: '',
    prefillValue: '',
    locked: false,
    autoSource: null,
    proposedAutoSource: null,
    partyIndex: null,
    syntheticRoleId: null,
    syntheticRoleName: null,
  };
}

/** Returns a participant without any details. */
export function createParticipant(key: string): DraftParticipant {
  return {
    key,
    name: '',
    email: '',
    company: '',
    language: null,
    title: '',
    role: 'signer',
    delivery: 'email',
    authentication: 'link',
    accessCode: '',
    hasAccessCode: false,
    phone: '',
    provider: '',
    signing: { method: 'click' },
    canDelegate: null,
    message: '',
    withPrevious: false,
    detectedPartyIndex: null,
    slot: { kind: 'role', id: `${OWN_ROLE_PREFIX}${key}` },
  };
}

/** Returns someone who gets a copy, without any details. */
export function createCopy(key: string): DraftCopy {
  return { key, name: '', email: '', language: null, when: 'completed' };
}

/** Returns the draft with one more field. */
export function withField(draft: Draft, field: DraftField): Draft {
  return withFields(draft, [field]);
}

/** Returns the draft with more fields. */
export function withFields(draft: Draft, fields: readonly DraftField[]): Draft {
  return { ...draft, fields: [...draft.fields, ...fields] };
}

/** The changes to a field. */
export type FieldChange = Partial<Omit<DraftField, 'key'>>;

/** Returns the draft with a field changed. Properties that don't fit the field's type are removed. */
export function withFieldChanged(draft: Draft, key: string, change: FieldChange): Draft {
  return withFieldsChanged(draft, new Map([[key, change]]));
}

/** Returns the draft with fields changed, by key. Changing a suggestion by hand accepts it. */
export function withFieldsChanged(draft: Draft, changes: ReadonlyMap<string, FieldChange>): Draft {
  return {
    ...draft,
    fields: draft.fields.map((field) => {
      const change = changes.get(field.key);
      if (change === undefined) return field;
      const source = field.source === 'detected' ? 'manual' : field.source;
      return normalizeChangedField({ ...field, source, ...change }, field);
    }),
  };
}

/** Returns the draft without some fields. */
export function withoutFields(draft: Draft, keys: ReadonlySet<string>): Draft {
  return { ...draft, fields: draft.fields.filter(({ key }) => !keys.has(key)) };
}

/** Returns the draft with one more participant, last in order. */
export function withParticipant(draft: Draft, participant: DraftParticipant): Draft {
  return { ...draft, participants: [...draft.participants, participant] };
}

/** The participant's details that can be changed individually. */
export type ParticipantChange = Partial<
  Omit<DraftParticipant, 'key' | 'hasAccessCode' | 'detectedPartyIndex' | 'slot'>
>;

/** Returns the draft with a participant's details changed. */
export function withParticipantChanged(draft: Draft, key: string, change: ParticipantChange): Draft {
  return {
    ...draft,
    participants: draft.participants.map((participant) =>
      participant.key === key ? { ...participant, ...change } : participant,
    ),
  };
}

/** Returns the draft without a participant and their fields. */
export function withoutParticipant(draft: Draft, key: string): Draft {
  return {
    ...draft,
    participants: draft.participants.filter((participant) => participant.key !== key),
    fields: draft.fields.filter((field) => field.participantKey !== key),
  };
}

/**
 * Returns the draft with a participant moved to a position in the signing order. Positions start at 0 and are
 * clamped to the ends.
 */
export function moveParticipant(draft: Draft, key: string, position: number): Draft {
  const participant = draft.participants.find((candidate) => candidate.key === key);
  if (participant === undefined) return draft;
  const others = draft.participants.filter((candidate) => candidate.key !== key);
  const at = Math.max(0, Math.min(others.length, position));
  return { ...draft, participants: [...others.slice(0, at), participant, ...others.slice(at)] };
}

/** Returns the draft with a changed policy. The consumer disclosure is removed if the framework has none. */
export function withPolicy(draft: Draft, change: Partial<DraftPolicy>): Draft {
  return { ...draft, policy: normalizePolicy({ ...draft.policy, ...change }) };
}

/** Returns a policy, without the consumer disclosure if its framework has none. */
export function normalizePolicy(policy: DraftPolicy): DraftPolicy {
  const consumerDisclosure = policy.consumerDisclosure && policy.legalFramework === 'esign_ueta';
  return { ...policy, consumerDisclosure };
}

/** Returns a field without properties that don't fit its type. */
export function normalizeField(field: DraftField): DraftField {
  const facts = getFieldTypeFacts(field.type);
  const isOwn = facts.answer === 'none';
  const autoSource = facts.answer === 'text' ? field.autoSource : null;
  const prefillValue = facts.takesPrefill ? field.prefillValue : '';
  return {
    ...field,
    ...keepFittingDetails(field.type, field),
    ...(isOwn ? OWN : {}),
    options: facts.options === 'none' ? [] : field.options,
    autoSource,
    prefillValue,
    // A locked field that nothing fills could never be completed by anyone.
    locked: field.locked && (prefillValue !== '' || autoSource !== null),
  };
}

/** What the sender puts on the page is nobody's, and asks nothing. */
const OWN = {
  ...{ participantKey: '', partyIndex: null, syntheticRoleId: null, syntheticRoleName: null },
  ...{ required: false, group: '', private: false, condition: null, hint: null, proposedAutoSource: null },
} as const;

function normalizeChangedField(field: DraftField, before: DraftField): DraftField {
  const reassigned = field.participantKey !== before.participantKey;
  return {
    ...normalizeField(field),
    ...(reassigned ? { partyIndex: null, syntheticRoleId: null, syntheticRoleName: null } : {}),
  };
}
