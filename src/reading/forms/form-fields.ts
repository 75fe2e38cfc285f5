import { findAutoSources } from './auto-sources.ts';
import { CUES, type Candidate } from '#reading/candidates/candidate.ts';
import { type Chosen, choosePage } from './choose-page.ts';
import { findColumnHeadings, isBare } from '#reading/labels/column-headings.ts';
import { detectFieldKind } from '#reading/labels/field-kind.ts';
import { type FormModel, getShippedModel } from '#reading/model/form-model.ts';
import { type PageFacts, toFractions } from '#reading/page/page-facts.ts';
import { hasFields } from '#reading/model/page-prior.ts';
import type { ProposedField } from '#reading/proposed-field.ts';
import { type TickGroup, tickGroups } from './tick-groups.ts';

/** Finds the fields on a page of a form. Scores every candidate and keeps the best of those that overlap. */
export function findFormFields(page: PageFacts, model: FormModel = getShippedModel()): ProposedField[] {
  const { chosen, evidence } = choosePage(page, model);
  // A signature makes a page a form, however little else the page asks for.
  const isSigned = chosen.some(({ kind }) => kind === 'signature');
  if (!isSigned && !hasFields(model.pagePrior, evidence)) return [];
  const found = labelByColumns(chosen, page);
  const groups = assignTickGroups(found, page);
  const sources = findAutoSources(found);
  return found.map(({ box, isTick, label, kind, confidence }, index): ProposedField => {
    const group = groups[index] ?? null;
    const type = group?.isExclusive === true ? 'radio' : kind;
    return {
      page: page.number,
      box: toFractions(box, page),
      type,
      label,
      required: type === 'signature' || (!isTick && isMarkedRequired(label)),
      multiline: type === 'text' && isTall(box),
      group: group === null ? null : `page-${page.number}-${group.name}`,
      partyIndex: null,
      proposedAutoSource: sources[index] ?? null,
      confidence,
    };
  });
}

/** Labels table cells with the heading of their column if they have no label of their own. */
function labelByColumns(chosen: readonly Chosen[], page: PageFacts): Chosen[] {
  const headings = findColumnHeadings(chosen, page.lines);
  return chosen.map((one, index) => {
    const heading = headings[index] ?? '';
    if (heading === '' || one.isTick || one.kind === 'signature') return one;
    const label =
      isBare(one.label) || heading.endsWith(one.label) ? heading.slice(0, LONGEST_HEADING) : one.label;
    const kind = detectFieldKind(label, one.box);
    const isDate = kind === 'text' && detectFieldKind(heading, one.box) === 'date';
    return { ...one, label, kind: isDate ? 'date' : kind };
  });
}

const LONGEST_HEADING = 80;

function assignTickGroups(found: readonly Chosen[], { lines }: PageFacts): (TickGroup | null)[] {
  const ticks = found.filter(({ isTick }) => isTick);
  const groups = tickGroups(ticks, lines);
  return found.map((one) => (one.isTick ? (groups[ticks.indexOf(one)] ?? null) : null));
}

/** A blank of this height or more has several lines, in points. So do stacked rules. */
const TWO_LINES = 28;

function isTall({ height, parts, cues }: Candidate): boolean {
  return height >= TWO_LINES || (parts > 1 && (cues & (1 << CUES.indexOf('stacked'))) !== 0);
}

function isMarkedRequired(label: string): boolean {
  return /(^\s*\*|\*\s*:?\s*$|\((required|pflichtfeld|obligatoire|obligatorio|obbligatorio|verplicht)\))/i.test(
    label,
  );
}
