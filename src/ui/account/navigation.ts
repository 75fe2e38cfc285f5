import { m } from '#i18n/compiled/messages.js';
import type { IconName } from '#ui/kit/icons/icon-paths.ts';

export type Destination = { readonly href: string; readonly label: () => string; readonly icon: IconName };

/**
 * Returns the main navigation. The outbox is included only in test mode and where no mail server is
 * configured. Administration is included only for people who run the instance.
 */
export function listDestinations(options: {
  readonly outbox: 'outbox' | 'test' | null;
  readonly administration: boolean;
}): Destination[] {
  return [
    { href: '/envelopes', label: m.settings_envelopes, icon: 'envelope' },
    { href: '/templates', label: m.settings_templates, icon: 'copy' },
    { href: '/reports', label: m.reports_title, icon: 'chart' },
    ...(options.outbox === null
      ? []
      : ([{ href: '/outbox', label: getOutboxTitle(options.outbox), icon: 'inbox' }] as const)),
    ...(options.administration
      ? ([{ href: '/administration', label: m.administration_title, icon: 'shield' }] as const)
      : []),
    { href: '/settings', label: m.settings_title, icon: 'settings' },
  ];
}

/** Returns the title of the page that shows kept emails. */
export function getOutboxTitle(kind: 'outbox' | 'test') {
  return kind === 'test' ? m.settings_test_inbox : m.settings_outbox;
}

/** Checks whether a path belongs to a destination. */
export function isCurrent(destination: Destination, pathname: string): boolean {
  return pathname === destination.href || pathname.startsWith(`${destination.href}/`);
}
