import { RE2JS } from 're2js';
import { SIGNING_LIMITS } from '#domain/signing-limits.ts';

/** A short pattern can stand for a large program. For example, `(.{0,99}){9}` has a thousand steps. */
const MAX_STEPS = 500;
const MAX_PROGRAM = 3 * MAX_STEPS;
const KEPT = 200;

const kept = new Map<string, RE2JS>();

/** Checks whether a pattern compiles to a program that is small enough to match in milliseconds. */
export function isPattern(pattern: string): boolean {
  return compilePattern(pattern) !== null;
}

/**
 * Checks whether a pattern matches the whole of a value, in linear time (RE2). A pattern that doesn't compile
 * matches nothing.
 */
export function matchesPattern(pattern: string, value: string): boolean {
  return compilePattern(pattern)?.testExact(value) ?? false;
}

function compilePattern(pattern: string): RE2JS | null {
  const known = kept.get(pattern);
  if (known !== undefined) return known;
  if (pattern.length > SIGNING_LIMITS.validationPatternMaxChars || estimateSteps(pattern) > MAX_STEPS)
    return null;
  try {
    const program = RE2JS.compile(pattern);
    if (program.programSize() > MAX_PROGRAM) return null;
    if (kept.size === KEPT) kept.delete(kept.keys().next().value ?? '');
    kept.set(pattern, program);
    return program;
  } catch {
    return null;
  }
}

const TOKENS = /\\[pPx]\{[^}]*\}|\\.|\[\^?\]?(?:\[:\^?\w+:\]|\\.|[^\]\\])*\]|\{(\d+)(?:,(\d*))?\}|./gsu;

/**
 * Estimates the number of steps of a pattern with its repetitions expanded, before a program of that size is
 * built.
 */
function estimateSteps(pattern: string): number {
  const open = [{ all: 0, last: 0 }];
  for (const [token, least, most] of pattern.matchAll(TOKENS)) {
    const group = open.at(-1) ?? { all: 0, last: 0 };
    if (token === '(') open.push({ all: 1, last: 0 });
    else if (token === ')' && open.length > 1) {
      open.pop();
      const outer = open.at(-1) ?? group;
      outer.last = group.all;
      outer.all += group.all;
    } else if (least !== undefined) {
      const times = Math.max(1, Number(most || least));
      group.all += group.last * (times - 1);
      group.last *= times;
    } else {
      group.last = 1;
      group.all += 1;
    }
  }
  return open.reduce((sum, { all }) => sum + all, 0);
}
