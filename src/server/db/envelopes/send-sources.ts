import { and, eq } from 'drizzle-orm';
import type { Means } from '#domain/envelope/means.ts';
import type { SendSources } from '#domain/envelope/name.ts';
import type { Database } from '#server/db/client/client.ts';
import { envelopes } from '#server/db/schema/envelopes.ts';
import { organizations } from '#server/db/schema/organizations.ts';
import { templateRoles } from '#server/db/schema/template-roles.ts';
import { templates } from '#server/db/schema/templates.ts';
import { transaction } from '#server/db/client/transaction.ts';

/**
 * Returns the current names of an envelope's organization, template and sender role, for its name pattern.
 */
export async function readSendSources(
  { db, means }: { readonly db: Database; readonly means: Means },
  organizationId: string,
  envelopeId: string,
): Promise<SendSources> {
  return await transaction(db, { organizationId }, async (tx) => {
    const [row] = await tx
      .select({
        organizationName: organizations.name,
        templateName: templates.name,
        senderRoleName: templateRoles.apiRoleName,
      })
      .from(organizations)
      .leftJoin(envelopes, and(eq(envelopes.organizationId, organizations.id), eq(envelopes.id, envelopeId)))
      .leftJoin(templates, eq(templates.id, envelopes.templateId))
      .leftJoin(
        templateRoles,
        and(eq(templateRoles.templateId, templates.id), eq(templateRoles.isSender, true)),
      )
      .where(eq(organizations.id, organizationId));
    return {
      means,
      organizationName: row?.organizationName ?? '',
      templateName: row?.templateName ?? null,
      senderRoleName: row?.senderRoleName ?? null,
    };
  });
}
