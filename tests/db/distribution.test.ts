import { describe, expect, it } from 'vitest';
import { useApi } from '../support/api.ts';
import { useOwner } from '../support/owner.ts';

const api = useApi();
const owner = useOwner(api);

/**
 * Tables that every node would have whole, since they are read before the organization is known or belong to none. All others
 * can be distributed by organization.
 */
const EVERYWHERE: Readonly<Record<string, string>> = {
  organizations: 'what everything is distributed by',
  users: 'a person may belong to several organizations',
  sessions: 'a person’s browser, which switches between organizations',
  account_links: 'links of people who may have no organization yet',
  pending_sign_ins: 'a person between password and second factor',
  totp_secrets: 'of a person',
  recovery_codes: 'of a person',
  passkeys: 'of a person',
  passkey_challenges: 'of a browser before anyone has signed in',
  sign_in_connections: 'leads from the URL of an identity provider to its organization',
  email_domains: 'leads from an address to its organization; one organization in all has a verified domain',
  oauth_clients: 'programs that people of any organization can use',
  oauth_keys: 'of the instance',
  oauth_records: 'steps of people who haven’t chosen an organization yet',
  instance_administrators: 'of the instance',
  seal_certificates: 'the authority of the instance is one of them, without an organization',
  revocation_lists: 'of the instance',
  mail_server_states: 'of the instance',
  rate_counts: 'counts requests before anyone is known',
  running_jobs: 'of the processes',
  secret_keys: 'of the instance',
  storage_keys: 'of the instance',
  log_identity: 'the log is the instance’s',
  log_tiles: 'the log is the instance’s',
  log_checkpoints: 'the log is the instance’s',
  log_cosignatures: 'the log is the instance’s',
  log_observers: 'the log is the instance’s',
  log_timestamps: 'the log is the instance’s',
};

/** Tables whose keys don’t all begin with the organization yet. */
const NOT_YET: readonly string[] = [
  'administrative_actions',
  'api_keys',
  'bulk_send_rows',
  'bulk_sends',
  'changed_heads',
  'code_attempts',
  'contract_readings',
  'copy_recipients',
  'directory_tokens',
  'documents',
  'envelope_fields',
  'envelope_files',
  'envelope_labels',
  'envelopes',
  'erasures',
  'events',
  'export_parts',
  'exports',
  'field_attachments',
  'form_starts',
  'identity_providers',
  'invitations',
  'labels',
  'legal_holds',
  'log_leaves',
  'mail_deliveries',
  'oauth_grants',
  'outbox_mails',
  'page_sessions',
  'participants',
  'saved_views',
  'search_documents',
  'search_entries',
  'sign_in_attempts',
  'sign_in_identities',
  'signature_marks',
  'team_members',
  'teams',
  'template_documents',
  'template_fields',
  'template_files',
  'template_forms',
  'template_roles',
  'template_search_entries',
  'templates',
  'used_assertions',
  'webhook_deliveries',
  'webhooks',
];

type Key = { readonly relation: string; readonly name: string; readonly about: string };

async function tables(): Promise<string[]> {
  const rows = await owner.sql<{ name: string }[]>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`;
  return rows.map(({ name }) => name);
}

async function distributed(): Promise<string[]> {
  return (await tables()).filter((name) => !(name in EVERYWHERE));
}

/** Primary keys, unique constraints and unique indexes whose first column isn't the organization. */
async function keysWithoutOrganization(): Promise<Key[]> {
  return await owner.sql<Key[]>`
    select indrelid::regclass::text as relation, indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as about
    from pg_index join pg_class on pg_class.oid = indrelid
    left join pg_attribute on attrelid = indrelid and attnum = indkey[0]
    where relnamespace = 'public'::regnamespace and indisunique and attname is distinct from 'organization_id'`;
}

/** Foreign keys that aren't from organization to organization, with the table they refer to. */
async function referencesWithoutOrganization(): Promise<(Key & { readonly target: string })[]> {
  return await owner.sql<(Key & { target: string })[]>`
    select conrelid::regclass::text as relation, conname as name, confrelid::regclass::text as target, pg_get_constraintdef(c.oid) as about
    from pg_constraint as c
    left join pg_attribute as own on own.attrelid = conrelid and own.attnum = conkey[1]
    left join pg_attribute as other on other.attrelid = confrelid and other.attnum = confkey[1]
    where contype = 'f' and connamespace = 'public'::regnamespace
      and (own.attname <> 'organization_id' or other.attname <> 'organization_id')`;
}

describe('every table', () => {
  it('has rows of one organization each, or is one of those that every node has', async () => {
    const rows = await owner.sql<{ name: string }[]>`
      select relname as name from pg_class join pg_attribute on attrelid = pg_class.oid
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and attname = 'organization_id' and attnotnull`;
    const owned = new Set(rows.map(({ name }) => name));
    expect((await distributed()).filter((name) => !owned.has(name))).toEqual([]);
  });

  it('is there, if it is said why every node has it', async () => {
    const there = await tables();
    expect(Object.keys(EVERYWHERE).filter((name) => !there.includes(name))).toEqual([]);
  });
});

describe('a table that can be distributed by organization', () => {
  it('has only keys that begin with the organization', async () => {
    const names = await distributed();
    const keys = (await keysWithoutOrganization()).filter(({ relation }) => names.includes(relation));
    expect(keys.filter(({ relation }) => !NOT_YET.includes(relation)).map(({ about }) => about)).toEqual([]);
  });

  it('refers to others by the organization first, or to those that every node has', async () => {
    const names = await distributed();
    const references = (await referencesWithoutOrganization()).filter(
      ({ relation, target }) => names.includes(relation) && names.includes(target),
    );
    const done = references.filter(({ relation }) => !NOT_YET.includes(relation));
    expect(done.map(({ name, about }) => `${name} ${about}`)).toEqual([]);
  });

  it('isn’t referred to by those that every node has', async () => {
    const names = await distributed();
    const rows = await owner.sql<{ relation: string; target: string }[]>`
      select conrelid::regclass::text as relation, confrelid::regclass::text as target
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`;
    expect(
      rows.filter(({ relation, target }) => !names.includes(relation) && names.includes(target)),
    ).toEqual([]);
  });
});

it('lists as not done only what isn’t', async () => {
  const open = [...(await keysWithoutOrganization()), ...(await referencesWithoutOrganization())];
  expect(NOT_YET.filter((name) => !open.some(({ relation }) => relation === name))).toEqual([]);
});
