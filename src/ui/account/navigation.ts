import { may, type Right, type Role } from '#domain/organization/role.ts';
import { m } from '#i18n/compiled/messages.js';
import type { IconName } from '#ui/kit/icons/icon-paths.ts';

type Destination = { readonly href: string; readonly label: () => string; readonly icon: IconName };

/** Returns the dashboard's main navigation. The outbox exists only where emails are kept. */
export function destinations(options: { readonly outbox: boolean }): Destination[] {
  return [
    { href: '/envelopes', label: m.envelopes_title, icon: 'envelope' },
    { href: '/templates', label: m.envelopes_nav_templates, icon: 'copy' },
    ...(options.outbox ? ([{ href: '/outbox', label: m.envelopes_nav_outbox, icon: 'inbox' }] as const) : []),
    { href: '/settings', label: m.envelopes_nav_settings, icon: 'settings' },
  ];
}

/** A settings page and the right it needs. */
type SettingsPage = Destination & { readonly needs: Right };

/** The settings pages in navigation order. A new page is one line here and its route. */
const SETTINGS_PAGES: readonly SettingsPage[] = [
  { href: '/settings/profile', label: m.envelopes_nav_profile, icon: 'user', needs: 'read' },
  { href: '/settings/organization', label: m.envelopes_nav_organization, icon: 'building', needs: 'read' },
  { href: '/settings/branding', label: m.envelopes_nav_branding, icon: 'eye', needs: 'administer' },
  { href: '/settings/defaults', label: m.envelopes_nav_defaults, icon: 'pencil', needs: 'administer' },
  { href: '/settings/members', label: m.envelopes_nav_members, icon: 'users', needs: 'administer' },
  { href: '/settings/teams', label: m.envelopes_nav_teams, icon: 'hash', needs: 'administer' },
  { href: '/settings/api-keys', label: m.envelopes_nav_api_keys, icon: 'key', needs: 'administer' },
  { href: '/settings/webhooks', label: m.envelopes_nav_webhooks, icon: 'send', needs: 'administer' },
  { href: '/settings/mail', label: m.envelopes_nav_mail, icon: 'mail', needs: 'administer' },
  { href: '/settings/agents', label: m.envelopes_nav_agents, icon: 'plug', needs: 'read' },
  { href: '/settings/audit', label: m.envelopes_nav_audit, icon: 'list', needs: 'administer' },
];

/** Returns the settings pages that a role may open. */
export function settingsPages(role: Role): readonly SettingsPage[] {
  return SETTINGS_PAGES.filter(({ needs }) => may(role, needs));
}

/** Whether the path is at or below a destination. */
export function isCurrent(destination: Destination, pathname: string): boolean {
  return pathname === destination.href || pathname.startsWith(`${destination.href}/`);
}
