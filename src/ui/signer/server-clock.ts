/** How far the server's clock is ahead of this device's. */
let aheadMs = 0;

/** Takes the server's time from a response. */
export function noteServerTime({ headers }: Response): void {
  const at = Date.parse(headers.get('date') ?? '');
  if (at > 0) aheadMs = at - Date.now();
}

/** Returns the current time by the server's clock, in milliseconds. */
export function readServerTime(): number {
  return Date.now() + aheadMs;
}
