import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEVELOPMENT_SET } from '../scripts/detection/development-set.ts';

/** The scorer that comes with the development set. */
export const SCORER = join(DEVELOPMENT_SET, '..', 'score.mjs');

/** The scorer's output for a set of predictions. */
export type Scores = { readonly meanDocF1: number } & Readonly<
  Record<'iouT' | 'iou_signature' | 'kind_date', { readonly f1: number }>
>;

/** Scores a directory of predictions. */
export function computeScores(truth: string, predictions: string): Scores {
  const directory = mkdtempSync(join(tmpdir(), 'scores-'));
  const file = join(directory, 'scores.json');
  execFileSync(process.execPath, [SCORER, '--truth', truth, '--pred', predictions, '--json', file]);
  const told = JSON.parse(readFileSync(file, 'utf8')) as Scores;
  rmSync(directory, { recursive: true });
  return told;
}

/** Prints everything the scorer says about predictions. */
export function printScore(truth: string, predictions: string): void {
  console.log(execFileSync(process.execPath, [SCORER, '--truth', truth, '--pred', predictions]).toString());
}

/** Prints how long pages took: the mean and the 95th percentile. */
export function printTimes(what: string, times: readonly number[]): void {
  const sorted = times.toSorted((one, other) => one - other);
  const mean = sorted.reduce((sum, ms) => sum + ms, 0) / Math.max(1, sorted.length);
  const p95 = sorted[Math.floor(sorted.length * 0.95)] ?? 0;
  console.log(
    `${sorted.length} ${what}: ${mean.toFixed(1)} ms of processor time a page (mean), ${p95.toFixed(1)} ms (p95)`,
  );
}
