import { toFieldDetails, NO_DETAILS } from '#domain/field/details.ts';
import { LANGUAGE_NAMES } from '#domain/language.ts';
import { m } from '#i18n/compiled/messages.js';
import { FRAMEWORK_WORDS } from '#ui/envelopes/status-words.ts';
import { getFieldTypeName } from '#ui/kit/field-type-name.ts';
import { formatExactTime } from '#ui/kit/time.ts';
import type { Draft, DraftField, DraftParticipant, DraftPolicy } from '#ui/editor/draft/draft.ts';
import {
  getAutoSourceName,
  getFieldName,
  describeOwnedField,
  getParticipantName,
  describePlace,
} from '#ui/editor/fields/field-words.ts';
import { getSigningChoice, getSigningName } from '#ui/editor/participants/signing.ts';
import { getAuthenticationName } from '#ui/kit/authentication-name.ts';
import { getDeliveryName } from '#ui/editor/participants/delivery-name.ts';
import { isProposal } from '#ui/editor/proposals/proposals.ts';
import { describeReminders } from '#ui/kit/reminder-words.ts';
import type { Collision } from './collision.ts';

export type CollisionWords = { readonly about: string; readonly mine: string; readonly theirs: string };

/** Describes a conflict and each side's value. */
export function describeCollision(collision: Collision): CollisionWords {
  const { mine, theirs } = collision;
  return {
    about: describeSubject(collision, mine, theirs),
    mine: describeSide(collision, mine),
    theirs: describeSide(collision, theirs),
  };
}

function describeSubject({ subject, property }: Collision, mine: Draft, theirs: Draft): string {
  if (subject.kind === 'envelope') return ENVELOPE_PROPERTIES[property]?.() ?? property;
  const [draft] = [mine, theirs].filter((one) => has(one, subject));
  if (draft === undefined) return property;
  const name =
    subject.kind === 'participant'
      ? getParticipantLabel(draft, subject.key)
      : describeField(draft, subject.key);
  if (property === 'presence') return name;
  return m.editor_conflict_about({ item: name, property: PROPERTIES[property]?.() ?? property });
}

function describeSide({ subject, property }: Collision, draft: Draft): string {
  if (subject.kind === 'envelope') return describeEnvelope(draft, property);
  if (!has(draft, subject)) return m.editor_conflict_removed();
  if (subject.kind === 'participant') {
    const participant = draft.participants.find(({ key }) => key === subject.key);
    if (participant === undefined) return m.editor_conflict_removed();
    return property === 'presence'
      ? describeKept(draft, subject.key)
      : describeParticipant(participant, property);
  }
  const field = draft.fields.find(({ key }) => key === subject.key);
  if (field === undefined || property === 'presence') return m.editor_conflict_kept();
  return describeFieldValue(draft, field, property);
}

function describeEnvelope(
  { displayName, participants, policy, message, copies }: Draft,
  property: string,
): string {
  if (property === 'displayName') return displayName;
  if (property === 'order')
    return joinDetails(
      participants.map((participant, position) => getParticipantName(participant, position)),
    );
  if (property === 'copies') return formatText(joinDetails(copies.map(({ name }) => name)));
  if (property === 'subject' || property === 'body') return formatText(message[property]);
  return describePolicy(policy, property);
}

function describePolicy(policy: DraftPolicy, property: string): string {
  switch (property) {
    case 'legalFramework':
      return FRAMEWORK_WORDS[policy.legalFramework]();
    case 'consumerDisclosure':
      return formatYesNo(policy.consumerDisclosure);
    case 'expiresAt':
      return policy.expiresAt === null ? m.editor_expiry_never() : formatExactTime(policy.expiresAt, 'local');
    default:
      return describeReminders(policy.reminderPolicy);
  }
}

function describeParticipant(participant: DraftParticipant, property: string): string {
  switch (property) {
    case 'language':
      return participant.language === null
        ? m.common_language_recipient()
        : LANGUAGE_NAMES[participant.language];
    case 'email':
      return formatText(participant.email);
    case 'company':
      return formatText(participant.company);
    case 'title':
      return formatText(participant.title);
    case 'authentication':
      return getAuthenticationName(participant.authentication);
    case 'signing':
      return getSigningName(getSigningChoice(participant.signing));
    case 'delivery':
      return getDeliveryName(participant.delivery);
    case 'message':
      return formatText(participant.message);
    case 'role':
      return formatYesNo(participant.role === 'approver');
    case 'withPrevious':
      return formatYesNo(participant.withPrevious);
    case 'canDelegate':
      return formatYesNo(participant.canDelegate ?? true);
    default:
      return formatText(participant.name);
  }
}

function describeFieldValue(draft: Draft, field: DraftField, property: string): string {
  switch (property) {
    case 'place':
      return describePlace(field);
    case 'type':
      return getFieldTypeName(field.type);
    case 'participantKey':
      return getParticipantLabel(draft, field.participantKey);
    case 'required':
      return formatYesNo(field.required);
    case 'locked':
      return formatYesNo(field.locked);
    case 'options':
      return formatText(joinDetails(field.options));
    case 'autoSource':
      return field.autoSource === null ? m.editor_source_signer() : getAutoSourceName(field.autoSource);
    case 'proposedAutoSource':
      return field.proposedAutoSource === null
        ? m.editor_none()
        : getAutoSourceName(field.proposedAutoSource);
    case 'source':
      return isProposal(field) ? m.editor_state_suggested() : m.editor_conflict_accepted();
    case 'details':
      return formatYesNo(JSON.stringify(toFieldDetails(field)) !== JSON.stringify(NO_DETAILS));
    case 'group':
      return formatText(field.group);
    case 'prefillValue':
      return formatText(field.prefillValue);
    default:
      return formatText(field.label);
  }
}

function describeField(draft: Draft, fieldKey: string): string {
  const field = draft.fields.find(({ key }) => key === fieldKey);
  if (field === undefined) return m.editor_field();
  const isOwned = draft.participants.some(({ key }) => key === field.participantKey);
  return describeOwnedField(
    getFieldName(field),
    isOwned ? getParticipantLabel(draft, field.participantKey) : null,
  );
}

function getParticipantLabel({ participants }: Draft, participantKey: string): string {
  const position = participants.findIndex(({ key }) => key === participantKey);
  return getParticipantName(participants[position], position);
}

function describeKept({ fields }: Draft, participantKey: string): string {
  const count = fields.filter((field) => field.participantKey === participantKey).length;
  return count === 0 ? m.editor_conflict_kept() : m.editor_conflict_kept_fields({ count });
}

function has(draft: Draft, { kind, key }: { kind: 'participant' | 'field'; key: string }): boolean {
  const items: readonly { readonly key: string }[] = kind === 'field' ? draft.fields : draft.participants;
  return items.some((item) => item.key === key);
}

function formatText(text: string): string {
  return text.trim() === '' ? m.editor_none() : text.trim();
}

function formatYesNo(value: boolean): string {
  return value ? m.editor_yes() : m.editor_no();
}

function joinDetails(items: readonly string[]): string {
  return items.length === 0 ? '' : items.reduce((text, detail) => m.editor_with_detail({ text, detail }));
}

const ENVELOPE_PROPERTIES: Readonly<Record<string, () => string>> = {
  displayName: m.templates_envelope_name,
  order: m.editor_property_order,
  legalFramework: m.editor_framework,
  consumerDisclosure: m.editor_disclosure,
  expiresAt: m.editor_expiry,
  reminderPolicy: m.editor_send_reminders,
  copies: m.envelopes_copies,
  subject: m.envelopes_message_subject,
  body: m.envelopes_message_text,
};

const PROPERTIES: Readonly<Record<string, () => string>> = {
  name: m.envelopes_name,
  email: m.envelopes_email,
  company: m.templates_company,
  title: m.templates_job_title,
  authentication: m.editor_authentication,
  signing: m.editor_signing,
  message: m.envelopes_message_note,
  role: m.envelopes_role_approver,
  delivery: m.editor_delivery,
  withPrevious: m.editor_with_one_before,
  canDelegate: m.editor_can_delegate,
  language: m.envelopes_edit_language,
  place: m.editor_property_place,
  type: m.editor_type,
  participantKey: m.editor_owner,
  source: m.editor_property_source,
  label: m.editor_label,
  required: m.editor_required,
  details: m.editor_more_options,
  options: m.editor_options,
  group: m.editor_group,
  prefillValue: m.editor_prefill,
  locked: m.editor_locked,
  autoSource: m.editor_source,
  proposedAutoSource: m.editor_property_proposed_source,
};
