import type { Rule } from './page-facts.ts';

/** How far apart the pieces of one rule may be, across and along the rule, in points. */
const ACROSS = 0.8;
const ALONG = 1.2;

/** The largest gap in a row of dashes, in points. */
const DASH_GAP = 4.5;

/** Joins rules that were drawn in pieces, such as the sides of adjacent cells, and dashes. */
export function joinRules(pieces: readonly Rule[]): Rule[] {
  return [
    ...joinAlong(pieces.filter(({ orientation }) => orientation === 'horizontal')),
    ...joinAlong(pieces.filter(({ orientation }) => orientation === 'vertical')),
  ];
}

type Span = {
  from: number;
  to: number;
  low: number;
  high: number;
  rule: Rule;
  count: number;
  dashed: boolean;
};

function joinAlong(pieces: readonly Rule[]): Rule[] {
  const spans = pieces
    .map(getSpan)
    .sort((one, other) => getMiddle(one) - getMiddle(other) || one.from - other.from);
  const rows: Span[][] = [];
  for (const span of spans) {
    const row = rows.at(-1);
    if (row !== undefined && row[0] !== undefined && getMiddle(span) - getMiddle(row[0]) <= ACROSS)
      row.push(span);
    else rows.push([span]);
  }
  return rows.flatMap((row) => joinRow(row).map(toRule));
}

function joinRow(row: Span[]): Span[] {
  row.sort((one, other) => one.from - other.from);
  const joined: Span[] = [];
  for (const span of row) {
    const last = joined.findLast(
      (candidate) => Math.abs(candidate.rule.luminance - span.rule.luminance) < 0.35,
    );
    if (last !== undefined && span.from - last.to <= reach(last, span)) {
      const dashes = span.from - last.to > ALONG;
      last.to = Math.max(last.to, span.to);
      last.low = Math.min(last.low, span.low);
      last.high = Math.max(last.high, span.high);
      last.count += 1;
      last.dashed ||= dashes;
    } else joined.push({ ...span });
  }
  return joined;
}

/**
 * Returns how far apart two pieces may be. Short pieces of equal length are dashes and may be farther apart.
 */
function reach(last: Span, next: Span): number {
  const length = next.to - next.from;
  const lastLength = (last.to - last.from) / Math.max(1, last.count);
  return length < 6 && lastLength < 9 ? DASH_GAP : ALONG;
}

function getSpan(rule: Rule): Span {
  const flat = rule.orientation === 'horizontal';
  return {
    from: flat ? rule.x : rule.y,
    to: flat ? rule.x + rule.width : rule.y + rule.height,
    low: flat ? rule.y : rule.x,
    high: flat ? rule.y + rule.height : rule.x + rule.width,
    rule,
    count: 1,
    dashed: rule.dashed,
  };
}

function getMiddle(span: Span): number {
  return (span.low + span.high) / 2;
}

function toRule(span: Span): Rule {
  const { orientation, luminance } = span.rule;
  const along = span.to - span.from;
  const across = span.high - span.low;
  return orientation === 'horizontal'
    ? { orientation, luminance, dashed: span.dashed, x: span.from, y: span.low, width: along, height: across }
    : {
        orientation,
        luminance,
        dashed: span.dashed,
        x: span.low,
        y: span.from,
        width: across,
        height: along,
      };
}
