import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { sql } from 'drizzle-orm';
import { sha256Hex } from '#server/crypto/hash.ts';
import { readCovering } from '#server/db/events/checkpoints.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { auditCheckpoints } from '#server/sealing/audit-checkpoints.ts';
import { signDueCheckpoints, startSigningCheckpoints } from '#server/jobs/checkpoints.ts';
import { useApi, type Tenant } from '../support/api.ts';
import { createDraft, sendDraft } from '../support/envelopes.ts';
import { MINUTE_MS, pass } from '../support/moments.ts';
import { useOwner } from '../support/owner.ts';

const api = useApi({ alone: true });
const owner = useOwner(api);

let tenant: Tenant;
beforeEach(async () => {
  tenant = await api.tenant();
});

const draft = async () => (await createDraft(api, tenant.apiKey)).json.envelope.id as string;
const checkpoint = async () => {
  pass(api, 10 * MINUTE_MS);
  await signDueCheckpoints(api.services);
};
async function evidence(id: string, key = tenant.apiKey) {
  const { data } = await api.client(key).GET('/api/v1/envelopes/{id}/evidence', { params: { path: { id } } });
  if (data === undefined) throw new Error('no evidence');
  return data;
}
const rows = async (organizationId = tenant.organizationId) =>
  await owner.sql<{ number: number; treeSize: number; signedAt: Date }[]>`
    select number, tree_size::int as "treeSize", signed_at as "signedAt" from checkpoints
    where organization_id = ${organizationId} order by number`;

const READER = fileURLToPath(new URL('../vectors/checkpoint.py', import.meta.url));

/** What someone with the file alone finds, by a reader that shares nothing with the product. */
async function holds(found: Awaited<ReturnType<typeof evidence>>): Promise<boolean> {
  const directory = await mkdtemp(join(tmpdir(), 'countersign-checkpoint-'));
  try {
    await writeFile(join(directory, 'evidence.json'), JSON.stringify(found));
    execFileSync('python3', [READER, join(directory, 'evidence.json')], { stdio: 'pipe' });
    return found.events.at(-1)?.hash === found.headHash;
  } catch {
    return false;
  } finally {
    await rm(directory, { recursive: true });
  }
}

describe('a checkpoint', () => {
  it('covers the heads of all envelopes of an organization, drafts and deleted ones included', async () => {
    const ids = [await draft(), await draft()];
    const { envelope } = await sendDraft(api, tenant.apiKey);
    const gone = await draft();
    await api.client(tenant.apiKey).DELETE('/api/v1/envelopes/{id}', { params: { path: { id: gone } } });
    await checkpoint();
    for (const id of [...ids, envelope.id]) {
      const found = await evidence(id);
      expect(await holds(found)).toBe(true);
      expect(found.checkpoint).toMatchObject({ number: 1, treeSize: 4, previousHash: '0'.repeat(64) });
      expect(found.checkpoint?.leaf).toMatchObject({
        envelopeId: id,
        seq: found.events.length,
        headHash: found.headHash,
      });
    }
    const [leaf] = await owner.sql`
      select seq, (select max(seq) from events where envelope_id = ${gone}) as last
      from checkpoint_leaves where envelope_id = ${gone}`;
    expect(leaf?.['seq']).toBe(leaf?.['last']);
  });

  it('is created once a head is ten minutes old; until then, the evidence has null', async () => {
    const id = await draft();
    pass(api, 10 * MINUTE_MS - 1);
    await signDueCheckpoints(api.services);
    expect((await evidence(id)).checkpoint).toBeNull();
    pass(api, 1);
    await signDueCheckpoints(api.services);
    expect((await evidence(id)).checkpoint?.signedAt).toBe(api.clock.now.toISOString());
  });

  it('is not repeated if nothing changed', async () => {
    await draft();
    await checkpoint();
    await checkpoint();
    await checkpoint();
    expect(await rows()).toHaveLength(1);
  });

  it('appends only what changed, and refers to the previous one', async () => {
    const [first, second] = [await draft(), await draft()];
    await checkpoint();
    const before = (await evidence(first)).checkpoint;
    const { data } = await api.client(tenant.apiKey).POST('/api/v1/envelopes/{id}/void', {
      params: { path: { id: first } },
      body: { expectedVersion: (await evidence(first)).events.length },
    });
    expect(data?.envelope.status).toBe('voided');
    await checkpoint();
    const [after, other] = [await evidence(first), await evidence(second)];
    expect(after.checkpoint).toMatchObject({ number: 2, treeSize: 3, leaf: { position: 2 } });
    expect(after.checkpoint?.previousHash).toBe(sha256Hex(before?.statement ?? ''));
    expect(other.checkpoint).toMatchObject({ number: 2, treeSize: 3 });
    expect(await holds({ ...after, checkpoint: other.checkpoint })).toBe(false);
    expect(await holds({ ...after, events: other.events })).toBe(false);
    expect([await holds(after), await holds(other)]).toEqual([true, true]);
  });

  it('still covers a chain that has grown since, up to the event it includes', async () => {
    const id = await draft();
    await checkpoint();
    const known = (await evidence(id)).events.length;
    await api.client(tenant.apiKey).POST('/api/v1/envelopes/{id}/void', {
      params: { path: { id } },
      body: { expectedVersion: known },
    });
    const found = await evidence(id);
    expect(found.events.length).toBeGreaterThan(known);
    expect(found.checkpoint?.leaf.seq).toBe(known);
    expect(await holds(found)).toBe(true);
  });

  it('is created once, even by several workers', async () => {
    for (let n = 0; n < 3; n++) await draft();
    pass(api, 10 * MINUTE_MS);
    await Promise.all(Array.from({ length: 6 }, () => signDueCheckpoints(api.services)));
    expect(await rows()).toEqual([{ number: 1, treeSize: 3, signedAt: api.clock.now }]);
  });

  it('includes every head while chains grow concurrently', async () => {
    const ids = await Promise.all(Array.from({ length: 4 }, draft));
    pass(api, 10 * MINUTE_MS);
    const voiding = ids.map((id) =>
      api.client(tenant.apiKey).POST('/api/v1/envelopes/{id}/void', {
        params: { path: { id } },
        body: { expectedVersion: 2 },
      }),
    );
    await Promise.all([...voiding, signDueCheckpoints(api.services), signDueCheckpoints(api.services)]);
    await checkpoint();
    for (const id of ids) {
      const found = await evidence(id);
      expect(found.checkpoint?.leaf.headHash).toBe(found.headHash);
      expect(await holds(found)).toBe(true);
    }
    const [left] =
      await owner.sql`select count(*)::int as count from changed_heads where organization_id = ${tenant.organizationId}`;
    expect(left).toEqual({ count: 0 });
  });

  it('continues with other organizations if one cannot be signed', async () => {
    const other = await api.tenant('Other');
    await draft();
    await createDraft(api, other.apiKey);
    await owner.sql.unsafe(`
      create function refuse_checkpoint() returns trigger language plpgsql as $$
      begin raise exception 'refused'; end $$;
      create trigger refuse_checkpoint before insert on checkpoints for each row
      when (new.organization_id = '${tenant.organizationId}') execute function refuse_checkpoint();`);
    try {
      await checkpoint();
      expect([await rows(), await rows(other.organizationId)]).toMatchObject([[], [{ treeSize: 1 }]]);
    } finally {
      await owner.sql.unsafe(
        'drop trigger refuse_checkpoint on checkpoints; drop function refuse_checkpoint();',
      );
    }
    await signDueCheckpoints(api.services);
    expect(await rows()).toMatchObject([{ number: 1, treeSize: 1 }]);
  });

  it('belongs to one organization', async () => {
    const other = await api.tenant('Other');
    const [own, foreign] = [await draft(), (await createDraft(api, other.apiKey)).json.envelope.id as string];
    await checkpoint();
    const [mine, theirs] = [await evidence(own), await evidence(foreign, other.apiKey)];
    expect([mine.checkpoint?.treeSize, theirs.checkpoint?.treeSize]).toEqual([1, 1]);
    expect(mine.checkpoint?.rootHash).not.toBe(theirs.checkpoint?.rootHash);
    const { organizationId } = tenant;
    await transaction(api.services.db, { organizationId }, async (tx) => {
      expect(await readCovering(tx, other.organizationId, foreign)).toBeNull();
      expect(await readCovering(tx, organizationId, foreign)).toBeNull();
    });
  });

  it('can be verified with openssl alone', async () => {
    const id = await draft();
    await checkpoint();
    const found = (await evidence(id)).checkpoint;
    expect(found).toMatchObject(
      Object.fromEntries(
        Object.entries(JSON.parse(found?.statement ?? '{}')).filter(
          ([name]) => name !== 'format' && name !== 'organizationId',
        ),
      ),
    );
    const directory = await mkdtemp(join(tmpdir(), 'countersign-checkpoint-'));
    const at = (name: string) => join(directory, name);
    const openssl = (...args: string[]) => execFileSync('openssl', args, { encoding: 'utf8', stdio: 'pipe' });
    try {
      await writeFile(at('statement'), found?.statement ?? '');
      await writeFile(at('signature'), Buffer.from(found?.signature ?? '', 'base64'));
      const [leaf = '', authority = ''] = found?.certificates ?? [];
      await writeFile(at('leaf.der'), Buffer.from(leaf, 'base64'));
      await writeFile(at('authority.der'), Buffer.from(authority, 'base64'));
      await writeFile(at('authority.pem'), openssl('x509', '-in', at('authority.der')));
      await writeFile(at('key.pem'), openssl('x509', '-in', at('leaf.der'), '-pubkey', '-noout'));
      const verify = [
        'dgst',
        '-sha256',
        '-verify',
        at('key.pem'),
        '-signature',
        at('signature'),
        at('statement'),
      ];
      expect(openssl(...verify)).toBe('Verified OK\n');
      const seconds = String(Math.floor(api.clock.now.getTime() / 1000));
      expect(openssl('verify', '-attime', seconds, '-CAfile', at('authority.pem'), at('leaf.der'))).toContain(
        ': OK',
      );
      await writeFile(at('statement'), (found?.statement ?? '').replace('"treeSize":1', '"treeSize":2'));
      expect(() => openssl(...verify)).toThrow(/bad signature/);
    } finally {
      await rm(directory, { recursive: true });
    }
  });

  it('is created automatically by a worker', async () => {
    await draft();
    pass(api, 10 * MINUTE_MS);
    const signing = startSigningCheckpoints(api.services);
    await api.until('the checkpoint', async () => (await rows()).length === 1);
    await signing.stop();
  });
});

describe('the database', () => {
  const CHANGES = [
    `update checkpoints set root_hash = 'x'`,
    `delete from checkpoints`,
    `truncate checkpoints`,
    `update checkpoint_leaves set head_hash = 'x'`,
    `delete from checkpoint_leaves`,
    `truncate checkpoint_leaves`,
  ];
  const asProgram = (statement: string) =>
    transaction(api.services.db, { organizationId: tenant.organizationId }, (tx) =>
      tx.execute(sql.raw(statement)),
    );

  it('refuses to change a log or a checkpoint, even for its owner', async () => {
    await draft();
    await checkpoint();
    for (const statement of CHANGES) {
      await expect(asProgram(statement), statement).rejects.toThrow();
      await expect(owner.sql.unsafe(statement), statement).rejects.toThrow(/cannot be changed or deleted/);
    }
    expect(await rows()).toHaveLength(1);
  });

  it('accepts only the next leaf, with its event, and only the next checkpoint, over existing leaves', async () => {
    const { id } = (await sendDraft(api, tenant.apiKey)).envelope;
    const { organizationId } = tenant;
    await checkpoint();
    const [event] = await owner.sql`select seq, hash from events where envelope_id = ${id} and seq = 1`;
    const leaf = (position: number, hash: string, organization = organizationId) =>
      owner.sql`insert into checkpoint_leaves values (${organization}, ${position}, ${id}, 1, ${hash}, array['x'])`;
    const hash = String(event?.['hash']);
    await expect(leaf(2, hash)).rejects.toThrow(/not next in its log/);
    await expect(leaf(0, hash)).rejects.toThrow();
    await expect(leaf(1, 'f'.repeat(64))).rejects.toThrow(/does not match an event/);
    await expect(leaf(0, hash, (await api.tenant()).organizationId)).rejects.toThrow(
      /does not match an event/,
    );
    const next = (number: number, treeSize: number) => owner.sql`
      insert into checkpoints values (${organizationId}, ${number}, ${treeSize}, 'r', 'p', now(), 's', array['c'])`;
    await expect(next(2, 2)).rejects.toThrow(/fewer than 2 leaves/);
    await expect(next(3, 1)).rejects.toThrow(/does not follow/);
    await expect(next(2, 1)).rejects.toThrow(/does not follow/);
    await expect(leaf(1, hash)).resolves.toBeDefined();
    await expect(next(2, 2)).resolves.toBeDefined();
  });
});

describe('an audit', () => {
  /** Two checkpoints over three leaves: of `first` two. Then the owner of the database does something behind its back. */
  async function tampered(statement: (ids: { first: string; second: string }) => string) {
    const [first, second] = [await draft(), await draft()];
    await checkpoint();
    const kept = (await evidence(second)).checkpoint;
    await api.client(tenant.apiKey).POST('/api/v1/envelopes/{id}/void', {
      params: { path: { id: first } },
      body: { expectedVersion: 1 },
    });
    await checkpoint();
    await owner.sql.begin(async (tx) => {
      await tx.unsafe('set local session_replication_role = replica');
      await tx.unsafe(statement({ first, second }));
    });
    return await auditCheckpoints(api.services.db, tenant.organizationId, kept);
  }
  const ofTenant = () => `organization_id = '${tenant.organizationId}'`;

  it('finds no problems in an intact log', async () => {
    expect(await tampered(() => 'select 1')).toEqual({ leaves: 3, checkpoints: 2, faults: [] });
  });

  it('finds an envelope that was removed with its chain', async () => {
    const { faults } = await tampered(
      ({
        second,
      }) => `delete from events where envelope_id = '${second}'; delete from documents where envelope_id = '${second}';
        delete from envelopes where id = '${second}'`,
    );
    expect(faults).toEqual([expect.stringMatching(/^Leaf \d: event 1 of env_\w+ is missing\.$/)]);
  });

  it.each([
    [
      'a chain that was cut',
      ({ first }: { first: string }) => `delete from events where envelope_id = '${first}' and seq = 2`,
      [/event 2 of env_\w+ is missing/],
    ],
    [
      'a chain that was rewritten',
      ({ first }: { first: string }) =>
        `update events set hash = repeat('e', 64) where envelope_id = '${first}' and seq = 1`,
      [/event 1 of env_\w+ has a different hash/],
    ],
    [
      'a leaf that was changed',
      () => `update checkpoint_leaves set seq = 9 where ${ofTenant()} and position = 2`,
      [/Leaf 2: event 9/, /Leaf 2: the stored hashes/, /Checkpoint 2: its root doesn.t match the leaves/],
    ],
    [
      'a leaf that was taken away',
      () => `delete from checkpoint_leaves where ${ofTenant()} and position = 2`,
      [/Checkpoint 2: its root doesn.t match the leaves/],
    ],
    [
      'a checkpoint that was changed',
      () => `update checkpoints set signed_at = now() where ${ofTenant()} and number = 1`,
      [/Checkpoint 1: its signature/, /Checkpoint 2 doesn't follow/, /saved checkpoint is not in the log/],
    ],
    [
      'checkpoints that were taken away from the end',
      () => `delete from checkpoints where ${ofTenant()} and number = 2`,
      [/No checkpoint covers the last 1/],
    ],
    [
      'a log that was begun anew',
      () => `delete from checkpoints where ${ofTenant()}; delete from checkpoint_leaves where ${ofTenant()}`,
      [/saved checkpoint is not in the log/],
    ],
  ])('finds %s', async (_what, statement, expected) => {
    const { faults } = await tampered(statement);
    expect(faults).toEqual(expected.map((words) => expect.stringMatching(words)));
  });
});
