import type { EffectPayloads } from '#domain/effects.ts';
import { DEFAULT_LANGUAGE } from '#domain/language.ts';
import { getShownName } from '#domain/organization/shown-name.ts';
import { readOwners } from '#server/db/accounts/users.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { readExport } from '#server/db/organizations/exports.ts';
import { readOrganization } from '#server/db/organizations/organizations.ts';
import { MAIL_TEMPLATES } from '#server/mail/templates.ts';
import { buildBranding } from '#server/organizations/branding.ts';
import type { Services } from '#server/runtime/services.ts';
import { sendToAll } from './send-to-all.ts';

/** Emails the owners, who alone can start another one, that the service stopped an export. */
export async function sendExportStoppedEmail(
  services: Services,
  { organizationId, exportId }: EffectPayloads['svc/export.stopped'],
  lastAttempt: boolean,
): Promise<void> {
  const found = await transaction(services.db, { organizationId }, async (tx) => ({
    stopped: await readExport(tx, organizationId, exportId),
    owners: await readOwners(tx, organizationId),
    organization: await readOrganization(tx, organizationId),
  }));
  const { stopped, owners, organization } = found;
  if (stopped === null) return;
  await sendToAll(services, owners, ({ id, name, locale }) => ({
    organizationId,
    rendered: MAIL_TEMPLATES['export-stopped']({
      branding: buildBranding(services, organization),
      language: locale ?? DEFAULT_LANGUAGE,
      recipientName: name,
      organizationName: getShownName(organization),
      who: stopped.startedBy,
      page: `${services.config.http.origin}/settings/export`,
    }),
    identifier: `${exportId}.stopped.${id}`,
    record: { about: 'export', lastAttempt },
  }));
}
