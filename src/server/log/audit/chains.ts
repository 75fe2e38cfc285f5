import { verifyChain, type LinkedEvent } from '#domain/event/chain.ts';
import { toLogEntry, buildPreimage } from '#domain/log/entry.ts';
import { computeSha256Hex } from '#server/crypto/hash.ts';
import { addScope } from '#server/db/client/transaction.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { readEvents } from '#server/db/envelopes/envelopes.ts';
import {
  readEnvelopeIds,
  readKnownSeq,
  readLeaves,
  readLogOrganizations,
  type StoredLeaf,
} from '#server/db/log/leaves.ts';
import type { AuditFault } from './report.ts';

const PAGE = 500;

export type AuditedChains = {
  readonly envelopes: number;
  /** Whether each entry's leaf was found, by the entry's position. */
  readonly hasLeaf: Uint8Array;
  readonly faults: readonly AuditFault[];
};

/** Checks every organization's chains and leaves against each other and against the log's entries. */
export async function auditChains(tx: Transaction, size: number): Promise<AuditedChains> {
  const faults: AuditFault[] = [];
  const hasLeaf = new Uint8Array(size);
  let envelopes = 0;
  for (const organizationId of await readLogOrganizations(tx)) {
    await addScope(tx, { organizationId });
    for await (const leaf of iteratePages(
      (from: number | null) => readLeaves(tx, organizationId, { from: from ?? 0, limit: PAGE }),
      getNextPosition,
    )) {
      hasLeaf[leaf.position] = 1;
      faults.push(...checkLeaf(leaf));
    }
    for await (const id of iteratePages(
      (after: string | null) => readEnvelopeIds(tx, organizationId, { after: after ?? '', limit: PAGE }),
      (id) => id,
    )) {
      envelopes += 1;
      faults.push(...(await checkChain(tx, organizationId, id)));
    }
  }
  return { envelopes, hasLeaf, faults };
}

const getNextPosition = ({ position }: StoredLeaf) => position + 1;

/** Yields all rows, one page at a time. */
async function* iteratePages<T, Key>(
  read: (after: Key | null) => Promise<readonly T[]>,
  keyAfter: (last: T) => Key,
): AsyncGenerator<T> {
  for (let after: Key | null = null; ;) {
    const page = await read(after);
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
    after = keyAfter(last);
  }
}

function checkLeaf(leaf: StoredLeaf): AuditFault[] {
  const event = `event ${leaf.seq} of ${leaf.envelopeId}`;
  const faults: AuditFault[] = [];
  if (leaf.eventHash === null)
    faults.push({ check: 'event_missing', detail: `${event}, entry ${leaf.position}, is missing` });
  else if (leaf.eventHash !== leaf.headHash)
    faults.push({ check: 'event_rewritten', detail: `${event}, entry ${leaf.position}, has another hash` });
  if (leaf.entry !== toLogEntry(buildPreimage(leaf), computeSha256Hex))
    faults.push({ check: 'leaf_commitment', detail: `entry ${leaf.position} isn't the hash of its leaf` });
  return faults;
}

async function checkChain(tx: Transaction, organizationId: string, id: string): Promise<AuditFault[]> {
  const events = (await readEvents(tx, organizationId, id)) ?? [];
  const known = await readKnownSeq(tx, id);
  const verdict = verifyChain(events as readonly LinkedEvent[], computeSha256Hex);
  const faults: AuditFault[] = verdict.ok
    ? []
    : [{ check: 'event_chain', detail: `event ${verdict.seq} of ${id}: ${verdict.reason}` }];
  if (known < events.length)
    faults.push({
      check: 'head_unlogged',
      detail: `event ${events.length} of ${id} neither is in the log nor waits`,
    });
  if (known > events.length)
    faults.push({ check: 'event_missing', detail: `${id} has ${events.length} events of at least ${known}` });
  return faults;
}
