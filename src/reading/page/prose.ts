import { normalizeLabelWords } from '#reading/labels/label-words.ts';
import type { PageFacts, TextLine } from './page-facts.ts';

/** The running text of a page, which explains things rather than asking for them. */
export type Prose = {
  /** The lines that belong to paragraphs. */
  readonly lines: readonly TextLine[];
  /** The share of the page's words that are in paragraphs, 0 to 1. */
  readonly share: number;
  /** The number of headings for instructions, examples, and the like. */
  readonly notices: number;
};

/** The smallest number of words in a line of a paragraph. */
const LEAST_WORDS = 5;

/**
 * The largest step between the lines of a paragraph, in font sizes, and the largest difference between their
 * starts, in points.
 */
const STEP = 1.7;
const INDENT = 24;

/** Headings and words that pages of explanations use, in the languages of the label words. */
const NOTICE =
  /\b(instructions?|purpose of (this )?form|general information|what'?s new|reminders?|who (must|may|can|should) (file|use)|where to file|when to file|privacy act|paperwork reduction|for example|examples?|sample|worksheet|definitions?|hinweise?|erlauterung(en)?|merkblatt|beispiel|muster|instrucciones|ejemplo|istruzioni|esempio|notice explicative|exemple|instrucoes|exemplo|objasnienia|pouczenie|przyklad|toelichting|voorbeeld)\b/;

/** Finds the paragraphs of a page. */
export function findProse({ lines }: Pick<PageFacts, 'lines'>): Prose {
  const inOrder = [...lines].sort((one, other) => one.baseline - other.baseline);
  const found = new Set<TextLine>();
  let notices = 0;
  for (const [index, line] of inOrder.entries()) {
    if (NOTICE.test(normalizeLabelWords(line.text))) notices += 1;
    if (line.words.length < LEAST_WORDS) continue;
    for (const next of inOrder.slice(index + 1, index + 1 + NEIGHBORS)) {
      const step = next.baseline - line.baseline;
      if (step > line.size * STEP) break;
      const follows = Math.abs(next.size - line.size) < 0.6 && Math.abs(next.x - line.x) < INDENT;
      if (step < line.size * 0.8 || !follows) continue;
      found.add(line).add(next);
    }
  }
  const count = (of: Iterable<TextLine>) => [...of].reduce((sum, { words }) => sum + words.length, 0);
  return { lines: [...found], share: count(found) / Math.max(1, count(lines)), notices };
}

/** How many lines ahead to look. On pages with several columns, lines of other columns come in between. */
const NEIGHBORS = 12;
