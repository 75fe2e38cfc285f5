import type { Prose } from '#reading/page/prose.ts';

/**
 * The weights of what `collectPageEvidence` returns, which give the log-odds that a page with chosen candidates has
 * fields at all.
 */
export type PagePrior = readonly number[];

/** Pages with fewer words count as short. */
const SHORT = 150;

/**
 * The number of words that every page is given at least. Scans without a text layer have no words, and that
 * must not count against them.
 */
const FEWEST = 40;

/** How many of the best candidates are used to rate a page. */
const BEST = 5;

/**
 * Returns the evidence for and against fields on a page: the probabilities of its chosen candidates, and the
 * share of running text and explanations.
 */
export function collectPageEvidence(probabilities: readonly number[], words: number, prose: Prose): number[] {
  const best = [...probabilities].sort((one, other) => other - one);
  const sum = best.reduce((total, p) => total + p, 0);
  const top = best.slice(0, BEST).reduce((total, p) => total + p, 0) / BEST;
  return [
    1,
    logOdds(Math.min(0.98, Math.max(0.02, top))),
    Math.log(1 + sum),
    prose.share,
    Math.log(Math.max(FEWEST, words) / SHORT),
    Math.min(3, prose.notices),
    logOdds(Math.min(0.99, Math.max(0.02, best[0] ?? 0))),
  ];
}

/** The log-odds above which a page's candidates count as fields. */
const LEAST = 2;

export function hasFields(prior: PagePrior, evidence: readonly number[]): boolean {
  return evidence.reduce((sum, value, index) => sum + value * (prior[index] ?? 0), 0) >= LEAST;
}

function logOdds(p: number): number {
  return Math.log(p / (1 - p));
}
