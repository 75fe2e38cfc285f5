import type { Prose } from '#reading/page/prose.ts';

/** Weights over `pageEvidence`: the log-odds that a page on which candidates were chosen has fields at all. */
export type PagePrior = readonly number[];

/** Pages with fewer words than this are short. */
const SHORT = 150;

/** Scans without a text layer have no words at all, which must not speak against them. */
const FEWEST = 40;

/** How many of the best candidates say how good a page's candidates are. */
const BEST = 5;

/**
 * What speaks for and against fields on a page, as numbers: how probable the chosen candidates are, best and in all,
 * against how much of the page is running text, and how much of it explains.
 */
export function pageEvidence(probabilities: readonly number[], words: number, prose: Prose): number[] {
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

/** Log-odds from which the candidates of a page are taken for fields. */
const LEAST = 2;

/** Whether a page has fields, by what `pageEvidence` tells of it. */
export function hasFields(prior: PagePrior, evidence: readonly number[]): boolean {
  return evidence.reduce((sum, value, index) => sum + value * (prior[index] ?? 0), 0) >= LEAST;
}

function logOdds(p: number): number {
  return Math.log(p / (1 - p));
}
