import { type BoostedTrees, probability } from './boosted-trees.ts';
import { CUES, type Candidate } from './candidate.ts';
import { chooseCandidates } from './choose-candidates.ts';
import { candidateFeatures } from './features.ts';
import { fieldKind } from './field-kind.ts';
import { labelOf } from './field-label.ts';
import { findCandidates } from './find-candidates.ts';
import { shippedTrees } from './form-model.ts';
import { isWithin, officeZones } from './office-zones.ts';
import { type PageFacts, asFractions } from './page-facts.ts';
import type { ProposedField } from './propose-fields.ts';
import { radioGroups } from './tick-groups.ts';

/** Finds the fields of a form's page: every place that may be one, scored by trees, and of those that collide the best. */
export function formFields(page: PageFacts, trees: BoostedTrees = shippedTrees()): ProposedField[] {
  const layout = findCandidates(page);
  const { rows, surroundings } = candidateFeatures(layout);
  const probabilities = rows.map((row) => probability(trees, row));
  const reserved = officeZones(layout);
  const found = chooseCandidates(layout.candidates, probabilities).flatMap((index) => {
    const box = layout.candidates[index];
    const near = surroundings[index];
    if (box === undefined || near === undefined) return [];
    if (reserved.some((zone) => isWithin(box, zone))) return [];
    const isTick = isTickBox(box);
    return [{ box, isTick, label: labelOf(box, near, isTick), confidence: probabilities[index] ?? 0 }];
  });
  const groups = radioGroups(found.map(({ box, isTick, label }) => ({ box, label: isTick ? label : '' })));
  return found.map(({ box, isTick, label, confidence }, index): ProposedField => {
    const group = isTick ? (groups[index] ?? null) : null;
    const type = isTick ? (group === null ? 'checkbox' : 'radio') : fieldKind(label, box);
    return {
      page: page.number,
      box: asFractions(box, page),
      type,
      label,
      required: type === 'signature' || (!isTick && isMarkedRequired(label)),
      multiline: type === 'text' && isTall(box),
      group: group === null ? null : `page ${page.number} ${group}`,
      partyIndex: null,
      proposedAutoSource: null,
      confidence,
    };
  });
}

const TICK_CUES = CUES.reduce((mask, cue, index) => (cue.startsWith('tick') ? mask | (1 << index) : mask), 0);

function isTickBox({ cues }: Candidate): boolean {
  return (cues & TICK_CUES) !== 0;
}

/** From this height a blank takes more than one line, in points; stacked rules do in any case. */
const TWO_LINES = 28;

function isTall({ height, parts, cues }: Candidate): boolean {
  return height >= TWO_LINES || (parts > 1 && (cues & (1 << CUES.indexOf('stacked'))) !== 0);
}

function isMarkedRequired(label: string): boolean {
  return /(^\s*\*|\*\s*:?\s*$|\((required|pflichtfeld|obligatoire|obligatorio|obbligatorio|verplicht)\))/i.test(
    label,
  );
}
