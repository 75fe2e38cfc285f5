import { templateDocuments } from '#server/db/schema/template-documents.ts';
import { and, asc, eq, getTableColumns, isNull, notInArray, sql } from 'drizzle-orm';
import type { EnvelopeDocument } from '#domain/envelope/graph.ts';
import { LIMITS } from '#domain/limits.ts';
import type { Timestamp } from '#domain/timestamp.ts';
import type { Template, TemplateField, TemplateGraph, TemplateRole } from '#domain/template/template.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { matchScope } from '#server/db/client/transaction.ts';
import { toMoment, toTimestamp } from '#server/db/envelopes/envelope-rows.ts';
import { toFileRows, toTemplateFile } from '#server/db/envelopes/files.ts';
import { templateFiles } from '#server/db/schema/template-files.ts';
import { templateFields } from '#server/db/schema/template-fields.ts';
import { templateRoles } from '#server/db/schema/template-roles.ts';
import { templates } from '#server/db/schema/templates.ts';

/** PostgreSQL accepts at most 65,535 parameters per statement. */
const ROWS_A_STATEMENT = 1000;

/** Inserts a template with its roles, fields and files, pipelining the statements. */
export async function insertTemplate(tx: Transaction, graph: TemplateGraph): Promise<void> {
  const { template, roles, fields, documents, files } = graph;
  const owner = { templateId: template.id, organizationId: template.organizationId };
  const createdAt = toMoment(template.createdAt);
  await Promise.all([
    tx.insert(templates).values({
      ...template,
      archivedAt: null,
      lastUsedAt: null,
      createdAt,
      updatedAt: toMoment(template.updatedAt),
    }),
    tx.insert(templateRoles).values(roles.map((role, position) => ({ ...role, position }))),
    tx
      .insert(templateDocuments)
      .values(documents.flatMap((document) => toStoredFile(document, owner, createdAt))),
    tx.insert(templateFiles).values(toFileRows(files).map((row) => ({ ...row, ...owner, createdAt }))),
    ...insertFields(tx, fields),
  ]);
}

/**
 * Writes what can change about existing roles, and inserts new ones. Removes roles that are no longer listed.
 */
export async function writeRoles(
  tx: Transaction,
  templateId: string,
  roles: readonly TemplateRole[],
): Promise<void> {
  const kept = roles.map(({ id }) => id);
  await tx
    .delete(templateRoles)
    .where(
      and(
        matchScope(tx, templateRoles),
        eq(templateRoles.templateId, templateId),
        notInArray(templateRoles.id, kept),
      ),
    );
  // No two rows may have the same position, not even in the middle of a statement that swaps them.
  await tx
    .update(templateRoles)
    .set({ position: sql`${templateRoles.position} + ${LIMITS.participantsMax}` })
    .where(and(matchScope(tx, templateRoles), eq(templateRoles.templateId, templateId)));
  await tx
    .insert(templateRoles)
    .values(roles.map((role, position) => ({ ...role, position })))
    .onConflictDoUpdate({
      target: [templateRoles.organizationId, templateRoles.id],
      set: {
        name: sql`excluded.name`,
        position: sql`excluded.position`,
        orderIndex: sql`excluded.order_index`,
        role: sql`excluded.role`,
        isSender: sql`excluded.is_sender`,
        optional: sql`excluded.optional`,
        recipient: sql`excluded.recipient`,
      },
    });
}

/** Replaces all fields of a template. */
export async function replaceFields(tx: Transaction, { template, fields }: TemplateGraph): Promise<void> {
  await Promise.all([
    tx
      .delete(templateFields)
      .where(and(matchScope(tx, templateFields), eq(templateFields.templateId, template.id))),
    ...insertFields(tx, fields),
  ]);
}

function insertFields(tx: Transaction, fields: readonly TemplateField[]) {
  const rows = fields.map((field, orderIndex) => ({
    ...field,
    options: field.options === null ? null : [...field.options],
    orderIndex,
  }));
  return splitRows(rows).map((some) => tx.insert(templateFields).values(some));
}

/** Returns a template; null if the organization has none with this identifier. */
export async function readTemplate(
  tx: Transaction,
  organizationId: string,
  id: string,
): Promise<TemplateGraph | null> {
  const [[row], roleRows, fieldRows, documentRows, files] = await Promise.all([
    tx.select(TEMPLATE_COLUMNS).from(templates).where(matchTemplate(organizationId, id)),
    tx
      .select()
      .from(templateRoles)
      .where(and(matchScope(tx, templateRoles), eq(templateRoles.templateId, id)))
      .orderBy(asc(templateRoles.orderIndex), asc(templateRoles.position)),
    tx
      .select()
      .from(templateFields)
      .where(and(matchScope(tx, templateFields), eq(templateFields.templateId, id)))
      .orderBy(asc(templateFields.orderIndex)),
    tx
      .select()
      .from(templateDocuments)
      .where(and(matchScope(tx, templateDocuments), eq(templateDocuments.templateId, id))),
    tx
      .select()
      .from(templateFiles)
      .where(and(matchScope(tx, templateFiles), eq(templateFiles.templateId, id)))
      .orderBy(asc(templateFiles.position)),
  ]);
  if (row === undefined) return null;
  return {
    template: toTemplate(row),
    roles: roleRows.map(({ position: _position, ...role }): TemplateRole => role),
    fields: fieldRows.map(({ orderIndex: _order, ...field }): TemplateField => field),
    documents: documentRows.map(({ variant, key, contentType, sha256, sizeBytes, pageCount, notices }) => ({
      ...{ variant, key, contentType, sha256, sizeBytes, pageCount, notices },
    })),
    files: files.flatMap(toTemplateFile),
  };
}

/**
 * Locks a template against other changes for the transaction. Creating envelopes from it is still possible.
 */
export async function lockTemplate(tx: Transaction, organizationId: string, id: string): Promise<void> {
  await tx
    .select({ id: templates.id })
    .from(templates)
    .where(matchTemplate(organizationId, id))
    .for('no key update');
}

/** Updates the name, team, pattern, message, copies and archived state of a template. */
export async function updateTemplate(tx: Transaction, template: Template): Promise<void> {
  const { name, teamId, namePattern, message, copies, archivedAt, updatedAt } = template;
  await tx
    .update(templates)
    .set({
      name,
      teamId,
      namePattern,
      message,
      copies,
      archivedAt: archivedAt === null ? null : toMoment(archivedAt),
      updatedAt: toMoment(updatedAt),
    })
    .where(matchTemplate(template.organizationId, template.id));
}

/**
 * Counts a use of an active template. Returns false if it has been archived. Concurrent uses wait for each
 * other.
 */
export async function countUse(
  tx: Transaction,
  organizationId: string,
  id: string,
  now: Timestamp,
): Promise<boolean> {
  const rows = await tx
    .update(templates)
    .set({
      useCount: sql`${templates.useCount} + 1`,
      lastUsedAt: sql`greatest(${templates.lastUsedAt}, ${now}::timestamptz)`,
    })
    .where(and(matchTemplate(organizationId, id), isNull(templates.archivedAt)))
    .returning({ id: templates.id });
  return rows.length === 1;
}

/** The columns of a template, and whether the service closed its form. */
export const TEMPLATE_COLUMNS = {
  ...getTableColumns(templates),
  // Drizzle leaves out the table's name before columns of a single one.
  hasClosedForm: sql<boolean>`exists (select from template_forms as f where f.organization_id = templates.organization_id
    and f.template_id = templates.id and f.closed_reason is not null)`,
};
type TemplateRow = typeof templates.$inferSelect & { readonly hasClosedForm: boolean };

/** Converts a row to the domain's template type. */
export function toTemplate({ hasClosedForm, ...row }: TemplateRow): Template {
  return {
    ...row,
    attention: hasClosedForm ? ['form_closed'] : [],
    archivedAt: row.archivedAt === null ? null : toTimestamp(row.archivedAt),
    lastUsedAt: row.lastUsedAt === null ? null : toTimestamp(row.lastUsedAt),
    createdAt: toTimestamp(row.createdAt),
    updatedAt: toTimestamp(row.updatedAt),
  };
}

function toStoredFile(
  { variant, ...file }: EnvelopeDocument,
  owner: { readonly templateId: string; readonly organizationId: string },
  createdAt: Date,
) {
  // The sealed file belongs to the source envelope only.
  return variant === 'sealed' || variant === 'certificate' ? [] : [{ ...owner, variant, ...file, createdAt }];
}

function splitRows<T>(rows: readonly T[]): T[][] {
  const chunks: T[][] = [];
  for (let i = 0; i < rows.length; i += ROWS_A_STATEMENT) chunks.push(rows.slice(i, i + ROWS_A_STATEMENT));
  return chunks;
}

function matchTemplate(organizationId: string, id: string) {
  return and(eq(templates.organizationId, organizationId), eq(templates.id, id));
}
