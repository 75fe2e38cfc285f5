import { beforeAll, describe, expect, it } from 'vitest';
import { linkEvent, type LinkedEvent } from '#domain/event/chain.ts';
import { parseProof } from '#domain/log/proof.ts';
import { readTransaction } from '#server/db/client/transaction.ts';
import { readEvents } from '#server/db/envelopes/envelopes.ts';
import { computeSha256Hex } from '#server/crypto/hash.ts';
import { auditLog, type AuditOptions } from '#server/log/audit/audit.ts';
import type { AuditCheck } from '#server/log/audit/report.ts';
import { openLogIdentity } from '#server/log/identity.ts';
import { openLogKeeper } from '#server/log/keep.ts';
import { useApi, type TestApi } from '../support/api.ts';
import { createDraft } from '../support/envelopes.ts';
import { useOwner } from '../support/owner.ts';
import { newSigner, signatureOf } from '../support/log.ts';
import { formatCheckpoint } from '#domain/log/checkpoint.ts';
import { formatNote } from '#domain/log/note.ts';

/**
 * Two envelopes in a log with two checkpoints, of two and three entries. The first envelope has a second
 * event.
 */
type Scene = {
  readonly api: TestApi;
  readonly organizationId: string;
  readonly first: string;
  readonly second: string;
  /** Runs statements as the database's owner, bypassing its triggers. */
  readonly sql: (statement: string) => Promise<void>;
};
type Tampering = {
  readonly what: string;
  readonly tamper: (scene: Scene) => Promise<void>;
  /** What detects it with nothing but the copy in the object storage. */
  readonly caughtBy: readonly AuditCheck[];
  /** What detects it with the checkpoint in an evidence file. */
  readonly withKept?: readonly AuditCheck[];
};

const VECTORS: readonly Tampering[] = [
  { what: 'nothing', tamper: () => Promise.resolve(), caughtBy: [] },
  {
    what: 'an event that was edited',
    tamper: ({ sql, first }) =>
      sql(`update events set payload = '{"reason":"other"}' where envelope_id = '${first}' and seq = 2`),
    caughtBy: ['event_chain'],
  },
  {
    what: 'an event that was deleted',
    tamper: ({ sql, first }) => sql(`delete from events where envelope_id = '${first}' and seq = 1`),
    caughtBy: ['event_chain', 'event_missing'],
  },
  {
    what: 'a chain that was truncated',
    tamper: ({ sql, first }) => sql(`delete from events where envelope_id = '${first}' and seq = 2`),
    caughtBy: ['event_missing'],
  },
  {
    what: 'a whole chain that was rewritten with right hashes',
    tamper: rewriteChain,
    caughtBy: ['event_rewritten'],
  },
  {
    what: 'an envelope that was removed',
    tamper: (scene) => scene.sql(removalOf(scene.second)),
    caughtBy: ['event_missing'],
  },
  {
    what: 'an envelope that was removed with its leaf',
    tamper: ({ sql, second }) =>
      sql(`delete from log_leaves where envelope_id = '${second}'; ${removalOf(second)}`),
    caughtBy: ['leaf_missing'],
  },
  {
    what: 'an event that was spliced from another envelope',
    tamper: ({ sql, first, second }) =>
      sql(`update events set envelope_id = '${first}', seq = 3 where envelope_id = '${second}' and seq = 1`),
    caughtBy: ['event_chain', 'event_missing', 'head_unlogged'],
  },
  {
    what: 'an event that was appended without the log',
    tamper: ({ sql, second }) =>
      sql(`insert into events select (jsonb_populate_record(e, jsonb_build_object('id', id || 'x', 'seq', 2))).*
        from events e where envelope_id = '${second}'`),
    caughtBy: ['event_chain', 'head_unlogged'],
  },
  {
    what: 'a salt that was erased alone',
    tamper: ({ sql, first }) =>
      sql(`update events set salt = null where envelope_id = '${first}' and seq = 1`),
    caughtBy: ['event_chain'],
  },
  {
    what: 'a log that was rolled back',
    tamper: rollBack,
    caughtBy: ['stored_checkpoint'],
    withKept: ['kept_checkpoint', 'stored_checkpoint'],
  },
  {
    what: 'a log that was rolled back with its copy, and continued otherwise',
    tamper: fork,
    caughtBy: [],
    withKept: ['kept_checkpoint'],
  },
  {
    what: 'a checkpoint that was replaced by one of another key',
    tamper: ({ sql }) => sql(`update log_checkpoints set note = '${foreignNote()}' where size = 2`),
    caughtBy: ['checkpoint_signature'],
  },
  {
    what: 'a checkpoint that was replaced by one of the same key',
    tamper: async ({ api, sql }) => {
      const log = await openLogIdentity(api.services);
      await sql(
        `update log_checkpoints set note = '${log.sign({ size: 2, rootHash: 'ab'.repeat(32) })}' where size = 2`,
      );
    },
    caughtBy: ['checkpoint_root'],
  },
  {
    what: 'a checkpoint that was taken away from the end',
    tamper: ({ sql }) => sql('delete from log_checkpoints where size = 3'),
    caughtBy: ['checkpoint_missing'],
  },
  {
    what: 'an entry that was changed',
    tamper: ({ sql }) => sql('update log_tiles set content = set_byte(content, 40, 0) where level = -1'),
    caughtBy: ['leaf_commitment', 'tiles'],
  },
  {
    what: 'a tile that was changed',
    tamper: ({ sql }) =>
      sql('update log_tiles set content = set_byte(content, 40, get_byte(content, 40) # 1) where level = 0'),
    caughtBy: ['checkpoint_root', 'stored_checkpoint', 'tiles'],
    withKept: ['checkpoint_root', 'kept_checkpoint', 'stored_checkpoint', 'tiles'],
  },
  {
    what: 'a leaf that was changed',
    tamper: ({ sql, second }) =>
      sql(`update log_leaves set nonce = repeat('0', 32) where envelope_id = '${second}'`),
    caughtBy: ['leaf_commitment'],
  },
];

describe.each(VECTORS)('the audit after $what', ({ tamper, caughtBy, withKept = caughtBy }) => {
  const api = useApi({ alone: true });
  const owner = useOwner(api);
  let kept: string;

  beforeAll(async () => {
    const tenant = await api.tenant();
    const draft = async () => (await createDraft(api, tenant.apiKey)).json.envelope.id as string;
    const [first, second] = [await draft(), await draft()];
    const keeper = openLogKeeper(api.services);
    await keeper.round({ all: true });
    await api.client(tenant.apiKey).POST('/api/v1/envelopes/{id}/void', {
      params: { path: { id: first } },
      body: { expectedVersion: 1 },
    });
    await keeper.round({ all: true });
    const { data } = await api
      .client(tenant.apiKey)
      .GET('/api/v1/envelopes/{id}/evidence', { params: { path: { id: first } } });
    kept = parseProof(data?.log?.proof ?? '')?.checkpoint ?? '';
    const sql = async (statement: string) => {
      await owner.sql.begin(async (tx) => {
        await tx.unsafe('set local session_replication_role = replica');
        await tx.unsafe(statement);
      });
    };
    await tamper({ api, organizationId: tenant.organizationId, first, second, sql });
  });

  it('names the check that catches it', async () => {
    expect(kept).not.toBe('');
    expect(await checksOf(api, { kept: null, recovered: null })).toEqual(caughtBy);
    expect(await checksOf(api, { kept, recovered: null })).toEqual(withKept);
  });
});

async function checksOf(api: TestApi, options: AuditOptions): Promise<string[]> {
  const { faults } = await auditLog(api.services, options);
  return [...new Set(faults.map(({ check }) => check))].toSorted();
}

function removalOf(id: string): string {
  return ['events', 'documents', 'envelope_files', 'changed_heads', 'search_documents']
    .map((table) => `delete from ${table} where envelope_id = '${id}';`)
    .concat(`delete from envelopes where id = '${id}'`)
    .join(' ');
}

/** Rewrites the chain from its first event, which is now an hour older, with correct hashes. */
async function rewriteChain({ api, organizationId, first, sql }: Scene): Promise<void> {
  const events = (await readTransaction(api.services.db, { organizationId }, (tx) =>
    readEvents(tx, organizationId, first),
  )) as readonly LinkedEvent[];
  let prevHash = '0'.repeat(64);
  const statements: string[] = [];
  for (const event of events) {
    const occurredAt = new Date(Date.parse(event.occurredAt) - 3_600_000).toISOString();
    const linked = linkEvent({ ...event, occurredAt, prevHash, salt: event.salt ?? '' }, computeSha256Hex);
    statements.push(`update events set occurred_at = '${occurredAt}', prev_hash = '${prevHash}',
      digest = '${linked.digest}', hash = '${linked.hash}' where envelope_id = '${first}' and seq = ${event.seq};`);
    prevHash = linked.hash;
  }
  await sql(statements.join(' '));
}

/** Reverts the last checkpoint, as a restored backup would. Its entry is pending again. */
async function rollBack({ sql }: Scene): Promise<void> {
  await sql(`
    insert into changed_heads select envelope_id, organization_id, seq, head_hash, now(), now() from log_leaves where position = 2;
    delete from log_leaves where position = 2;
    delete from log_checkpoints where size = 3;
    update log_tiles set content = substring(content for 2 * (case when level < 0 then 34 else 32 end))`);
}

/** Rolls back the log and its copy, and has the program sign a different history with the same key. */
async function fork(scene: Scene): Promise<void> {
  const { api } = scene;
  await rollBack(scene);
  const { origin } = await openLogIdentity(api.services);
  const copy = `public/log-${computeSha256Hex(origin).slice(0, 16)}/checkpoint`;
  await api.services.storage.remove(copy);
  await scene.sql(`delete from log_observers`);
  expect(await openLogKeeper(api.services).round({ all: true })).toBe(true);
}

function foreignNote(): string {
  const foreign = newSigner('localhost:3000/log', 'log');
  const text = formatCheckpoint({ origin: foreign.key.name, size: 2, rootHash: 'ab'.repeat(32) });
  return formatNote({ text, signatures: [signatureOf(foreign, text)] });
}
