import type { FieldType } from '#domain/field/catalogue.ts';
import { computeProbability } from '#reading/model/boosted-trees.ts';
import type { Candidate } from '#reading/candidates/candidate.ts';
import { chooseCandidates } from '#reading/candidates/choose-candidates.ts';
import { computeCandidateFeatures } from '#reading/model/features.ts';
import { detectFieldKind } from '#reading/labels/field-kind.ts';
import { findFieldLabel } from '#reading/labels/field-label.ts';
import { findCandidates } from '#reading/candidates/find-candidates.ts';
import type { FormModel } from '#reading/model/form-model.ts';
import { isWithin, findOfficeZones } from './office-zones.ts';
import { adjustToSimilarCells } from '#reading/candidates/similar-cells.ts';
import { hasMeaning, normalizeLabelWords } from '#reading/labels/label-words.ts';
import type { PageFacts } from '#reading/page/page-facts.ts';
import { collectPageEvidence } from '#reading/model/page-prior.ts';
import { isTickSized } from '#reading/candidates/tick-boxes.ts';
import { findInformativeCells } from '#reading/candidates/sentence-cells.ts';

/** A chosen candidate, with its label. */
export type Chosen = {
  readonly box: Candidate;
  readonly isTick: boolean;
  readonly label: string;
  readonly kind: FieldType;
  /** From 0 to 1. */
  readonly confidence: number;
};

/** Chooses among the candidates of a page. `evidence` says whether such a page has fields at all. */
export function choosePage(
  page: PageFacts,
  { trees, ticks }: Pick<FormModel, 'trees' | 'ticks'>,
): { readonly chosen: readonly Chosen[]; readonly evidence: readonly number[] } {
  const layout = findCandidates(page);
  const { rows, surroundings, prose } = computeCandidateFeatures(layout);
  const informative = findInformativeCells(layout);
  const agreed = adjustToSimilarCells(
    layout.candidates,
    rows.map((row) => computeProbability(trees, row)),
  );
  const scored = rows.flatMap((row, index) => {
    const box = layout.candidates[index];
    const near = surroundings[index];
    const raw = agreed[index] ?? 0;
    if (box === undefined || near === undefined || raw < HOPELESS || informative.has(box.frame)) return [];
    const isTick = isTickSized(box) && computeProbability(ticks, row) >= 0.5;
    const label = findFieldLabel(box, near, isTick);
    const kind: FieldType = isTick ? 'checkbox' : detectFieldKind(label, box);
    return [
      {
        box,
        isTick,
        label,
        kind,
        raw,
        confidence: kind === 'signature' && !isOffice(label) ? favorSignature(raw) : raw,
      },
    ];
  });
  const reserved = findOfficeZones(layout);
  const indexes = chooseCandidates(
    scored.map(({ box }) => box),
    scored.map(({ confidence }) => confidence),
  );
  const chosen = indexes.flatMap((index) => {
    const one = scored[index];
    return one === undefined || reserved.some((zone) => isWithin(one.box, zone)) ? [] : [one];
  });
  const words = page.lines.reduce((sum, line) => sum + line.words.length, 0);
  const evidence = collectPageEvidence(
    chosen.map(({ raw }) => raw),
    words,
    prose,
  );
  return { chosen, evidence };
}

/** Candidates with a lower probability aren't worth reading their words. */
const HOPELESS = 0.05;

/**
 * Log-odds in favor of signatures. The training forms often have no field for signatures because they are
 * signed on paper, and in this product a missed signature costs more than an extra one.
 */
const SIGNATURE_FAVOR = 1.8;

/** Checks whether a judge, clerk, or notary signs here. */
function isOffice(label: string): boolean {
  return hasMeaning(normalizeLabelWords(label), 'office');
}

function favorSignature(raw: number): number {
  return 1 / (1 + Math.exp(-(Math.log(raw / (1 - raw)) + SIGNATURE_FAVOR)));
}
