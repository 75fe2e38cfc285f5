/** How a page that was opened with a session URL ends. */
export type Visit = {
  readonly delivery: 'embedded' | 'in_person';
  readonly returnUrl: string;
  /** Whether another page shows this one in a frame and decides on its own what comes next. */
  readonly isFramed: boolean;
};

/** Returns the URL to go back to, which includes what happened. */
export function returnAddress({ returnUrl }: Visit, event: 'signed' | 'declined' | 'ended'): string {
  const url = new URL(returnUrl);
  url.searchParams.set('event', event);
  return url.href;
}
