import { and, eq, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
import type { Template } from '#domain/template/template.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { templates } from '#server/db/schema/templates.ts';
import { TEMPLATE_COLUMNS, toTemplate } from './templates.ts';

export type TemplateFilter = {
  /** Part of the name or file name, case-insensitive. */
  readonly q: string | null;
  readonly archived: boolean;
};
/** The last row of the previous page. */
export type AfterTemplate = { readonly createdAt: Date; readonly id: string };

/** Returns a page of an organization's active or archived templates, newest first, after `after`. */
export async function listTemplates(
  tx: Transaction,
  organizationId: string,
  filter: TemplateFilter,
  page: { readonly after: AfterTemplate | null; readonly limit: number },
): Promise<Template[]> {
  const rows = await tx
    .select(TEMPLATE_COLUMNS)
    .from(templates)
    .where(
      and(
        eq(templates.organizationId, organizationId),
        filter.archived ? isNotNull(templates.archivedAt) : isNull(templates.archivedAt),
        matchQuery(filter.q),
        matchAfter(page.after),
      ),
    )
    // Matches the order of the index. Otherwise PostgreSQL would sort nulls first and couldn't use it.
    .orderBy(sql`${templates.createdAt} desc nulls last, ${templates.id} desc nulls last`)
    .limit(page.limit);
  return rows.map(toTemplate);
}

function matchQuery(q: string | null): SQL | undefined {
  if (q === null) return undefined;
  // Names are stored in composed form.
  return sql`${templates.id} in (select matching_templates(lower(${q.normalize('NFC')})))`;
}

function matchAfter(after: AfterTemplate | null): SQL | undefined {
  if (after === null) return undefined;
  return sql`(${templates.createdAt}, ${templates.id}) < (${after.createdAt.toISOString()}, ${after.id})`;
}
