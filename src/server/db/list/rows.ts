import type { DocumentNotice } from '#domain/document/notices.ts';
import { sql } from 'drizzle-orm';
import type { CopyRecipient, Envelope, EnvelopeFile, Participant } from '#domain/envelope/graph.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { selectColumnAs, omitColumns, selectColumns, createReader } from './records.ts';
import { toEnvelopeFile } from '#server/db/envelopes/files.ts';
import { labels } from '#server/db/schema/labels.ts';
import { envelopeLabels } from '#server/db/schema/envelope-labels.ts';
import type { Label } from '#domain/filing/label.ts';
import { copyRecipients } from '#server/db/schema/copy-recipients.ts';
import { documents } from '#server/db/schema/documents.ts';
import { envelopeFiles } from '#server/db/schema/envelope-files.ts';
import { envelopes } from '#server/db/schema/envelopes.ts';
import { participants } from '#server/db/schema/participants.ts';
import { teams } from '#server/db/schema/teams.ts';
import { prepareStatement } from '#server/db/client/statement.ts';

/** Columns that lists don't need. */
const UNLISTED = [
  'detectionWanted',
  'textTags',
  'variableValues',
  'deletedAt',
  'expiryWarnedAt',
  'scheduledBy',
  'scheduleFailedAt',
  'sealingFailedAt',
  'sealLevel',
  'sealDueAt',
  'namePattern',
  'prefill',
  'needsAttention',
  'sortName',
  'senderKey',
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
    /** The hash of the prepared document. Null until there is one. */
    readonly documentHash: string | null;
    readonly pageCount: number | null;
    readonly notices: readonly DocumentNotice[] | null;
    readonly copies: readonly CopyRecipient[];
  };
  /** In signing order. */
  readonly participants: readonly ListedParticipant[];
  readonly files: readonly EnvelopeFile[];
  /** By name. */
  readonly labels: readonly Label[];
};

const ENVELOPE = createReader(
  omitColumns(envelopes, 'e', UNLISTED),
  selectColumnAs('teamName', 't', teams.name),
  selectColumnAs('documentHash', 'd', documents.sha256),
  selectColumnAs('pageCount', 'd', documents.pageCount),
  selectColumnAs('notices', 'd', documents.notices),
);
const COPY = createReader(omitColumns(copyRecipients, 'c', ['position']));
const PARTICIPANT = createReader(selectColumns(participants, 'p', LISTED_OF_PARTICIPANTS));

const FILE = createReader(omitColumns(envelopeFiles, 'a', ['organizationId', 'position', 'createdAt']));

const LABEL = createReader(
  selectColumns(labels, 'l', ['id', 'name', 'color']),
  selectColumns(envelopeLabels, 'b', ['envelopeId']),
);

type Among = { organizationId: string; ids: string };
const ORGANIZATION_ID = sql.placeholder('organizationId');
const IDS = sql`array(select json_array_elements_text(${sql.placeholder('ids')}::json))`;
const envelopesAmong = prepareStatement<Among, Omit<ListedEnvelope['envelope'], 'copies'>>(
  sql`
    select ${ENVELOPE.columns}
    from envelopes e join teams t on t.organization_id = e.organization_id and t.id = e.team_id
      left join documents d on d.organization_id = e.organization_id and d.envelope_id = e.id and d.variant = 'prepared'
    where e.organization_id = ${ORGANIZATION_ID} and e.id = any(${IDS}) and e.deleted_at is null`,
  ENVELOPE,
);
const participantsAmong = prepareStatement<Among, ListedParticipant>(
  sql`
    select ${PARTICIPANT.columns} from participants p
    where p.organization_id = ${ORGANIZATION_ID} and p.envelope_id = any(${IDS}) order by p.envelope_id, p.position`,
  PARTICIPANT,
);

const copiesAmong = prepareStatement<Among, CopyRecipient>(
  sql`
    select ${COPY.columns} from copy_recipients c
    where c.organization_id = ${ORGANIZATION_ID} and c.envelope_id = any(${IDS}) order by c.envelope_id, c.position`,
  COPY,
);
const filesAmong = prepareStatement<Among, Parameters<typeof toEnvelopeFile>[0] & { envelopeId: string }>(
  sql`
    select ${FILE.columns} from envelope_files a
    where a.organization_id = ${ORGANIZATION_ID} and a.envelope_id = any(${IDS}) order by a.envelope_id, a.position`,
  FILE,
);

const labelsAmong = prepareStatement<Among, Label & { envelopeId: string }>(
  sql`
    select ${LABEL.columns} from envelope_labels b join labels l on l.organization_id = b.organization_id and l.id = b.label_id
    where b.organization_id = ${ORGANIZATION_ID} and b.envelope_id = any(${IDS}) order by lower(l.name)`,
  LABEL,
);

/**
 * Returns the organization's envelopes with these identifiers, in the same order, with everything that lists
 * show.
 */
export async function readRows(
  tx: Transaction,
  organizationId: string,
  ids: readonly string[],
): Promise<ListedEnvelope[]> {
  if (ids.length === 0) return [];
  const among = { organizationId, ids: JSON.stringify(ids) };
  const [rows, people, copies, files, labeled] = await Promise.all([
    envelopesAmong(tx, among),
    participantsAmong(tx, among),
    copiesAmong(tx, among),
    filesAmong(tx, among),
    labelsAmong(tx, among),
  ]);
  const byId = new Map(
    rows.map((envelope) => [
      envelope.id,
      {
        envelope: { ...envelope, copies: copies.filter(({ envelopeId }) => envelopeId === envelope.id) },
        participants: new Array<ListedParticipant>(),
        files: new Array<EnvelopeFile>(),
        labels: new Array<Label>(),
      },
    ]),
  );
  for (const participant of people) byId.get(participant.envelopeId)?.participants.push(participant);
  for (const file of files) byId.get(file.envelopeId)?.files.push(toEnvelopeFile(file));
  for (const { envelopeId, ...label } of labeled) byId.get(envelopeId)?.labels.push(label);
  return ids.flatMap((id) => byId.get(id) ?? []);
}
