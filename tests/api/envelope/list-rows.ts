import { sql } from 'drizzle-orm';
import { listNameWords } from '#domain/search/words.ts';
import type { EventAction } from '#domain/event/catalogue.ts';
import type { Attention, EnvelopeStatus } from '#domain/envelope/status.ts';
import { envelopes } from '#server/db/schema/envelopes.ts';
import { participants } from '#server/db/schema/participants.ts';
import { teams } from '#server/db/schema/teams.ts';
import { templates } from '#server/db/schema/templates.ts';
import { transaction } from '#server/db/client/transaction.ts';
import type { Tenant, TestApi } from '../../support/api.ts';

/** An envelope as lists see it. Times are hours since the test's start; missing ones never happened. */
export type Row = {
  readonly name?: string;
  readonly file?: string;
  readonly status?: EnvelopeStatus;
  readonly created?: number;
  readonly sent?: number;
  readonly ended?: number;
  readonly activity?: number;
  readonly action?: EventAction;
  readonly expires?: number;
  readonly standing?: readonly Attention[];
  readonly teamId?: string;
  readonly templateId?: string;
  readonly metadata?: Readonly<Record<string, string>>;
  readonly senderUserId?: string;
  readonly senderEmail?: string;
  readonly deleted?: boolean;
  readonly people?: readonly (Partial<typeof participants.$inferInsert> & { readonly name: string })[];
};

const START = Date.parse('2027-02-01T00:00:00.000Z');
const HOUR_MS = 3_600_000;

/** Returns the time this many hours after the start. */
export function hour(hours: number): Date {
  return new Date(START + hours * HOUR_MS);
}

/** Inserts envelopes in the state such a life would leave them in. Returns their ids. */
export async function addRows(api: TestApi, tenant: Tenant, rows: readonly Row[]): Promise<string[]> {
  if (rows.length === 0) return [];
  const { organizationId, teamId } = tenant;
  const ids = rows.map(() => api.services.newId('envelope'));
  await transaction(api.services.db, { organizationId }, async (tx) => {
    await tx.insert(envelopes).values(
      rows.map((row, index) => ({
        ...columnsOf(row),
        id: ids[index] ?? '',
        organizationId,
        teamId: row.teamId ?? teamId,
      })),
    );
    const people = rows.flatMap(({ people = [], created = 0 }, index) =>
      people.map((person, orderIndex) => ({
        id: api.services.newId('participant'),
        envelopeId: ids[index] ?? '',
        organizationId,
        orderIndex,
        position: orderIndex,
        email: `${person.name.toLowerCase().replaceAll(' ', '.')}@people.example`,
        status: 'pending' as const,
        linkEpoch: 1,
        createdAt: hour(created),
        updatedAt: hour(created),
        ...person,
      })),
    );
    if (people.length > 0) await tx.insert(participants).values(people);
    const words = rows.map(({ name = 'Agreement', file = 'file.pdf' }, index) => ({
      envelope_id: ids[index] ?? '',
      created_at: hour(rows[index]?.created ?? 0).toISOString(),
      names: listNameWords([
        name,
        file,
        ...people
          .filter(({ envelopeId }) => envelopeId === ids[index])
          .flatMap(({ name, email }) => [name, email]),
      ]),
    }));
    await tx.execute(sql`
      insert into search_documents (envelope_id, organization_id, created_at, names, is_due)
      select envelope_id, ${organizationId}, created_at, array_to_tsvector(names), false
      from json_to_recordset(${JSON.stringify(words)}::json) as rows(envelope_id text, created_at timestamptz, names text[])`);
  });
  return ids;
}

function columnsOf(row: Row) {
  const { name = 'Agreement', status = 'draft', created = 0, ended, expires } = row;
  const isOut = status !== 'draft' && status !== 'detecting' && status !== 'review' && status !== 'voided';
  const sent = row.sent ?? (isOut ? created : undefined);
  const at = (hours: number | undefined) => (hours === undefined ? null : hour(hours));
  const endAt = (of: EnvelopeStatus) => (status === of ? hour(ended ?? sent ?? created) : null);
  return {
    templateId: row.templateId ?? null,
    status,
    detectionStatus: 'none' as const,
    version: 1,
    originalFilename: row.file ?? 'file.pdf',
    displayName: name,
    sourceFormat: 'pdf' as const,
    deliveryMode: 'inline' as const,
    legalFramework: 'esign_ueta' as const,
    consumerDisclosure: false,
    expiresAt: at(expires),
    sentAt: at(sent),
    completedAt: endAt('completed'),
    declinedAt: endAt('declined'),
    voidedAt: endAt('voided'),
    expiredAt: endAt('expired'),
    deletedAt: row.deleted === true ? hour(created) : null,
    senderName: 'Sam Sender',
    metadata: row.metadata ?? null,
    senderUserId: row.senderUserId ?? null,
    senderEmail: row.senderEmail ?? 'sam@sender.example',
    latestAction: row.action ?? ('envelope.created' as const),
    latestActionAt: hour(row.activity ?? created),
    standingAttention: [...(row.standing ?? [])],
    createdAt: hour(created),
    updatedAt: hour(created),
  };
}

/** Inserts another team of the organization. */
export async function addTeam(api: TestApi, { organizationId }: Tenant, name: string): Promise<string> {
  const id = api.services.newId('team');
  await transaction(api.services.db, { organizationId }, (tx) =>
    tx.insert(teams).values({ id, organizationId, name, createdAt: hour(0) }),
  );
  return id;
}

/** Inserts a template of the organization. */
export async function addTemplate(api: TestApi, { organizationId, teamId }: Tenant): Promise<string> {
  const id = api.services.newId('template');
  await transaction(api.services.db, { organizationId }, (tx) =>
    tx.insert(templates).values({
      id,
      organizationId,
      teamId,
      name: 'Template',
      originalFilename: 'file.pdf',
      sourceFormat: 'pdf',
      contentHash: '0'.repeat(64),
      sizeBytes: 1,
      legalFramework: 'esign_ueta',
      consumerDisclosure: false,
      createdAt: hour(0),
      updatedAt: hour(0),
    }),
  );
  return id;
}

/** Returns the ids on one page, and the cursor of the next. Fails on any status but 200. */
export async function page(
  api: TestApi,
  { apiKey: key }: Tenant,
  query: Readonly<Record<string, string>> = {},
): Promise<{ ids: string[]; names: string[]; items: any[]; nextCursor: string | null }> {
  const { status, json } = await api.call('GET', `/api/v1/envelopes?${new URLSearchParams(query)}`, { key });
  if (status !== 200) throw new Error(`the list answered ${status}: ${JSON.stringify(json)}`);
  const items = json.items as any[];
  return {
    items,
    ids: items.map(({ id }) => id as string),
    names: items.map(({ displayName }) => displayName as string),
    nextCursor: json.nextCursor,
  };
}

/** Returns the ids on all pages, in order. */
export async function allPages(
  api: TestApi,
  tenant: Tenant,
  query: Readonly<Record<string, string>>,
): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const next = await page(api, tenant, cursor === null ? query : { ...query, cursor });
    ids.push(...next.ids);
    cursor = next.nextCursor;
  } while (cursor !== null);
  return ids;
}
