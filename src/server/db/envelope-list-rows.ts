import { getTableColumns, sql } from 'drizzle-orm';
import type { Envelope, Participant } from '#domain/envelope/graph.ts';
import type { Transaction } from './client.ts';
import { readerOf } from './plain-rows.ts';
import { envelopes } from './schema/envelopes.ts';
import { participants } from './schema/participants.ts';

/** What no list shows or is reckoned from, and what the database made for its indexes. */
const UNLISTED = [
  'detectionWanted',
  'deletedAt',
  'expiryWarnedAt',
  'sealingFailedAt',
  'namePattern',
  'prefill',
  'needsAttention',
  'sortName',
  'nearness',
] as const;
const LISTED_OF_PARTICIPANTS = [
  'id',
  'envelopeId',
  'orderIndex',
  'name',
  'status',
  'declineReason',
  'signedAt',
  'latestAction',
  'latestActionAt',
  'lastRemindedAt',
  'nextReminderAt',
] as const;

type ListedColumns = Omit<Envelope, (typeof UNLISTED)[number]>;
export type ListedParticipant = Pick<Participant, (typeof LISTED_OF_PARTICIPANTS)[number]>;
export type ListedEnvelope = {
  readonly envelope: ListedColumns & {
    readonly teamName: string;
    /** Of the prepared document; null until there is one. */
    readonly documentHash: string | null;
    readonly pageCount: number | null;
  };
  /** In signing order. */
  readonly participants: readonly ListedParticipant[];
};

const ENVELOPE = readerOf<ListedEnvelope['envelope']>(envelopes, 'e', listedNames());
const PARTICIPANT = readerOf<ListedParticipant>(participants, 'p', LISTED_OF_PARTICIPANTS);

/** The organization's envelopes among these identifiers and what a list shows beside them, in the order of the identifiers. */
export async function readRows(
  tx: Transaction,
  organizationId: string,
  ids: readonly string[],
): Promise<ListedEnvelope[]> {
  if (ids.length === 0) return [];
  const listed = sql`array(select json_array_elements_text(${JSON.stringify(ids)}::json))`;
  const [rows, people] = await Promise.all([
    tx.execute(sql`
      select ${ENVELOPE.columns}, t.name as "teamName", d.sha256 as "documentHash", d.page_count as "pageCount"
      from envelopes e join teams t on t.id = e.team_id
        left join documents d on d.envelope_id = e.id and d.variant = 'prepared'
      where e.organization_id = ${organizationId} and e.id = any(${listed}) and e.deleted_at is null`),
    tx.execute(sql`
      select ${PARTICIPANT.columns} from participants p
      where p.envelope_id = any(${listed}) order by p.envelope_id, p.order_index`),
  ]);
  const byId = new Map<string, { envelope: ListedEnvelope['envelope']; participants: ListedParticipant[] }>();
  for (const row of rows) {
    const envelope = ENVELOPE.read(row);
    byId.set(envelope.id, { envelope, participants: [] });
  }
  for (const row of people) {
    const participant = PARTICIPANT.read(row);
    byId.get(participant.envelopeId)?.participants.push(participant);
  }
  return ids.flatMap((id) => byId.get(id) ?? []);
}

function listedNames(): (keyof ListedColumns)[] {
  const unlisted = new Set<string>(UNLISTED);
  const names = Object.keys(getTableColumns(envelopes)).filter((name) => !unlisted.has(name));
  return names as (keyof ListedColumns)[];
}
