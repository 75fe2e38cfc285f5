import { SIGNING_LIMITS } from '../../signing-limits.ts';
import { type Fraction, readFraction } from './fraction.ts';

type Token = { readonly kind: 'number' | 'key' | 'sign'; readonly text: string };

const SPACE = /\s+/uy;

/** A word with a letter or underscore is a key, even if it starts with a digit. */
const WORD = /[\p{L}\p{M}\p{N}_]+(?:\.[0-9]+)?/uy;

const NUMBER = /^[0-9]+(?:\.[0-9]+)?$/;

const KEY = /^[\p{L}\p{M}\p{N}_]+$/u;

const SIGNS = '+-*/(),';

const FORMULA_FUNCTIONS = ['round', 'sum', 'min', 'max'] as const;
type FormulaFunction = (typeof FORMULA_FUNCTIONS)[number];
type Operator = '+' | '-' | '*' | '/';

/** A formula as a tree. */
export type Formula =
  | { readonly kind: 'number'; readonly number: Fraction }
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'negative'; readonly of: Formula }
  | {
      readonly kind: 'chain';
      readonly first: Formula;
      readonly rest: readonly { readonly operator: Operator; readonly term: Formula }[];
    }
  | { readonly kind: 'round'; readonly of: Formula; readonly decimals: number }
  | { readonly kind: 'sum' | 'min' | 'max'; readonly of: readonly Formula[] };

export type ParsedFormula =
  { readonly formula: Formula; readonly keys: readonly string[] } | { readonly problem: string };

/** Thrown and caught only within the parser. */
class Problem extends Error {}

/**
 * Parses a formula: numbers, keys, `+ - * / ( )`, and `round(x)`, `round(x, digits)`, `sum(…)`, `min(…)`,
 * `max(…)`. Its length, depth and number of terms are limited, so hostile text costs no more than a long
 * formula.
 */
export function parseFormula(text: string): ParsedFormula {
  if (text.length > SIGNING_LIMITS.formulaMaxChars)
    return { problem: `must have at most ${SIGNING_LIMITS.formulaMaxChars} characters` };
  const tokens = tokenizeFormula(text);
  if ('problem' in tokens) return tokens;
  const keys = new Set<string>();
  try {
    const formula = new Parser(tokens.tokens, keys).whole();
    return { formula, keys: [...keys] };
  } catch (error) {
    if (error instanceof Problem) return { problem: error.message };
    throw error;
  }
}

class Parser {
  readonly #tokens: readonly Token[];
  readonly #keys: Set<string>;
  #next = 0;
  #depth = 0;
  #terms = 0;

  constructor(tokens: readonly Token[], keys: Set<string>) {
    this.#tokens = tokens;
    this.#keys = keys;
  }

  whole(): Formula {
    const formula = this.#chain(['+', '-']);
    if (this.#peek() !== null) throw this.#unexpected();
    return formula;
  }

  /**
   * Parses terms that are joined by operators of the same precedence, from left to right. Products are the
   * terms of sums.
   */
  #chain(operators: readonly Operator[]): Formula {
    const parseTerm = () => (operators.includes('+') ? this.#chain(['*', '/']) : this.#term());
    const first = parseTerm();
    const rest: { operator: Operator; term: Formula }[] = [];
    for (;;) {
      const operator = operators.find((one) => this.#takes(one));
      if (operator === undefined) return rest.length === 0 ? first : { kind: 'chain', first, rest };
      rest.push({ operator, term: parseTerm() });
    }
  }

  #term(): Formula {
    if (this.#takes('-')) return this.#deeper(() => ({ kind: 'negative', of: this.#term() }));
    if (this.#takes('(')) return this.#deeper(() => this.#closed(this.#chain(['+', '-'])));
    const token = this.#peek();
    if (token === null || token.kind === 'sign') throw this.#unexpected();
    this.#next += 1;
    this.#terms += 1;
    if (this.#terms > SIGNING_LIMITS.formulaTermsMax)
      throw new Problem(`must have at most ${SIGNING_LIMITS.formulaTermsMax} numbers and keys`);
    if (token.kind === 'number') return { kind: 'number', number: parseNumber(token.text) };
    if (this.#takes('(')) return this.#deeper(() => this.#call(token.text));
    this.#keys.add(token.text);
    return { kind: 'key', key: token.text };
  }

  #call(name: string): Formula {
    const called = FORMULA_FUNCTIONS.find((one) => one === name);
    if (called === undefined)
      throw new Problem(`calls ${name}, which isn't one of ${FORMULA_FUNCTIONS.join(', ')}`);
    const first = this.#chain(['+', '-']);
    if (called === 'round') return this.#round(first);
    const of = [first];
    while (this.#takes(',')) of.push(this.#chain(['+', '-']));
    return this.#closed({ kind: called satisfies FormulaFunction, of });
  }

  #round(of: Formula): Formula {
    if (!this.#takes(',')) return this.#closed({ kind: 'round', of, decimals: 0 });
    const digits = this.#peek()?.text ?? '';
    if (!/^(\d|10)$/.test(digits)) throw new Problem('must round to a number of digits from 0 to 10');
    this.#next += 1;
    return this.#closed({ kind: 'round', of, decimals: Number(digits) });
  }

  #closed(formula: Formula): Formula {
    if (!this.#takes(')')) throw this.#unexpected();
    return formula;
  }

  #deeper(parse: () => Formula): Formula {
    this.#depth += 1;
    if (this.#depth > SIGNING_LIMITS.formulaDepthMax)
      throw new Problem(`must be nested at most ${SIGNING_LIMITS.formulaDepthMax} levels deep`);
    const formula = parse();
    this.#depth -= 1;
    return formula;
  }

  #peek(): Token | null {
    return this.#tokens[this.#next] ?? null;
  }

  #takes(sign: string): boolean {
    const token = this.#peek();
    if (token?.kind !== 'sign' || token.text !== sign) return false;
    this.#next += 1;
    return true;
  }

  #unexpected(): Problem {
    const token = this.#peek();
    return new Problem(token === null ? 'is incomplete' : `has an unexpected ${token.text}`);
  }
}

function parseNumber(text: string): Fraction {
  const number = readFraction(text);
  if (number === null) throw new Problem('has a number with too many digits');
  return number;
}

/** Splits a formula into numbers, keys and signs. */
function tokenizeFormula(text: string): { readonly tokens: readonly Token[] } | { readonly problem: string } {
  const tokens: Token[] = [];
  for (let at = 0; at < text.length;) {
    const space = matchFrom(SPACE, text, at);
    if (space !== null) {
      at += space.length;
      continue;
    }
    const word = matchFrom(WORD, text, at) ?? [...text.slice(at, at + 2)][0] ?? '';
    if (NUMBER.test(word)) tokens.push({ kind: 'number', text: word });
    else if (KEY.test(word)) tokens.push({ kind: 'key', text: word });
    else if (SIGNS.includes(word)) tokens.push({ kind: 'sign', text: word });
    else return { problem: `has an unexpected ${word}` };
    at += word.length;
  }
  return { tokens };
}

function matchFrom(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
}
