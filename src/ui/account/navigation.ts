import type { IconName } from '#ui/kit/icons/icon-paths.ts';

type Destination = { readonly href: string; readonly label: string; readonly icon: IconName };

/** The places of the dashboard, in the order of the navigation. The outbox exists only where mail is kept here. */
export function destinations(options: { readonly outbox: boolean }): Destination[] {
  return [
    { href: '/envelopes', label: 'Envelopes', icon: 'envelope' },
    ...(options.outbox ? ([{ href: '/outbox', label: 'Outbox', icon: 'inbox' }] as const) : []),
    { href: '/settings/api-keys', label: 'API keys', icon: 'key' },
  ];
}

/** Whether a destination is the one that the path lies in. */
export function isCurrent(destination: Destination, pathname: string): boolean {
  return pathname === destination.href || pathname.startsWith(`${destination.href}/`);
}
