import { sql } from 'drizzle-orm';
import {
  AUTHENTICATION_METHODS,
  PARTICIPANT_DELIVERIES,
  PARTICIPANT_ROLES,
  PARTICIPANT_STATUSES,
} from '#domain/envelope/status.ts';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import type { Delegator } from '#domain/envelope/graph.ts';
import { LANGUAGES } from '#domain/language.ts';
import type { SignedWith, Signing } from '#domain/envelope/signing.ts';
import { LIMITS } from '#domain/limits.ts';
import { PHONE_PATTERN } from '#domain/envelope/sign-in.ts';
import { createdAt, eventActions, moment, ownId, ownReference, updatedAt } from './columns.ts';
import { envelopes } from './envelopes.ts';
import { identityProviders } from './identity-providers.ts';
import { organizations } from './organizations.ts';

export const participants = pgTable(
  'participants',
  {
    id: ownId(),
    envelopeId: text('envelope_id').notNull(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id),
    /** Participants with the same index sign in parallel. */
    orderIndex: integer('order_index').notNull(),
    /** Place in signing order, from 0. */
    position: integer('position').notNull(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    company: text('company'),
    title: text('title'),
    language: text('language', { enum: LANGUAGES }),
    message: text('message'),
    role: text('role', { enum: PARTICIPANT_ROLES }).notNull().default('signer'),
    delivery: text('delivery', { enum: PARTICIPANT_DELIVERIES }).notNull().default('email'),
    status: text('status', { enum: PARTICIPANT_STATUSES }).notNull(),
    detectedPartyIndex: integer('detected_party_index'),
    linkEpoch: integer('link_epoch').notNull(),
    linkIssuedAt: moment('link_issued_at'),
    authenticationMethod: text('authentication_method', { enum: AUTHENTICATION_METHODS })
      .notNull()
      .default('link'),
    accessCodeHash: text('access_code_hash'),
    authenticationPhone: text('authentication_phone'),
    authenticationProvider: text('authentication_provider'),
    signing: jsonb('signing').$type<Signing>().notNull().default({ method: 'click' }),
    signedWith: jsonb('signed_with').$type<SignedWith>(),
    newPasskeyAcceptedAt: moment('new_passkey_accepted_at'),
    authenticatedAt: moment('authenticated_at'),
    canDelegate: boolean('can_delegate').notNull().default(true),
    canAsk: boolean('can_ask').notNull().default(true),
    delegatedFrom: jsonb('delegated_from').$type<readonly Delegator[]>().notNull().default([]),
    /** The template role that the participant has. */
    apiRoleName: text('api_role_name'),
    lastRemindedAt: moment('last_reminded_at'),
    reminderCount: integer('reminder_count').notNull().default(0),
    nextReminderAt: moment('next_reminder_at'),
    deliveryFailedAt: moment('delivery_failed_at'),
    consentedAt: moment('consented_at'),
    signedAt: moment('signed_at'),
    declinedAt: moment('declined_at'),
    declineReason: text('decline_reason'),
    lastViewedAt: moment('last_viewed_at'),
    lastIpAddress: text('last_ip_address'),
    lastUserAgent: text('last_user_agent'),
    /** Where the participant's device was when they last opened the envelope or signed, if it said. */
    timeZone: text('time_zone'),
    /** When the participant's details were erased. */
    erasedAt: moment('erased_at'),
    latestAction: text('latest_action', { enum: eventActions }),
    latestActionAt: moment('latest_action_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    ownReference('participants_envelope', table, table.envelopeId, envelopes).onDelete('cascade'),
    unique('participants_position').on(table.organizationId, table.envelopeId, table.position),
    check('participants_order_index', sql`${table.orderIndex} between 0 and 99`),
    index('participants_due_reminders')
      .on(table.nextReminderAt)
      .where(sql`${table.status} = 'pending' and ${table.nextReminderAt} is not null`),
    check('participants_language', sql.raw(`language in ('${LANGUAGES.join("', '")}')`)),
    check(
      'participants_message',
      sql`char_length(${table.message}) between 1 and ${sql.raw(String(LIMITS.participantMessageMaxChars))}`,
    ),
    check('participants_role', sql.raw(`role in ('${PARTICIPANT_ROLES.join("', '")}')`)),
    check('participants_delivery', sql.raw(`delivery in ('${PARTICIPANT_DELIVERIES.join("', '")}')`)),
    check(
      'participants_only_emailed_reminded',
      sql`${table.delivery} = 'email' or num_nonnulls(${table.nextReminderAt}, ${table.lastRemindedAt}) = 0`,
    ),
    check(
      'participants_authentication',
      sql.raw(`authentication_method in ('${AUTHENTICATION_METHODS.join("', '")}')`),
    ),
    check(
      'participants_access_code',
      sql`(${table.authenticationMethod} = 'access_code') = (${table.accessCodeHash} is not null)`,
    ),
    check(
      'participants_authentication_phone',
      sql`(${table.authenticationMethod} = 'sms_code' and ${table.erasedAt} is null) = (${table.authenticationPhone} is not null) and ${table.authenticationPhone} ~ ${sql.raw(`'${PHONE_PATTERN.source.replace(String.raw`\d`, '[0-9]')}'`)}`,
    ),
    check(
      'participants_authentication_provider',
      sql`(${table.authenticationMethod} = 'oidc') = (${table.authenticationProvider} is not null) and (${table.authenticationProvider} is null or ${table.delivery} = 'email')`,
    ),
    // The provider belongs to the same organization, and stays as long as a participant needs it or has used
    // it.
    ownReference('participants_identity_provider', table, table.authenticationProvider, identityProviders),
    index('participants_provider')
      .on(table.authenticationProvider)
      .where(sql`${table.authenticationProvider} is not null`),
    // Participants can't sign or decline before they have proved who they are.
    check(
      'participants_authenticated',
      sql`${table.status} = 'pending' or ${table.authenticationMethod} = 'link' or ${table.authenticatedAt} is not null`,
    ),
    check(
      'participants_signing',
      sql.raw(
        `signing = '{"method": "click"}' or signing ->> 'method' = 'passkey' and jsonb_typeof(signing -> 'required') = 'boolean' ` +
          `and jsonb_typeof(signing -> 'known') = 'boolean' and delivery <> 'in_person'`,
      ),
    ),
    // Nobody who needs a passkey signs without one, and only a signature was made with one.
    check(
      'participants_proof',
      sql.raw(
        `(status <> 'signed' or erased_at is not null or signed_with is not null or signing ->> 'required' is distinct from 'true') ` +
          `and (signed_with is null or status = 'signed' and signing ->> 'method' = 'passkey' ` +
          `and signed_with ->> 'kind' = 'passkey' and signed_with ->> 'keyHash' ~ '^[0-9a-f]{64}$')`,
      ),
    ),
    index('participants_signed_with')
      .on(table.organizationId, sql`(${table.signedWith} ->> 'keyHash')`)
      .where(sql`${table.signedWith} is not null`),
    check(
      'participants_delegated_from',
      sql`jsonb_typeof(${table.delegatedFrom}) = 'array' and jsonb_array_length(${table.delegatedFrom}) <= ${sql.raw(String(LIMITS.delegationsMax))}`,
    ),
    check('participants_time_zone', sql`char_length(${table.timeZone}) between 1 and 64`),
    check('participants_reminder_count', sql`${table.reminderCount} >= 0`),
    check('participants_signed_at', sql`(${table.status} = 'signed') = (${table.signedAt} is not null)`),
    check(
      'participants_declined_at',
      sql`(${table.status} = 'declined') = (${table.declinedAt} is not null)`,
    ),
  ],
);
