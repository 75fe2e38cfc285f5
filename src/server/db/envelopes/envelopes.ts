import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Envelope, EnvelopeGraph } from '#domain/envelope/graph.ts';
import type { EventRecord } from '#domain/event/catalogue.ts';
import type { Subscription } from '#domain/webhook/notifications.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { getOrganizationId } from '#server/db/client/transaction.ts';
import { toEnvelopeFile } from './files.ts';
import {
  createReader,
  matchEnvelope,
  omitColumns,
  selectColumns,
  selectRecord,
  selectRows,
} from '#server/db/list/records.ts';
import { copyRecipients } from '#server/db/schema/copy-recipients.ts';
import { documents } from '#server/db/schema/documents.ts';
import { envelopeFiles } from '#server/db/schema/envelope-files.ts';
import { envelopeFields } from '#server/db/schema/envelope-fields.ts';
import { envelopes } from '#server/db/schema/envelopes.ts';
import { events } from '#server/db/schema/events.ts';
import { participants } from '#server/db/schema/participants.ts';
import { teams } from '#server/db/schema/teams.ts';
import { threads } from '#server/db/schema/threads.ts';
import { webhooks } from '#server/db/schema/webhooks.ts';
import { prepareStatement } from '#server/db/client/statement.ts';

type Named = { readonly organizationId: string; readonly id: string };
type Head = Pick<EventRecord, 'seq' | 'hash'>;
type Within = { readonly organizationId: string; readonly envelopeId: string };

const FOUND = createReader(selectColumns(envelopes, 'e', ['id']));
/** Leaves out columns that only serve indexes. */
const ENVELOPE = createReader(
  omitColumns(envelopes, 'e', [
    'needsAttention',
    'sortName',
    'senderKey',
    'nearness',
    'erasedAt',
    'archivedAt',
  ]),
);
const PARTICIPANT = createReader(omitColumns(participants, 'p', ['position', 'erasedAt']));
const FIELD = createReader(omitColumns(envelopeFields, 'f', ['orderIndex']));
const DOCUMENT = createReader(
  selectColumns(documents, 'd', [
    'variant',
    'key',
    'contentType',
    'sha256',
    'sizeBytes',
    'pageCount',
    'notices',
  ]),
);
const COPY = createReader(omitColumns(copyRecipients, 'c', ['position', 'erasedAt']));
const FILE = createReader(
  omitColumns(envelopeFiles, 'a', ['envelopeId', 'organizationId', 'position', 'createdAt']),
);
const THREAD = createReader(omitColumns(threads, 't', []));
const NEXT_VERSION = createReader(selectColumns(envelopes, 'n', ['id']));
const EVENT = createReader(omitColumns(events, 'v', ['position']));
const HEAD = createReader(selectColumns(events, 'v', ['seq', 'hash']));

const ORGANIZATION_ID = sql.placeholder('organizationId');
const ID = sql.placeholder('id');
const ENVELOPE_ID = sql.placeholder('envelopeId');

const NAMED = sql`from envelopes e where e.organization_id = ${ORGANIZATION_ID} and e.id = ${ID} and e.deleted_at is null`;
const selectEnvelopeId = prepareStatement<Named, { id: string }>(
  sql`select ${FOUND.columns} ${NAMED}`,
  FOUND,
);
const selectLockedEnvelope = prepareStatement<Named, Envelope>(
  sql`select ${ENVELOPE.columns} ${NAMED} for update`,
  ENVELOPE,
);
type GraphRow = Omit<EnvelopeGraph, 'files'> & {
  readonly files: readonly Parameters<typeof toEnvelopeFile>[0][];
};
const PARTS = [
  selectRows('participants', PARTICIPANT, `participants p where ${matchEnvelope('p')} order by p.position`),
  selectRows('fields', FIELD, `envelope_fields f where ${matchEnvelope('f')} order by f.order_index`),
  selectRows('documents', DOCUMENT, `documents d where ${matchEnvelope('d')}`),
  selectRows('copies', COPY, `copy_recipients c where ${matchEnvelope('c')} order by c.position`),
  selectRows('files', FILE, `envelope_files a where ${matchEnvelope('a')} order by a.position`),
  selectRows('threads', THREAD, `threads t where ${matchEnvelope('t')} order by t.id`),
  selectRows(
    'nextVersions',
    NEXT_VERSION,
    `envelopes n where n.organization_id = e.organization_id and n.previous_version_id = e.id and n.deleted_at is null and n.status <> 'voided'`,
  ),
] as const;
const GRAPH = createReader(selectRecord('envelope', ENVELOPE), ...PARTS);
const selectGraph = prepareStatement<Named, GraphRow>(sql`select ${GRAPH.columns} ${NAMED}`, GRAPH);
const selectVersion = prepareStatement<Named, string>(sql`select ${sql.raw(GRAPH.version)} ${NAMED}`, {
  read: ([version]) => String(version),
});
const WITHIN = sql`from (select ${ORGANIZATION_ID}::text as organization_id, ${ENVELOPE_ID}::text as id) as e`;
const GRAPH_PARTS = createReader(...PARTS);
const selectParts = prepareStatement<Within, Omit<GraphRow, 'envelope'>>(
  sql`select ${GRAPH_PARTS.columns} ${WITHIN}`,
  GRAPH_PARTS,
);
/** Holds back the deletion of webhooks, since the transaction inserts deliveries for them. */
const SURROUNDINGS = [
  selectRows('heads', HEAD, `events v where ${matchEnvelope('v')} order by v.seq desc limit 1`),
  // Of webhooks that are held because their creator lost access, what they miss can be sent again once somebody
  // else enables them.
  selectRows(
    'subscriptions',
    createReader(selectColumns(webhooks, 'w', ['id', 'events'])),
    `webhooks w where w.organization_id = e.organization_id and (w.enabled or w.disabled_reason = 'creator_lost_access') for key share`,
  ),
  selectRows(
    'privateTeams',
    createReader(selectColumns(teams, 't', ['id'])),
    'teams t where t.organization_id = e.organization_id and t.is_private',
  ),
] as const;
const GRAPH_STATE = createReader(...PARTS, ...SURROUNDINGS);
const selectState = prepareStatement<
  Within,
  Omit<GraphRow, 'envelope'> & {
    readonly heads: readonly Head[];
    readonly subscriptions: readonly Subscription[];
    readonly privateTeams: readonly { readonly id: string }[];
  }
>(sql`select ${GRAPH_STATE.columns} ${WITHIN}`, GRAPH_STATE);
const selectEvents = prepareStatement<Named & { readonly after: number }, EventRecord>(
  sql`
    select ${EVENT.columns} from events v
    where v.organization_id = ${ORGANIZATION_ID} and v.envelope_id = ${ID} and v.seq > ${sql.placeholder('after')} order by v.seq`,
  EVENT,
);
const selectHead = prepareStatement<Within, Head>(
  sql`select ${HEAD.columns} from events v where v.organization_id = ${ORGANIZATION_ID} and v.envelope_id = ${ENVELOPE_ID} order by v.seq desc limit 1`,
  HEAD,
);

/** Locks an envelope's row for the transaction. Returns null if the organization has no such envelope. */
export async function lockEnvelope(
  tx: Transaction,
  organizationId: string,
  id: string,
): Promise<Envelope | null> {
  const [envelope] = await selectLockedEnvelope(tx, { organizationId, id });
  return envelope ?? null;
}

/** Returns a graph; null if the organization has no such envelope. */
export async function readGraph(
  tx: Transaction,
  organizationId: string,
  id: string,
): Promise<EnvelopeGraph | null> {
  const [graph] = await selectGraph(tx, { organizationId, id });
  return graph === undefined ? null : { ...graph, files: graph.files.map(toEnvelopeFile) };
}

/**
 * Returns a text that is the same only as long as `readGraph` returns the same, in a fraction of its time; an empty
 * one for null.
 */
export async function readGraphVersion(tx: Transaction, organizationId: string, id: string): Promise<string> {
  return (await selectVersion(tx, { organizationId, id })).join('');
}

/** Returns the parts of a graph other than the envelope. */
export async function readParts(
  tx: Transaction,
  envelopeId: string,
): Promise<Omit<EnvelopeGraph, 'envelope'>> {
  const within = { organizationId: getOrganizationId(tx), envelopeId };
  const [parts] = await selectParts(tx, within);
  if (parts === undefined) throw new Error('a statement without conditions has one row');
  return { ...parts, files: parts.files.map(toEnvelopeFile) };
}

/** What the writer of an envelope has to know besides its row. */
type CommitState = {
  readonly parts: Omit<EnvelopeGraph, 'envelope'>;
  /** The last event of the chain; null before the first. */
  readonly head: Head | null;
  /** The webhooks that may receive the events. They can't be deleted during the transaction. */
  readonly subscriptions: readonly Subscription[];
  /** The organization's private teams. */
  readonly privateTeams: readonly string[];
};

/** Returns what the writer of an envelope has to know. Should follow the lock on the envelope. */
export async function readCommitState(tx: Transaction, envelopeId: string): Promise<CommitState> {
  const within = { organizationId: getOrganizationId(tx), envelopeId };
  const [state] = await selectState(tx, within);
  if (state === undefined) throw new Error('a statement without conditions has one row');
  const { heads, subscriptions, privateTeams, ...parts } = state;
  return {
    parts: { ...parts, files: parts.files.map(toEnvelopeFile) },
    head: heads[0] ?? null,
    subscriptions,
    privateTeams: privateTeams.map(({ id }) => id),
  };
}

/** Returns the last event of an envelope's chain; null before the first. */
export async function readHead(tx: Transaction, envelopeId: string): Promise<Head | null> {
  const [head] = await selectHead(tx, { organizationId: getOrganizationId(tx), envelopeId });
  return head ?? null;
}

/** Returns all events of an envelope in order; null if the organization has no such envelope. */
export async function readEvents(
  tx: Transaction,
  organizationId: string,
  id: string,
  after = 0,
): Promise<EventRecord[] | null> {
  const [found, rows] = await Promise.all([
    selectEnvelopeId(tx, { organizationId, id }),
    listEvents(tx, { organizationId, id, after }),
  ]);
  return found.length === 0 ? null : rows;
}

/** Returns all events of an envelope that is known to exist, in order. */
export async function listEvents(
  tx: Transaction,
  { organizationId, id, after = 0 }: Named & { readonly after?: number },
): Promise<EventRecord[]> {
  return await selectEvents(tx, { organizationId, id, after });
}

/** Returns the organization of an envelope whose link was verified. Requires the scope `envelopeId`. */
export async function findEnvelopeOrganization(tx: Transaction, id: string): Promise<string | null> {
  const [row] = await tx
    .select({ organizationId: envelopes.organizationId })
    .from(envelopes)
    .where(eq(envelopes.id, id));
  return row?.organizationId ?? null;
}

/** Returns which of these envelopes the transaction's member may see, if they don't see all of them. */
export async function listSeenEnvelopes(tx: Transaction, ids: readonly string[]): Promise<readonly string[]> {
  const [row] = await tx.execute<{ narrow: boolean }>(sql`select sees_own_only() as narrow`);
  if (row?.narrow !== true) return ids;
  const rows = await tx
    .select({ id: envelopes.id })
    .from(envelopes)
    .where(and(eq(envelopes.organizationId, getOrganizationId(tx)), inArray(envelopes.id, [...ids])));
  return rows.map(({ id }) => id);
}
