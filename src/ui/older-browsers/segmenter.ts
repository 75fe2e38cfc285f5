/**
 * A character with everything that belongs to it: https://unicode.org/reports/tr29/, without the conjuncts of
 * Indic scripts.
 */
const CLUSTER =
  /\r\n|(?:\p{RI}{2}|[\u1100-\u115F]+[\u1160-\u11A7]*[\u11A8-\u11FF]*|\p{ExtPict}(?:[\p{EMod}\p{M}]*\u200D\p{ExtPict})*|[^])[\p{EMod}\p{M}\u200C\u200D\u{E0020}-\u{E007F}]*/gu;

/** Splits texts into characters like `Intl.Segmenter`, which Firefox has had since 2024. */
export class Segmenter {
  segment(text: string): { readonly segment: string }[] {
    return Array.from(text.matchAll(CLUSTER), ([segment]) => ({ segment }));
  }
}
