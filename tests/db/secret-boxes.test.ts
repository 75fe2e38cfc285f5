import { beforeAll, expect, it } from 'vitest';
import {
  type BoxKeys,
  type BoxPurpose,
  openSecret,
  resealSecret,
  sealSecret,
} from '#server/crypto/secret-box.ts';
import { resealBoxes } from '#server/db/housekeeping/secret-boxes.ts';
import { type Tenant, useApi } from '../support/api.ts';
import { useOwner } from '../support/owner.ts';

const api = useApi({ alone: true });
const owner = useOwner(api);

const OLD = { id: 'old_1', key: 'the key that everything was encrypted with' };
const NEW = { id: 'new_1', key: 'the key that replaces it' };
const LOST = { id: 'lost', key: 'a key that nobody has any more' };
const KEYS: BoxKeys = { current: NEW, previous: [OLD] };

let tenants: readonly Tenant[];
const box = (purpose: BoxPurpose, key = OLD) => sealSecret(key, purpose, Buffer.from(`a ${purpose}`));

beforeAll(async () => {
  tenants = [await api.tenant(), await api.tenant()];
  const { sql } = owner;
  await sql`delete from seal_certificates`;
  await sql`alter table log_identity disable trigger log_identity_refuse_change`;
  await sql`delete from log_identity`;
  await sql`alter table log_identity enable trigger log_identity_refuse_change`;
  await sql`insert into log_identity values (true, 'log.example', '\\x00', ${box('log-key/v1')}, now())`;
  await sql`insert into storage_keys values ('sto_1', ${box('storage-key/v1')}, now())`;
  await sql`insert into oauth_keys values ('key_1', '{}', ${box('oauth-key/v1')}, now())`;
  await sql`insert into oauth_clients (id, metadata, secret_sealed, created_at, last_used_at)
    values ('with', '{}', ${box('oauth-client-secret/v1')}, now(), now()), ('without', '{}', null, now(), now())`;
  await sql`insert into seal_certificates (id, certificate, private_key_sealed, created_at)
    values ('authority', '\\x00', ${box('seal-key/v1')}, now())`;
  for (const [index, { organizationId, userId }] of tenants.entries()) {
    await sql`insert into totp_secrets (user_id, secret_box, created_at) values (${userId}, ${box('totp secret')}, now())`;
    await sql`insert into seal_certificates (id, organization_id, certificate, private_key_sealed, created_at)
      values (${`seal_${index}`}, ${organizationId}, '\\x00', ${box('seal-key/v1')}, now())`;
    await sql`insert into identity_providers values (${`idp_${index}`}, ${organizationId}, 'Provider', 'https://idp.example', 'client',
      ${box('identity provider secret')}, 'openid', 'email', false, '{}', '{}', true, now(), now())`;
    await sql`insert into sign_in_connections (id, organization_id, name, kind, issuer, client_id, secret_box, trust_email, creates_members,
      joining_role, enabled, enforced, created_at, updated_at) values (${`sso_${index}`}, ${organizationId}, 'Provider', 'oidc',
      'https://idp.example', 'client', ${box('single sign-on secret')}, false, false, 'member', true, false, now(), now())`;
    await sql`insert into webhooks (id, organization_id, url, enabled, secret_box, previous_secret_box, previous_secret_ends_at, created_by,
      created_at, updated_at) values (${`whk_${index}`}, ${organizationId}, 'https://example.com', true, ${box('webhook secret')},
      ${box('webhook secret')}, now(), (select min(id) from users), now(), now())`;
  }
});

/** The ids of the keys that each column's boxes are encrypted with, by column name. */
async function keysInUse(): Promise<Record<string, string[]>> {
  const columns = await owner.sql<{ table: string; column: string }[]>`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = 'public' and data_type = 'text' and column_name ~ '(_sealed|secret_box)$' order by 1, 2`;
  const found: Record<string, string[]> = {};
  for (const { table, column } of columns) {
    const rows = await owner.sql<{ id: string }[]>`
      select split_part(${owner.sql(column)}, '.', 2) as id from ${owner.sql(table)} where ${owner.sql(column)} is not null order by 1`;
    found[`${table}.${column}`] = rows.map(({ id }) => id);
  }
  return found;
}
const everywhere = (id: string) => ({
  'identity_providers.secret_box': [id, id],
  'log_identity.private_key_sealed': [id],
  'oauth_clients.secret_sealed': [id],
  'oauth_keys.private_key_sealed': [id],
  'seal_certificates.private_key_sealed': [id, id, id],
  'sign_in_connections.secret_box': [id, id],
  'storage_keys.key_sealed': [id],
  'totp_secrets.secret_box': [id, id],
  'webhooks.previous_secret_box': [id, id],
  'webhooks.secret_box': [id, id],
});
const rotate = (keys: BoxKeys) =>
  resealBoxes(api.services.db, keys.current.id, (purpose, text) => resealSecret(keys, purpose, text));

it('every secret in the database moves to the current key, in all organizations', async () => {
  expect(await keysInUse()).toEqual(everywhere(OLD.id));
  expect(await rotate(KEYS)).toEqual({ resealed: 17, unreadable: [] });
  expect(await keysInUse()).toEqual(everywhere(NEW.id));
  expect(await rotate(KEYS)).toEqual({ resealed: 0, unreadable: [] });
  // Each box opens with the new key alone, for its own purpose, and has the same content as before.
  const opened: string[] = [];
  const next = { id: 'next', key: 'a key for a second rotation' };
  await resealBoxes(api.services.db, next.id, (purpose, text) => {
    opened.push(Buffer.from(openSecret({ current: NEW, previous: [] }, purpose, text)).toString());
    return null;
  });
  expect(opened).toHaveLength(17);
  expect(new Set(opened)).toEqual(
    new Set([
      'a identity provider secret',
      'a log-key/v1',
      'a oauth-client-secret/v1',
      'a oauth-key/v1',
      'a seal-key/v1',
      'a single sign-on secret',
      'a storage-key/v1',
      'a totp secret',
      'a webhook secret',
    ]),
  );
});

it('a secret that cannot be read stays and is named, and does not keep the others', async () => {
  const lost = box('webhook secret', LOST);
  await owner.sql`update webhooks set secret_box = ${lost} where id = 'whk_0'`;
  await owner.sql`update webhooks set secret_box = ${box('webhook secret')} where id = 'whk_1'`;
  const result = await resealBoxes(api.services.db, NEW.id, (purpose, text) =>
    text.startsWith('box1.lost.') ? null : resealSecret(KEYS, purpose, text),
  );
  expect(result).toEqual({
    resealed: 1,
    unreadable: [{ table: 'webhooks', organizationId: tenants[0]?.organizationId }],
  });
  expect(await owner.sql`select secret_box as box from webhooks where id = 'whk_0'`).toEqual([{ box: lost }]);
});

it('more secrets than fit in one transaction are all found', async () => {
  const organizationId = tenants[1]?.organizationId ?? '';
  const rows = Array.from({ length: 1_100 }, (_, index) => ({
    id: `many_${index}`,
    box: box('webhook secret'),
  }));
  await owner.sql`
    insert into webhooks (id, organization_id, url, enabled, secret_box, created_by, created_at, updated_at)
    select id, ${organizationId}, 'https://example.com', true, box, (select min(id) from users), now(), now()
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as many (id text, box text)`;
  expect((await rotate({ ...KEYS, previous: [OLD, LOST] })).resealed).toBe(1_101);
});
