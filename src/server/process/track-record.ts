/** How long a cut-off document counts against its owner, in milliseconds. */
const REMEMBERED_MS = 10 * 60_000;
const MOST_STRIKES = 3;

/**
 * Remembers which owners' last documents took too long, until one of their documents succeeds or ten minutes
 * have passed.
 */
export class TrackRecord {
  private readonly strikes = new Map<string, { count: number; until: number }>();

  /** Returns how many of an owner's last documents were cut off in a row, at most three. */
  countStrikes(owner: string, nowMs: number): number {
    const known = this.strikes.get(owner);
    return known === undefined || known.until <= nowMs ? 0 : known.count;
  }

  /** Notes how a document ended. */
  note(owner: string, ending: 'succeeded' | 'cut off', nowMs: number): void {
    const count = Math.min(MOST_STRIKES, this.countStrikes(owner, nowMs) + 1);
    if (ending === 'succeeded') this.strikes.delete(owner);
    else this.strikes.set(owner, { count, until: nowMs + REMEMBERED_MS });
    for (const [name, { until }] of this.strikes) if (until <= nowMs) this.strikes.delete(name);
  }
}
