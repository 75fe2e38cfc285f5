import { and, eq, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
import type { Template } from '#domain/template/template.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { templates } from '#server/db/schema/templates.ts';
import { toTemplate } from './templates.ts';

export type TemplateFilter = {
  /** Part of the name or of the file's name, whatever its case. */
  readonly q: string | null;
  readonly archived: boolean;
};
/** The last row of the page before: its creation time and identifier. */
export type AfterTemplate = { readonly createdAt: Date; readonly id: string };

/** One page of an organization's templates, active or archived ones, newest first, starting behind `after`. */
export async function listTemplates(
  tx: Transaction,
  organizationId: string,
  filter: TemplateFilter,
  page: { readonly after: AfterTemplate | null; readonly limit: number },
): Promise<Template[]> {
  const rows = await tx
    .select()
    .from(templates)
    .where(
      and(
        eq(templates.organizationId, organizationId),
        filter.archived ? isNotNull(templates.archivedAt) : isNull(templates.archivedAt),
        matching(filter.q),
        behind(page.after),
      ),
    )
    // As the index has them: without the words PostgreSQL takes nulls first, and sorts all of them anew.
    .orderBy(sql`${templates.createdAt} desc nulls last, ${templates.id} desc nulls last`)
    .limit(page.limit);
  return rows.map(toTemplate);
}

function matching(q: string | null): SQL | undefined {
  if (q === null) return undefined;
  // Names are stored in composed form.
  return sql`${templates.id} in (select matching_templates(lower(${q.normalize('NFC')})))`;
}

function behind(after: AfterTemplate | null): SQL | undefined {
  if (after === null) return undefined;
  return sql`(${templates.createdAt}, ${templates.id}) < (${after.createdAt.toISOString()}, ${after.id})`;
}
