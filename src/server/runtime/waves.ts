/**
 * Counts what clients do by kind, and reports each wave once, so that nobody can fill the log. A wave lasts
 * that many milliseconds from the first thing that is counted.
 */
export function createWaveCounter<Kind extends string>(
  waveMs: number,
  report: (wave: Readonly<Partial<Record<Kind, number>>>) => void,
): (kind: Kind) => void {
  let wave: Partial<Record<Kind, number>> | null = null;
  return (kind) => {
    if (wave === null) {
      const begun: Partial<Record<Kind, number>> = {};
      wave = begun;
      setTimeout(() => {
        wave = null;
        report(begun);
      }, waveMs).unref();
    }
    wave[kind] = (wave[kind] ?? 0) + 1;
  };
}
