import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Transaction } from '#server/db/client/client.ts';
import { transaction, type Scope } from '#server/db/client/transaction.ts';
import { useApi, type Tenant } from '../support/api.ts';
import { ALICE, sendDraft, SIGNATURE } from '../support/envelopes.ts';
import { useOwner } from '../support/owner.ts';
import { signAs } from '../support/signer.ts';

const api = useApi({ work: true, alone: true });
const owner = useOwner(api);

/**
 * Tables without an organization's rows: accounts, which may belong to several organizations, the instance's
 * log, and the program's own.
 */
const OF_NO_ORGANIZATION = [
  'oauth_clients',
  'oauth_keys',
  'oauth_records',
  'users',
  'sessions',
  'pending_sign_ins',
  'account_links',
  'rate_counts',
  'running_jobs',
  'totp_secrets',
  'recovery_codes',
  'passkeys',
  'passkey_challenges',
  'instance_administrators',
  'instance_actions',
  'mail_server_states',
  'log_checkpoints',
  'log_cosignatures',
  'log_identity',
  'log_observers',
  'log_tiles',
  'log_timestamps',
  'revocation_lists',
  'secret_keys',
  'storage_keys',
];
/**
 * Tables that only their owner reads, in functions limited to one organization. The program has no privileges
 * on them.
 */
const OF_THE_OWNER = ['event_feeds', 'organization_storage', 'search_entries', 'template_search_entries'];
const PARTS = ['participants', 'envelope_fields', 'documents', 'signature_marks', 'events'];

let own: Tenant;
let other: Tenant;
let foreign: string;

beforeAll(async () => {
  own = await api.tenant('Own');
  other = await api.tenant('Other');
  await sendDraft(api, own.apiKey);
  const sent = await sendDraft(api, other.apiKey, {
    participants: [ALICE],
    fields: [{ ...SIGNATURE, participantIndex: 0 }],
  });
  foreign = sent.envelope.id;
  await signAs(api, sent, ALICE);
  await api.mails(other.organizationId, 2);
});

const as = <T>(scope: Scope, run: (tx: Transaction) => Promise<T>) =>
  transaction(api.services.db, scope, run);
const asOwn = <T>(run: (tx: Transaction) => Promise<T>) => as({ organizationId: own.organizationId }, run);

async function tables(): Promise<string[]> {
  const rows = await owner.sql<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`;
  return rows
    .map(({ name }) => name)
    .filter((name) => ![...OF_NO_ORGANIZATION, ...OF_THE_OWNER].includes(name));
}

async function organizationsIn(tx: Transaction, table: string): Promise<(string | null)[]> {
  const column = table === 'organizations' ? 'id' : 'organization_id';
  const rows = await tx.execute<{ id: string | null }>(
    sql`select distinct ${sql.identifier(column)} as id from ${sql.identifier(table)}`,
  );
  return rows.map(({ id }) => id);
}

describe('the role of the program', () => {
  it('owns nothing and cannot bypass the policies', async () => {
    const [role] = await owner.sql`
      select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb from pg_roles where rolname = 'countersign_app'`;
    expect(role).toEqual({
      rolsuper: false,
      rolbypassrls: false,
      rolcreaterole: false,
      rolcreatedb: false,
    });
    const owned = await owner.sql`
      select relname from pg_class join pg_roles on pg_roles.oid = relowner where rolname = 'countersign_app'`;
    expect([...owned]).toEqual([]);
  });

  it('is the one that the program works as', async () => {
    const [row] = await api.services.db.drizzle.execute(sql`select current_user as name`);
    expect(row).toEqual({ name: 'countersign_app' });
  });

  it.each([
    'alter table events disable trigger all',
    'alter table envelopes disable row level security',
    'drop table events',
  ])('may not: %s', async (statement) => {
    await expect(asOwn((tx) => tx.execute(sql.raw(statement)))).rejects.toThrow();
  });
});

describe('a table of the owner alone', () => {
  it.each(OF_THE_OWNER)('%s can neither be read nor written by the program', async (table) => {
    for (const verb of ['select 1 from', 'delete from']) {
      const statement = sql.raw(`${verb} ${table}`);
      const attempt = asOwn((tx) => tx.execute(statement));
      await expect(attempt).rejects.toMatchObject({ cause: { code: '42501' } });
    }
  });
});

describe('every table with rows of an organization', () => {
  it('forces its policies also on its owner', async () => {
    const rows = await owner.sql<{ relname: string }[]>`
      select relname from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where nspname = 'public' and relkind in ('r', 'p') and relrowsecurity and relforcerowsecurity`;
    expect(rows.map(({ relname }) => relname).sort()).toEqual((await tables()).sort());
  });

  it('has rows of both organizations, so that this test is meaningful', async () => {
    for (const table of [
      'envelopes',
      'outbox_mails',
      'api_keys',
      'memberships',
      'teams',
      ...PARTS.filter((name) => name !== 'signature_marks'),
    ]) {
      const rows = await owner.sql`select distinct organization_id as id from ${owner.sql(table)}`;
      expect(rows.map(({ id }) => id as string).sort(), table).toEqual(
        [own.organizationId, other.organizationId].sort(),
      );
    }
  });

  it('shows only those of the transaction’s organization, without any condition', async () => {
    for (const table of await tables()) {
      const seen = await asOwn((tx) => organizationsIn(tx, table));
      expect(
        seen.filter((id) => id !== own.organizationId && !(table === 'seal_certificates' && id === null)),
        table,
      ).toEqual([]);
    }
  });

  it('shows no rows without a scope', async () => {
    for (const table of await tables()) {
      const seen = await api.services.db.drizzle.transaction((tx) => organizationsIn(tx, table));
      expect(
        seen.filter((id) => !(table === 'seal_certificates' && id === null)),
        table,
      ).toEqual([]);
    }
  });

  it('forgets the scope with the transaction, on the same connection', async () => {
    await Promise.all(Array.from({ length: 24 }, () => asOwn((tx) => organizationsIn(tx, 'envelopes'))));
    const seen = await Promise.all(
      Array.from({ length: 24 }, () =>
        api.services.db.drizzle.transaction((tx) => organizationsIn(tx, 'envelopes')),
      ),
    );
    expect(seen.flat()).toEqual([]);
  });
});

describe('another organization’s rows', () => {
  it('are neither changed nor deleted, even by name', async () => {
    const changed = await asOwn(async (tx) => [
      await tx.execute(sql`update envelopes set display_name = 'taken' where id = ${foreign} returning id`),
      await tx.execute(
        sql`update participants set email = 'mallory@example.com' where envelope_id = ${foreign} returning id`,
      ),
      await tx.execute(
        sql`update events set payload = null, salt = null, actor_id = null, ip_address = null, user_agent = null where envelope_id = ${foreign} returning id`,
      ),
      await tx.execute(sql`delete from participants where envelope_id = ${foreign} returning id`),
      await tx.execute(sql`delete from envelopes where id = ${foreign} returning id`),
    ]);
    expect(changed.map((rows) => rows.length)).toEqual([0, 0, 0, 0, 0]);
  });

  it('cannot be made', async () => {
    await expect(
      asOwn((tx) =>
        tx.execute(
          sql`insert into teams (id, organization_id, name, created_at) values ('team_x', ${other.organizationId}, 'x', now())`,
        ),
      ),
    ).rejects.toMatchObject({ cause: { code: '42501' } });
    await expect(
      asOwn((tx) => tx.execute(sql`update teams set organization_id = ${other.organizationId}`)),
    ).rejects.toMatchObject({ cause: { code: '42501' } });
  });

  it('have no event appended under another name', async () => {
    const [head] =
      await owner.sql`select seq, hash from events where envelope_id = ${foreign} order by seq desc limit 1`;
    const append = (seq: number, previous: string) =>
      asOwn((tx) =>
        tx.execute(sql`insert into events (id, envelope_id, organization_id, seq, actor_type, action, occurred_at, digest, prev_hash, hash)
          values ('evt_x', ${foreign}, ${own.organizationId}, ${seq}, 'system', 'envelope.voided', now(), 'd', ${previous}, 'h')`),
      );
    await expect(append(Number(head?.['seq']) + 1, String(head?.['hash']))).rejects.toThrow();
    await expect(append(1, '0'.repeat(64))).rejects.toThrow();
  });
});

describe('the narrow scopes', () => {
  it('of an API key’s lookup are the owner’s: no setting shows the program a key', async () => {
    const [row] = await owner.sql`select hash from api_keys where organization_id = ${other.organizationId}`;
    const hash = String(row?.['hash']);
    await api.services.db.drizzle.transaction(async (tx) => {
      await tx.execute(sql`select set_config('app.api_key_hash', ${hash}, true)`);
      await tx.execute(sql`select from owner_of_api_key(${hash})`);
      for (const table of ['api_keys', 'memberships', 'organizations'])
        expect(await organizationsIn(tx, table), table).toEqual([]);
      // The owner's other functions don't reveal more than before either.
      expect(await tx.execute(sql`select stored_bytes()::int as bytes`)).toEqual([{ bytes: 0 }]);
    });
  });

  it('by a key’s hash say whose it is, and nothing to any other question', async () => {
    const [row] = await owner.sql`select hash from api_keys where organization_id = ${other.organizationId}`;
    const owners = (hash: string | null) =>
      api.services.db.drizzle.execute(sql`select organization_id from owner_of_api_key(${hash})`);
    expect(await owners(String(row?.['hash']))).toEqual([{ organization_id: other.organizationId }]);
    for (const question of ['unknown', '%', '', "' or true --", null])
      expect(await owners(question)).toEqual([]);
    expect(await api.services.db.drizzle.execute(sql`select id from api_keys`)).toEqual([]);
  });

  it('by a key’s hash read the tables, whatever the program puts in front of them', async () => {
    const attempt = api.services.db.drizzle.transaction(async (tx) => {
      await tx.execute(sql`create temp table api_keys on commit drop as select 'key_x' as id, ${other.organizationId} as organization_id,
        'team_x' as team_id, array['admin'] as scopes, null::text[] as allowed_networks, null::timestamptz as expires_at,
        null::timestamptz as last_used_at, null::timestamptz as revoked_at, ${other.userId} as created_by, 'forged' as hash`);
      await tx.execute(sql`set local search_path = pg_temp, public`);
      return await tx.execute(sql`select organization_id from public.owner_of_api_key('forged')`);
    });
    expect(await attempt.catch((error: { cause?: { code?: string } }) => error.cause?.code)).toSatisfy(
      (found) => found === '42501' || (Array.isArray(found) && found.length === 0),
    );
  });

  it('by an envelope find its row and nothing of its parts', async () => {
    const rows = await as({ envelopeId: foreign }, (tx) => tx.execute(sql`select id from envelopes`));
    expect([...rows]).toEqual([{ id: foreign }]);
    for (const table of PARTS)
      expect(await as({ envelopeId: foreign }, (tx) => organizationsIn(tx, table)), table).toEqual([]);
    expect(
      await as({ envelopeId: foreign }, (tx) =>
        tx.execute(sql`update envelopes set display_name = 'x' returning id`),
      ),
    ).toHaveLength(0);
  });

  it('by a user find their memberships and the organizations of those', async () => {
    const rows = await as({ userId: other.userId }, (tx) => organizationsIn(tx, 'memberships'));
    expect(rows).toEqual([other.organizationId]);
    expect(await as({ userId: other.userId }, (tx) => organizationsIn(tx, 'organizations'))).toEqual([
      other.organizationId,
    ]);
    expect(await as({ userId: other.userId }, (tx) => organizationsIn(tx, 'teams'))).toEqual([]);
  });

  it('for due rows only read open envelopes', async () => {
    const scope = { dueRows: true } as const;
    // The other organization's only envelope is completed, so none of it can be due.
    expect(await as(scope, (tx) => organizationsIn(tx, 'envelopes'))).toEqual([own.organizationId]);
    expect(await as(scope, (tx) => organizationsIn(tx, 'participants'))).toEqual([]);
    expect(
      await as(scope, (tx) => tx.execute(sql`update envelopes set display_name = 'x' returning id`)),
    ).toHaveLength(0);
    expect(await as(scope, (tx) => tx.execute(sql`delete from participants returning id`))).toHaveLength(0);
    for (const table of ['events', 'documents', 'api_keys', 'outbox_mails', 'envelope_fields'])
      expect(await as(scope, (tx) => organizationsIn(tx, table)), table).toEqual([]);
  });
});
