import { and, eq, sql } from 'drizzle-orm';
import type { Envelope, EnvelopeGraph } from '#domain/envelope/graph.ts';
import type { EventRecord } from '#domain/event/catalogue.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { matchScope, getOrganizationId } from '#server/db/client/transaction.ts';
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
import { prepareStatement } from '#server/db/client/statement.ts';

type Named = { readonly organizationId: string; readonly id: string };
type Head = Pick<EventRecord, 'seq' | 'hash'>;
type Within = { readonly organizationId: string; readonly envelopeId: string };

const FOUND = createReader(selectColumns(envelopes, 'e', ['id']));
/** Leaves out columns that only serve indexes. */
const ENVELOPE = createReader(
  omitColumns(envelopes, 'e', ['needsAttention', 'sortName', 'senderKey', 'nearness', 'erasedAt']),
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
] as const;
const GRAPH = createReader(selectRecord('envelope', ENVELOPE), ...PARTS);
const selectGraph = prepareStatement<Named, GraphRow>(sql`select ${GRAPH.columns} ${NAMED}`, GRAPH);
const GRAPH_PARTS = createReader(...PARTS);
const selectParts = prepareStatement<Within, Omit<GraphRow, 'envelope'>>(
  sql`select ${GRAPH_PARTS.columns} from (select ${ORGANIZATION_ID}::text as organization_id, ${ENVELOPE_ID}::text as id) as e`,
  GRAPH_PARTS,
);
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
    selectEvents(tx, { organizationId, id, after }),
  ]);
  return found.length === 0 ? null : rows;
}

/** Returns the organization of an envelope whose link was verified. Requires the scope `envelopeId`. */
export async function findEnvelopeOrganization(tx: Transaction, id: string): Promise<string | null> {
  const [row] = await tx
    .select({ organizationId: envelopes.organizationId })
    .from(envelopes)
    .where(eq(envelopes.id, id));
  return row?.organizationId ?? null;
}

/**
 * Returns what decides whether a participant whose link was verified is admitted. Null if there is no such
 * participant.
 */
export async function readLinkedParticipant(
  tx: Transaction,
  { env, part }: { readonly env: string; readonly part: string },
): Promise<Pick<EnvelopeGraph['participants'][number], 'linkEpoch' | 'authenticationMethod'> | null> {
  const [row] = await tx
    .select({ linkEpoch: participants.linkEpoch, authenticationMethod: participants.authenticationMethod })
    .from(participants)
    .where(and(matchScope(tx, participants), eq(participants.envelopeId, env), eq(participants.id, part)));
  return row ?? null;
}
