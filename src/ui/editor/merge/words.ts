import { FIELD_CATALOGUE } from '#domain/field/catalogue.ts';
import { LANGUAGE_NAMES } from '#domain/language.ts';
import { m } from '#i18n/compiled/messages.js';
import { FRAMEWORK_WORDS } from '#ui/envelopes/status-words.ts';
import { exactTime } from '#ui/kit/time.ts';
import type { Draft, DraftField, DraftParticipant, DraftPolicy } from '#ui/editor/draft/draft.ts';
import { AUTO_SOURCE_WORDS, fieldName, participantName, placeWords } from '#ui/editor/fields/field-words.ts';
import { reminderWords } from '#ui/editor/sending/reminder-words.ts';
import type { Collision } from './collision.ts';

type Words = { readonly about: string; readonly mine: string; readonly theirs: string };

/** What collided, in words, and what each side made of it. */
export function collisionWords(collision: Collision): Words {
  const { mine, theirs } = collision;
  return {
    about: aboutWords(collision, mine, theirs),
    mine: sideWords(collision, mine),
    theirs: sideWords(collision, theirs),
  };
}

function aboutWords({ subject, property }: Collision, mine: Draft, theirs: Draft): string {
  if (subject.kind === 'envelope') return ENVELOPE_PROPERTIES[property] ?? MESSAGES[property]?.() ?? property;
  const [draft] = [mine, theirs].filter((one) => has(one, subject));
  if (draft === undefined) return property;
  const name = subject.kind === 'participant' ? nameOf(draft, subject.key) : fieldWords(draft, subject.key);
  if (property === 'presence') return name;
  return `${PROPERTIES[property] ?? MESSAGES[property]?.() ?? property} of ${name}`;
}

function sideWords({ subject, property }: Collision, draft: Draft): string {
  if (subject.kind === 'envelope') return envelopeWords(draft, property);
  if (!has(draft, subject)) return 'Removed';
  if (subject.kind === 'participant') {
    const participant = draft.participants.find(({ key }) => key === subject.key);
    if (participant === undefined) return 'Removed';
    return property === 'presence' ? staysWords(draft, subject.key) : participantWords(participant, property);
  }
  const field = draft.fields.find(({ key }) => key === subject.key);
  if (field === undefined || property === 'presence') return 'Stays';
  return fieldValueWords(draft, field, property);
}

function envelopeWords({ displayName, participants, policy, message }: Draft, property: string): string {
  if (property === 'displayName') return displayName;
  if (property === 'order')
    return participants.map((participant, position) => participantName(participant, position)).join(', ');
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
      return policy.expiresAt === null ? 'Never' : exactTime(policy.expiresAt, 'local');
    default:
      return reminderWords(policy.reminderPolicy);
  }
}

function participantWords(participant: DraftParticipant, property: string): string {
  switch (property) {
    case 'language':
      return participant.language === null ? 'That of their browser' : LANGUAGE_NAMES[participant.language];
    case 'email':
      return said(participant.email);
    case 'company':
      return said(participant.company);
    case 'title':
      return said(participant.title);
    case 'message':
      return said(participant.message);
    default:
      return said(participant.name);
  }
}

function fieldValueWords(draft: Draft, field: DraftField, property: string): string {
  switch (property) {
    case 'place':
      return placeWords(field);
    case 'type':
      return FIELD_CATALOGUE[field.type].label;
    case 'participantKey':
      return nameOf(draft, field.participantKey);
    case 'required':
      return yesNo(field.required);
    case 'locked':
      return yesNo(field.locked);
    case 'options':
      return said(field.options.join(', '));
    case 'autoSource':
      return field.autoSource === null ? 'The participant' : AUTO_SOURCE_WORDS[field.autoSource];
    case 'proposedAutoSource':
      return field.proposedAutoSource === null ? 'None' : AUTO_SOURCE_WORDS[field.proposedAutoSource];
    case 'source':
      return field.source;
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
  return field === undefined ? 'a field' : `${fieldName(field)} for ${nameOf(draft, field.participantKey)}`;
}

function nameOf({ participants }: Draft, participantKey: string): string {
  const position = participants.findIndex(({ key }) => key === participantKey);
  return participantName(participants[position], position);
}

function staysWords({ fields }: Draft, participantKey: string): string {
  const count = fields.filter((field) => field.participantKey === participantKey).length;
  return count === 0 ? 'Stays' : count === 1 ? 'Stays, with 1 field' : `Stays, with ${count} fields`;
}

function has(draft: Draft, { kind, key }: { kind: 'participant' | 'field'; key: string }): boolean {
  const items: readonly { readonly key: string }[] = kind === 'field' ? draft.fields : draft.participants;
  return items.some((item) => item.key === key);
}

function said(text: string): string {
  return text.trim() === '' ? 'Nothing' : text.trim();
}

function yesNo(value: boolean): string {
  return value ? 'Yes' : 'No';
}

const MESSAGES: Readonly<Record<string, () => string>> = {
  subject: m.envelopes_message_subject,
  body: m.envelopes_message_text,
  message: m.envelopes_message_note,
};

const ENVELOPE_PROPERTIES: Readonly<Record<string, string>> = {
  displayName: 'Name of the envelope',
  order: 'Order of signing',
  legalFramework: 'Legal framework',
  consumerDisclosure: 'Consumer disclosure',
  expiresAt: 'Expiry',
  reminderPolicy: 'Reminders',
};

const PROPERTIES: Readonly<Record<string, string>> = {
  name: 'Name',
  email: 'E-mail',
  company: 'Company',
  title: 'Title',
  language: 'Language',
  place: 'Place',
  type: 'Type',
  participantKey: 'Participant',
  source: 'Origin',
  label: 'Label',
  required: 'Required',
  options: 'Choices',
  group: 'Group',
  prefillValue: 'Prefilled value',
  locked: 'Locked',
  autoSource: 'Source of the value',
  proposedAutoSource: 'Proposed source of the value',
};
