import { detailsFrom, NO_DETAILS } from '#domain/field/details.ts';
import { LANGUAGE_NAMES } from '#domain/language.ts';
import { m } from '#i18n/compiled/messages.js';
import { FRAMEWORK_WORDS } from '#ui/envelopes/status-words.ts';
import { fieldTypeName } from '#ui/kit/field-type-name.ts';
import { exactTime } from '#ui/kit/time.ts';
import type { Draft, DraftField, DraftParticipant, DraftPolicy } from '#ui/editor/draft/draft.ts';
import {
  autoSourceName,
  fieldName,
  ownedField,
  participantName,
  placeWords,
} from '#ui/editor/fields/field-words.ts';
import { authenticationName } from '#ui/kit/authentication-name.ts';
import { deliveryName } from '#ui/editor/participants/delivery-name.ts';
import { isProposal } from '#ui/editor/proposals/proposals.ts';
import { reminderWords } from '#ui/kit/reminder-words.ts';
import type { Collision } from './collision.ts';

export type CollisionWords = { readonly about: string; readonly mine: string; readonly theirs: string };

/** Describes a conflict and each side's value. */
export function collisionWords(collision: Collision): CollisionWords {
  const { mine, theirs } = collision;
  return {
    about: aboutWords(collision, mine, theirs),
    mine: sideWords(collision, mine),
    theirs: sideWords(collision, theirs),
  };
}

function aboutWords({ subject, property }: Collision, mine: Draft, theirs: Draft): string {
  if (subject.kind === 'envelope') return ENVELOPE_PROPERTIES[property]?.() ?? property;
  const [draft] = [mine, theirs].filter((one) => has(one, subject));
  if (draft === undefined) return property;
  const name = subject.kind === 'participant' ? nameOf(draft, subject.key) : fieldWords(draft, subject.key);
  if (property === 'presence') return name;
  return m.editor_conflict_about({ item: name, property: PROPERTIES[property]?.() ?? property });
}

function sideWords({ subject, property }: Collision, draft: Draft): string {
  if (subject.kind === 'envelope') return envelopeWords(draft, property);
  if (!has(draft, subject)) return m.editor_conflict_removed();
  if (subject.kind === 'participant') {
    const participant = draft.participants.find(({ key }) => key === subject.key);
    if (participant === undefined) return m.editor_conflict_removed();
    return property === 'presence' ? staysWords(draft, subject.key) : participantWords(participant, property);
  }
  const field = draft.fields.find(({ key }) => key === subject.key);
  if (field === undefined || property === 'presence') return m.editor_conflict_kept();
  return fieldValueWords(draft, field, property);
}

function envelopeWords(
  { displayName, participants, policy, message, copies }: Draft,
  property: string,
): string {
  if (property === 'displayName') return displayName;
  if (property === 'order')
    return listed(participants.map((participant, position) => participantName(participant, position)));
  if (property === 'copies') return said(listed(copies.map(({ name }) => name)));
  if (property === 'subject' || property === 'body') return said(message[property]);
  return policyWords(policy, property);
}

function policyWords(policy: DraftPolicy, property: string): string {
  switch (property) {
    case 'legalFramework':
      return FRAMEWORK_WORDS[policy.legalFramework]();
    case 'consumerDisclosure':
      return yesNo(policy.consumerDisclosure);
    case 'expiresAt':
      return policy.expiresAt === null ? m.editor_expiry_never() : exactTime(policy.expiresAt, 'local');
    default:
      return reminderWords(policy.reminderPolicy);
  }
}

function participantWords(participant: DraftParticipant, property: string): string {
  switch (property) {
    case 'language':
      return participant.language === null
        ? m.common_language_recipient()
        : LANGUAGE_NAMES[participant.language];
    case 'email':
      return said(participant.email);
    case 'company':
      return said(participant.company);
    case 'title':
      return said(participant.title);
    case 'authentication':
      return authenticationName(participant.authentication);
    case 'delivery':
      return deliveryName(participant.delivery);
    case 'message':
      return said(participant.message);
    case 'role':
      return yesNo(participant.role === 'approver');
    case 'withPrevious':
      return yesNo(participant.withPrevious);
    case 'canDelegate':
      return yesNo(participant.canDelegate ?? true);
    default:
      return said(participant.name);
  }
}

function fieldValueWords(draft: Draft, field: DraftField, property: string): string {
  switch (property) {
    case 'place':
      return placeWords(field);
    case 'type':
      return fieldTypeName(field.type);
    case 'participantKey':
      return nameOf(draft, field.participantKey);
    case 'required':
      return yesNo(field.required);
    case 'locked':
      return yesNo(field.locked);
    case 'options':
      return said(listed(field.options));
    case 'autoSource':
      return field.autoSource === null ? m.editor_source_signer() : autoSourceName(field.autoSource);
    case 'proposedAutoSource':
      return field.proposedAutoSource === null ? m.editor_none() : autoSourceName(field.proposedAutoSource);
    case 'source':
      return isProposal(field) ? m.editor_state_suggested() : m.editor_conflict_accepted();
    case 'details':
      return yesNo(JSON.stringify(detailsFrom(field)) !== JSON.stringify(NO_DETAILS));
    case 'group':
      return said(field.group);
    case 'prefillValue':
      return said(field.prefillValue);
    default:
      return said(field.label);
  }
}

function fieldWords(draft: Draft, fieldKey: string): string {
  const field = draft.fields.find(({ key }) => key === fieldKey);
  if (field === undefined) return m.editor_field();
  const isOwned = draft.participants.some(({ key }) => key === field.participantKey);
  return ownedField(fieldName(field), isOwned ? nameOf(draft, field.participantKey) : null);
}

function nameOf({ participants }: Draft, participantKey: string): string {
  const position = participants.findIndex(({ key }) => key === participantKey);
  return participantName(participants[position], position);
}

function staysWords({ fields }: Draft, participantKey: string): string {
  const count = fields.filter((field) => field.participantKey === participantKey).length;
  return count === 0 ? m.editor_conflict_kept() : m.editor_conflict_kept_fields({ count });
}

function has(draft: Draft, { kind, key }: { kind: 'participant' | 'field'; key: string }): boolean {
  const items: readonly { readonly key: string }[] = kind === 'field' ? draft.fields : draft.participants;
  return items.some((item) => item.key === key);
}

function said(text: string): string {
  return text.trim() === '' ? m.editor_none() : text.trim();
}

function yesNo(value: boolean): string {
  return value ? m.editor_yes() : m.editor_no();
}

function listed(items: readonly string[]): string {
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
