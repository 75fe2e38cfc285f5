import { may, type Right, type Role } from '#domain/organization/role.ts';
import type { IconName } from '#ui/kit/icons/icon-paths.ts';

type Destination = { readonly href: string; readonly label: string; readonly icon: IconName };

/** The places of the dashboard, in the order of the navigation. The outbox exists only where mail is kept here. */
export function destinations(options: { readonly outbox: boolean }): Destination[] {
  return [
    { href: '/envelopes', label: 'Envelopes', icon: 'envelope' },
    { href: '/templates', label: 'Templates', icon: 'copy' },
    ...(options.outbox ? ([{ href: '/outbox', label: 'Outbox', icon: 'inbox' }] as const) : []),
    { href: '/settings', label: 'Settings', icon: 'settings' },
  ];
}

/** A page of the settings, and the right in the organization that it needs. */
type SettingsPage = Destination & { readonly needs: Right };

/** The pages of the settings, in the order in which they are offered: a new page is one line here and its route. */
const SETTINGS_PAGES: readonly SettingsPage[] = [
  { href: '/settings/profile', label: 'Profile & security', icon: 'user', needs: 'read' },
  { href: '/settings/organization', label: 'Organization', icon: 'building', needs: 'read' },
  { href: '/settings/branding', label: 'Branding', icon: 'eye', needs: 'administer' },
  { href: '/settings/defaults', label: 'Defaults', icon: 'pencil', needs: 'administer' },
  { href: '/settings/members', label: 'Members', icon: 'users', needs: 'administer' },
  { href: '/settings/teams', label: 'Teams', icon: 'hash', needs: 'administer' },
  { href: '/settings/api-keys', label: 'API keys', icon: 'key', needs: 'administer' },
  { href: '/settings/webhooks', label: 'Webhooks', icon: 'send', needs: 'administer' },
  { href: '/settings/mail', label: 'Mail', icon: 'mail', needs: 'administer' },
  { href: '/settings/agents', label: 'Connected agents', icon: 'plug', needs: 'read' },
  { href: '/settings/audit', label: 'Audit', icon: 'list', needs: 'administer' },
];

/** The pages of the settings that somebody of this role may open. */
export function settingsPages(role: Role): readonly SettingsPage[] {
  return SETTINGS_PAGES.filter(({ needs }) => may(role, needs));
}

/** Whether a destination is the one that the path lies in. */
export function isCurrent(destination: Destination, pathname: string): boolean {
  return pathname === destination.href || pathname.startsWith(`${destination.href}/`);
}
