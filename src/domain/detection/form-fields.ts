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
  const scored = rows.flatMap((row, index) => {
    const box = layout.candidates[index];
    const near = surroundings[index];
    const raw = probability(trees, row);
    if (box === undefined || near === undefined || raw < HOPELESS) return [];
    const isTick = isTickBox(box);
    const label = labelOf(box, near, isTick);
    const kind = isTick ? 'checkbox' : fieldKind(label, box);
    return [{ box, isTick, label, kind, confidence: kind === 'signature' ? favoured(raw) : raw }];
  });
  const reserved = officeZones(layout);
  const chosen = chooseCandidates(
    scored.map(({ box }) => box),
    scored.map(({ confidence }) => confidence),
  );
  const found = chosen.flatMap((index) => {
    const one = scored[index];
    return one === undefined || reserved.some((zone) => isWithin(one.box, zone)) ? [] : [one];
  });
  const groups = radioGroups(found.map(({ box, isTick, label }) => ({ box, label: isTick ? label : '' })));
  return found.map(({ box, isTick, label, kind, confidence }, index): ProposedField => {
    const group = isTick ? (groups[index] ?? null) : null;
    const type = group === null ? kind : 'radio';
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

/** Below this no candidate is worth a look at its words. */
const HOPELESS = 0.05;

/**
 * Log-odds by which a place to sign is favoured: forms of the development set often leave it without a field, since
 * they are signed on paper, and here one that is missed costs more than one too many.
 */
const SIGNATURE_FAVOUR = 1.8;

function favoured(raw: number): number {
  return 1 / (1 + Math.exp(-(Math.log(raw / (1 - raw)) + SIGNATURE_FAVOUR)));
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
