import type { PageFacts, Rule, Word } from './page-facts.ts';

const DASHES = /^[-\u2013\u2014]{6,}$/;

/** Turns rows of dashes into the lines they represent, as in typewritten contracts. */
export function withDashedRules(page: PageFacts): PageFacts {
  const dashes = page.words.filter(isDashes);
  if (dashes.length === 0) return page;
  const words = page.words.filter((word) => !isDashes(word));
  const lines = page.lines.filter((line) => !line.words.every((word) => isDashes(word) || word.text === '-'));
  return { ...page, words, lines, rules: [...page.rules, ...dashes.map(toRule)] };
}

function isDashes({ text }: Word): boolean {
  return DASHES.test(text);
}

function toRule({ x, width, baseline, size }: Word): Rule {
  return {
    x,
    y: baseline - size * 0.3,
    width,
    height: 0.5,
    orientation: 'horizontal',
    luminance: 0,
    dashed: true,
  };
}
