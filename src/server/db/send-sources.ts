import { and, eq } from 'drizzle-orm';
import type { SendSources } from '#domain/envelope/send.ts';
import type { Database } from './client.ts';
import { envelopes } from './schema/envelopes.ts';
import { organizations } from './schema/organizations.ts';
import { templateRoles } from './schema/template-roles.ts';
import { templates } from './schema/templates.ts';
import { within } from './transaction.ts';

/** The names of an envelope's organization, template and sender's role as they are now, for its name pattern. */
export async function readSendSources(
  world: { readonly db: Database },
  organizationId: string,
  envelopeId: string,
): Promise<SendSources> {
  return await within(world.db, { organizationId }, async (tx) => {
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
      organizationName: row?.organizationName ?? '',
      templateName: row?.templateName ?? null,
      senderRoleName: row?.senderRoleName ?? null,
    };
  });
}
