/** A contract as one line of text, with the start of each page. */
export type ContractText = { readonly text: string; readonly pageStarts: readonly number[] };

/** The place of a finding: the words around it and the page, from 1. */
export type Source = { readonly text: string; readonly page: number };

/**
 * How much of a contract is read, in characters. Later text is schedules, and the patterns have to finish in
 * limited time.
 */
const LONGEST_TEXT = 500_000;
const LONGEST_SNIPPET = 300;

/** Joins pages into one line. Makes whitespace, quotes, and dashes plain and removes soft hyphens. */
export function joinContractText(pages: Iterable<string>): ContractText {
  const pageStarts: number[] = [];
  let text = '';
  for (const page of pages) {
    pageStarts.push(text.length);
    text += `${normalizePlainText(page)} `;
    if (text.length > LONGEST_TEXT) break;
  }
  return { text: text.slice(0, LONGEST_TEXT), pageStarts };
}

/** Normalizes whitespace, quotes, and dashes. */
function normalizePlainText(text: string): string {
  return text
    .replace(/[\u00ad\u200b-\u200d\ufeff]/g, '')
    .replace(/[“”„‟«»″]|''|``/g, '"')
    .replace(/[‘’‚′]/g, "'")
    .replace(/[‐‑]/g, '-')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Returns the text from start to end, and the page that contains the offset `at`. */
export function getSource(
  { text, pageStarts }: ContractText,
  start: number,
  end: number,
  at = start,
): Source {
  const page = Math.max(1, pageStarts.filter((pageStart) => pageStart <= at).length);
  return { text: text.slice(start, Math.min(end, start + LONGEST_SNIPPET)).trim(), page };
}

/** Returns the sentence around an offset, as far as punctuation, capitals, and a length limit reveal it. */
export function findSentence(text: string, at: number, reach = 700): { start: number; end: number } {
  const before = text.slice(Math.max(0, at - reach), at);
  const after = text.slice(at, at + reach);
  const breaks = [...before.matchAll(SENTENCE_BREAK)];
  const last = breaks.at(-1);
  const next = SENTENCE_BREAK_ONCE.exec(after);
  return {
    start: at - before.length + (last === undefined ? 0 : last.index + last[0].length),
    end: next === null ? at + after.length : at + next.index + 1,
  };
}

const ENDS =
  /(?<!\b(?:Inc|Ltd|Co|Corp|No|Nos|Mr|Mrs|Ms|Dr|St|Ste|Sec|Art|vs|[A-Z]|Jr|Sr|U\.S|S\.A|i\.e|e\.g))\.["”)]{0,2} (?=["“(]?[A-Z\d(])/;
const SENTENCE_BREAK = new RegExp(ENDS.source, 'g');
const SENTENCE_BREAK_ONCE = new RegExp(ENDS.source);
