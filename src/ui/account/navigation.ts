import { may, type Right, type Role } from '#domain/organization/role.ts';
import { m } from '#i18n/compiled/messages.js';
import type { IconName } from '#ui/kit/icons/icon-paths.ts';

type Destination = { readonly href: string; readonly label: () => string; readonly icon: IconName };

/** Returns the main navigation. The outbox exists only where no mail server is configured. */
export function destinations(options: { readonly outbox: boolean }): Destination[] {
  return [
    { href: '/envelopes', label: m.settings_envelopes, icon: 'envelope' },
    { href: '/templates', label: m.settings_templates, icon: 'copy' },
    { href: '/reports', label: m.reports_title, icon: 'chart' },
    ...(options.outbox ? ([{ href: '/outbox', label: m.settings_outbox, icon: 'inbox' }] as const) : []),
    { href: '/settings', label: m.settings_title, icon: 'settings' },
  ];
}

/** A settings page, and the right it requires. */
type SettingsPage = Destination & { readonly needs: Right };

/** All settings pages, in the order of their navigation. */
const SETTINGS_PAGES: readonly SettingsPage[] = [
  { href: '/settings/profile', label: m.account_profile, icon: 'user', needs: 'read' },
  { href: '/settings/organization', label: m.settings_organization, icon: 'building', needs: 'read' },
  { href: '/settings/branding', label: m.settings_branding, icon: 'eye', needs: 'administer' },
  { href: '/settings/defaults', label: m.settings_defaults, icon: 'pencil', needs: 'administer' },
  { href: '/settings/members', label: m.settings_members, icon: 'users', needs: 'administer' },
  { href: '/settings/teams', label: m.settings_teams, icon: 'hash', needs: 'administer' },
  { href: '/settings/api-keys', label: m.settings_api_keys, icon: 'key', needs: 'administer' },
  { href: '/settings/webhooks', label: m.settings_webhooks, icon: 'send', needs: 'administer' },
  { href: '/settings/embedding', label: m.settings_embedding, icon: 'plug', needs: 'administer' },
  { href: '/settings/identity-providers', label: m.settings_providers, icon: 'shield', needs: 'administer' },
  { href: '/settings/mail', label: m.settings_mail, icon: 'mail', needs: 'administer' },
  { href: '/settings/agents', label: m.settings_agents, icon: 'plug', needs: 'read' },
  { href: '/settings/audit', label: m.settings_audit, icon: 'list', needs: 'administer' },
];

/** Returns the settings pages that a role can open. */
export function settingsPages(role: Role): readonly SettingsPage[] {
  return SETTINGS_PAGES.filter(({ needs }) => may(role, needs));
}

/** Tells whether a path belongs to a destination. */
export function isCurrent(destination: Destination, pathname: string): boolean {
  return pathname === destination.href || pathname.startsWith(`${destination.href}/`);
}
