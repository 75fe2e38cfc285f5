import { toFieldDetails, pickDetails } from '#domain/field/details.ts';
import type { DraftField, DraftMessage, DraftParticipant, DraftPolicy } from '#ui/editor/draft/draft.ts';
import { getSigningChoice } from '#ui/editor/participants/signing.ts';
import { getSavedAuthentication, getSavedPhone } from '#ui/editor/participants/authentication.ts';
import { identifyPlace } from './align.ts';

/** A property with one value: how it's compared, and what else is taken with it. */
export type Property<T> = {
  readonly name: string;
  /** The value as the server would return it, for comparison. */
  readonly of: (item: T) => string | number | boolean | null;
  readonly take: (item: T) => Partial<T>;
};

export const PARTICIPANT_PROPERTIES: readonly Property<DraftParticipant>[] = [
  { name: 'name', of: ({ name }) => name.trim(), take: ({ name }) => ({ name }) },
  { name: 'email', of: ({ email }) => email.trim(), take: ({ email }) => ({ email }) },
  { name: 'company', of: ({ company }) => company.trim(), take: ({ company }) => ({ company }) },
  { name: 'title', of: ({ title }) => title.trim(), take: ({ title }) => ({ title }) },
  { name: 'role', of: ({ role }) => role, take: ({ role }) => ({ role }) },
  { name: 'delivery', of: ({ delivery }) => delivery, take: ({ delivery }) => ({ delivery }) },
  {
    name: 'withPrevious',
    of: ({ withPrevious }) => withPrevious,
    take: ({ withPrevious }) => ({ withPrevious }),
  },
  {
    name: 'authentication',
    of: (participant) =>
      [
        getSavedAuthentication(participant),
        participant.accessCode.trim(),
        getSavedPhone(participant),
        participant.provider,
      ].join(' '),
    take: ({ authentication, accessCode, hasAccessCode, phone, provider }) => ({
      ...{ authentication, accessCode, hasAccessCode, phone, provider },
    }),
  },
  {
    name: 'signing',
    of: ({ signing }) => getSigningChoice(signing),
    take: ({ signing }) => ({ signing }),
  },
  {
    name: 'canDelegate',
    of: ({ canDelegate }) => canDelegate,
    take: ({ canDelegate }) => ({ canDelegate }),
  },
  { name: 'message', of: ({ message }) => message.trim(), take: ({ message }) => ({ message }) },
  { name: 'language', of: ({ language }) => language, take: ({ language }) => ({ language }) },
];

export const POLICY_PROPERTIES: readonly Property<DraftPolicy>[] = [
  {
    name: 'legalFramework',
    of: ({ legalFramework }) => legalFramework,
    take: ({ legalFramework }) => ({ legalFramework }),
  },
  {
    name: 'consumerDisclosure',
    of: ({ consumerDisclosure }) => consumerDisclosure,
    take: ({ consumerDisclosure }) => ({ consumerDisclosure }),
  },
  { name: 'expiresAt', of: ({ expiresAt }) => expiresAt, take: ({ expiresAt }) => ({ expiresAt }) },
  {
    name: 'reminderPolicy',
    of: ({ reminderPolicy: reminders }) =>
      reminders && [reminders.firstAfterDays, reminders.everyDays, reminders.maxReminders].join(),
    take: ({ reminderPolicy }) => ({ reminderPolicy }),
  },
];

export const MESSAGE_PROPERTIES: readonly Property<DraftMessage>[] = [
  { name: 'subject', of: ({ subject }) => subject.trim(), take: ({ subject }) => ({ subject }) },
  { name: 'body', of: ({ body }) => body.trim(), take: ({ body }) => ({ body }) },
];

export const FIELD_PROPERTIES: readonly Property<DraftField>[] = [
  {
    name: 'details',
    of: (field) => JSON.stringify([field.fieldKey.trim(), toFieldDetails(field)]),
    take: (field) => ({ fieldKey: field.fieldKey, ...pickDetails(field) }),
  },
  {
    name: 'place',
    of: identifyPlace,
    take: ({ page, x, y, width, height }) => ({ page, x, y, width, height }),
  },
  { name: 'type', of: ({ type }) => type, take: ({ type }) => ({ type }) },
  {
    name: 'participantKey',
    of: ({ participantKey }) => participantKey,
    take: ({ participantKey, partyIndex, syntheticRoleId, syntheticRoleName }) => ({
      participantKey,
      partyIndex,
      syntheticRoleId,
      syntheticRoleName,
    }),
  },
  // A suggestion that either side accepted or changed by hand is an ordinary field.
  { name: 'source', of: ({ source }) => source, take: ({ source }) => ({ source }) },
  { name: 'label', of: ({ label }) => label.trim(), take: ({ label }) => ({ label }) },
  { name: 'required', of: ({ required }) => required, take: ({ required }) => ({ required }) },
  { name: 'options', of: ({ options }) => JSON.stringify(options), take: ({ options }) => ({ options }) },
  { name: 'group', of: ({ group }) => group.trim(), take: ({ group }) => ({ group }) },
  {
    name: 'prefillValue',
    of: ({ prefillValue }) => prefillValue,
    take: ({ prefillValue }) => ({ prefillValue }),
  },
  { name: 'locked', of: ({ locked }) => locked, take: ({ locked }) => ({ locked }) },
  { name: 'autoSource', of: ({ autoSource }) => autoSource, take: ({ autoSource }) => ({ autoSource }) },
  {
    name: 'proposedAutoSource',
    of: ({ proposedAutoSource }) => proposedAutoSource,
    take: ({ proposedAutoSource }) => ({ proposedAutoSource }),
  },
];
