import { and, eq, sql } from 'drizzle-orm';
import type { SendSources } from '#domain/envelope/name.ts';
import { getSigningParty, type Site } from '#server/crypto/webauthn/signing-party.ts';
import type { Database } from '#server/db/client/client.ts';
import { listEnabledProviders } from '#server/db/organizations/identity-providers.ts';
import { envelopeFields } from '#server/db/schema/envelope-fields.ts';
import { envelopes } from '#server/db/schema/envelopes.ts';
import { organizations } from '#server/db/schema/organizations.ts';
import { templateRoles } from '#server/db/schema/template-roles.ts';
import { templates } from '#server/db/schema/templates.ts';
import { users } from '#server/db/schema/users.ts';
import { transaction } from '#server/db/client/transaction.ts';

type From = {
  readonly db: Database;
  readonly sms: unknown;
  readonly config: { readonly http: Site };
};

/**
 * Returns the current names of an envelope's organization, template and sender role and the sender's time zone
 * for its name pattern, the ways in which people can prove who they are, and whether a field takes several options.
 */
export async function readSendSources(
  { db, sms, config }: From,
  organizationId: string,
  envelopeId: string,
): Promise<
  Omit<SendSources, 'crowded' | 'versions'> & {
    readonly hasChoices: boolean;
    readonly isNewVersion: boolean;
  }
> {
  return await transaction(db, { organizationId }, async (tx) => {
    const [providers, [row]] = await Promise.all([
      listEnabledProviders(tx, organizationId),
      tx
        .select({
          organizationName: organizations.name,
          templateName: templates.name,
          senderRoleName: templateRoles.apiRoleName,
          senderTimeZone: users.timeZone,
          previousVersionId: envelopes.previousVersionId,
          hasChoices: sql<boolean>`exists (select from ${envelopeFields} where ${and(
            eq(envelopeFields.organizationId, organizationId),
            eq(envelopeFields.envelopeId, envelopeId),
            eq(envelopeFields.type, 'choices'),
          )})`,
        })
        .from(organizations)
        .leftJoin(
          envelopes,
          and(eq(envelopes.organizationId, organizations.id), eq(envelopes.id, envelopeId)),
        )
        .leftJoin(users, eq(users.id, envelopes.senderUserId))
        .leftJoin(
          templates,
          and(eq(templates.organizationId, organizations.id), eq(templates.id, envelopes.templateId)),
        )
        .leftJoin(
          templateRoles,
          and(
            eq(templateRoles.organizationId, organizations.id),
            eq(templateRoles.templateId, templates.id),
            eq(templateRoles.isSender, true),
          ),
        )
        .where(eq(organizations.id, organizationId)),
    ]);
    return {
      means: {
        sms: sms !== null,
        providers: providers.map(({ id }) => id),
        passkeys: getSigningParty(config.http) !== null,
      },
      organizationName: row?.organizationName ?? '',
      templateName: row?.templateName ?? null,
      senderRoleName: row?.senderRoleName ?? null,
      senderTimeZone: row?.senderTimeZone ?? null,
      hasChoices: row?.hasChoices ?? false,
      isNewVersion: row?.previousVersionId != null,
    };
  });
}
