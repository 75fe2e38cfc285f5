import type { AdministrativeAction } from '#domain/organization/audit/administrative-actions.ts';
import { m } from '#i18n/compiled/messages.js';
import { AUDIT_SENTENCES } from './audit-sentences.ts';

/** An entry of the audit log. */
export type AuditEntry = {
  readonly id: string;
  readonly actorName: string;
  readonly action: AdministrativeAction;
  readonly subjectName: string;
  readonly details: Readonly<Record<string, string>> | null;
  readonly occurredAt: string;
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
};

/** Returns entries as the lines of a file, with times in UTC. */
export function toAuditLines(entries: readonly AuditEntry[]): string[][] {
  const head = [
    `${m.settings_column_time()} (UTC)`,
    m.settings_audit_who(),
    m.settings_column_change(),
    m.settings_audit_action(),
    m.settings_audit_details(),
    m.settings_audit_ip(),
    m.settings_audit_device(),
    m.settings_audit_entry(),
  ];
  return [
    head,
    ...entries.map(({ id, actorName, action, subjectName, details, occurredAt, ipAddress, userAgent }) => [
      occurredAt,
      actorName,
      AUDIT_SENTENCES[action]({ actor: actorName, subject: subjectName }),
      action,
      Object.entries(details ?? {})
        .map(([name, value]) => `${name}: ${value}`)
        .join('; '),
      ipAddress ?? '',
      userAgent ?? '',
      id,
    ]),
  ];
}
