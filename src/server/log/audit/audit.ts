import type { VerifierKey } from '#domain/log/note.ts';
import { readTransaction } from '#server/db/client/transaction.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { readCheckpoints } from '#server/db/log/checkpoints.ts';
import { readObservers } from '#server/db/log/observers.ts';
import { readLogSize, readRoot } from '#server/db/log/tiles.ts';
import { openStoredCopy } from '#server/log/copy.ts';
import { readLogKey } from '#server/log/identity.ts';
import { openCheckpoint } from '#server/log/open-checkpoint.ts';
import type { LogServices } from '#server/log/services.ts';
import { auditChains } from './chains.ts';
import type { Audit, AuditCheck, AuditFault } from './report.ts';
import { auditTiles } from './tiles.ts';

export type AuditOptions = {
  /** A checkpoint that was kept elsewhere. */
  readonly kept: string | null;
  /** Entries that were replayed after a backup was restored. Their leaves are lost. */
  readonly recovered: { readonly start: number; readonly end: number } | null;
};

const PAGE = 1000;

/**
 * Recomputes the instance's log and every chain, and compares them with each other, with the signed
 * checkpoints, and with the states that are kept elsewhere. All of it is read from one snapshot.
 */
export async function auditLog(services: LogServices, { kept, recovered }: AuditOptions): Promise<Audit> {
  const key = await readLogKey(services);
  if (key === null) throw new Error('the log has not begun');
  const stored = await openStoredCopy(services.storage, key.name).checkpoint();
  const observers = await readObservers(services.db.drizzle);
  const witnesses = new Set(services.config.log.witnesses.map(({ vkey }) => vkey));
  return await readTransaction(services.db, { dueRows: true }, async (tx) => {
    const entries = await readLogSize(tx);
    const chains = await auditChains(tx, entries);
    const { checkpoints, faults } = await auditCheckpoints(tx, key, entries);
    const elsewhere = [
      ...(stored === null ? [] : await checkOutsideCheckpoint(tx, key, entries, stored, 'stored_checkpoint')),
      ...(kept === null ? [] : await checkOutsideCheckpoint(tx, key, entries, kept, 'kept_checkpoint')),
    ];
    for (const { name, size, problem } of observers.values()) {
      if (!witnesses.has(name)) continue;
      if ((size ?? 0) > entries)
        elsewhere.push({
          check: 'witnessed_checkpoint',
          detail: `${name} signed ${size} entries of ${entries}`,
        });
      else if (problem === 'diverged')
        elsewhere.push({ check: 'witnessed_checkpoint', detail: `${name} signed ${size} other entries` });
    }
    const missing = checkMissingLeaves(chains.hasLeaf, recovered);
    const all = [...chains.faults, ...missing, ...(await auditTiles(tx, entries)), ...faults, ...elsewhere];
    return { entries, checkpoints, envelopes: chains.envelopes, faults: all };
  });
}

async function auditCheckpoints(
  tx: Transaction,
  key: VerifierKey,
  entries: number,
): Promise<{ checkpoints: number; faults: AuditFault[] }> {
  const faults: AuditFault[] = [];
  let [checkpoints, covered] = [0, 0];
  for (let page = PAGE; page === PAGE;) {
    const rows = await readCheckpoints(tx, { after: covered, limit: PAGE });
    for (const { size, note } of rows) {
      const opened = openCheckpoint(note, key);
      if (opened?.size !== size)
        faults.push({ check: 'checkpoint_signature', detail: `checkpoint ${size} isn't signed by the log` });
      else if (size > entries || opened.rootHash !== (await readRoot(tx, size)))
        faults.push({ check: 'checkpoint_root', detail: `checkpoint ${size} has another root than the log` });
      covered = size;
    }
    checkpoints += rows.length;
    page = rows.length;
  }
  if (covered < entries)
    faults.push({ check: 'checkpoint_missing', detail: `no checkpoint covers ${entries - covered} entries` });
  return { checkpoints, faults };
}

async function checkOutsideCheckpoint(
  tx: Transaction,
  key: VerifierKey,
  entries: number,
  note: string,
  check: AuditCheck,
): Promise<AuditFault[]> {
  const opened = openCheckpoint(note, key);
  if (opened === null) return [{ check, detail: "the checkpoint isn't signed by the log" }];
  if (opened.size > entries)
    return [{ check, detail: `the checkpoint has ${opened.size} entries, the log only ${entries}` }];
  if (opened.rootHash === (await readRoot(tx, opened.size))) return [];
  return [{ check, detail: `the log has another root at ${opened.size} entries than the checkpoint` }];
}

function checkMissingLeaves(hasLeaf: Uint8Array, recovered: AuditOptions['recovered']): AuditFault[] {
  const missing: number[] = [];
  for (const [position, has] of hasLeaf.entries()) {
    const isExpected = recovered !== null && position >= recovered.start && position < recovered.end;
    if (has === 0 && !isExpected) missing.push(position);
  }
  if (missing.length === 0) return [];
  const shown = missing.slice(0, 5).join(', ');
  return [
    {
      check: 'leaf_missing',
      detail: `nothing says what ${missing.length} entries stand for (${shown}${missing.length > 5 ? ', …' : ''})`,
    },
  ];
}
