/** The comparisons of SCIM filters that are supported (RFC 7644 section 3.4.2.2). */
const OPERATORS = ['eq', 'ne', 'co', 'sw', 'ew', 'pr'] as const;
type Operator = (typeof OPERATORS)[number];

/** What a filter compares an attribute with. `pr` compares with nothing. */
type FilterValue = string | boolean | null;

/** A comparison of one attribute, by its name in lower case without a schema. */
export type Comparison<Name extends string = string> = {
  readonly kind: 'compare';
  readonly attribute: Name;
  readonly operator: Operator;
  readonly value: FilterValue;
};

/** A filter of a list. */
export type DirectoryFilter<Name extends string = string> =
  | Comparison<Name>
  | {
      readonly kind: 'and' | 'or';
      readonly left: DirectoryFilter<Name>;
      readonly right: DirectoryFilter<Name>;
    }
  | { readonly kind: 'not'; readonly operand: DirectoryFilter<Name> };

/** The attributes that a kind of resource can be filtered by, by their names in lower case. */
export type FilterAttributes<Name extends string> = Readonly<Record<Name, 'text' | 'flag'>>;

/** The attributes of people that filters can use. */
export const USER_ATTRIBUTES = {
  id: 'text',
  externalid: 'text',
  username: 'text',
  displayname: 'text',
  'name.formatted': 'text',
  'name.givenname': 'text',
  'name.familyname': 'text',
  'emails.value': 'text',
  'emails.type': 'text',
  'emails.primary': 'flag',
  active: 'flag',
} as const satisfies FilterAttributes<string>;
export type UserAttribute = keyof typeof USER_ATTRIBUTES;

/** The attributes of groups that filters can use. */
export const GROUP_ATTRIBUTES = {
  id: 'text',
  externalid: 'text',
  displayname: 'text',
  'members.value': 'text',
  'members.type': 'text',
} as const satisfies FilterAttributes<string>;
export type GroupAttribute = keyof typeof GROUP_ATTRIBUTES;

/**
 * Parses a filter: comparisons, `and`, `or`, `not`, parentheses, and value filters such as
 * `emails[type eq "work"].value`. Returns what is wrong with it as a text if it can't be parsed.
 */
export function parseFilter<Name extends string>(
  text: string,
  attributes: FilterAttributes<Name>,
): DirectoryFilter<Name> | string {
  try {
    const reader = new FilterReader(splitTokens(text), attributes);
    return reader.readAll();
  } catch (error) {
    if (error instanceof FilterProblem) return error.message;
    throw error;
  }
}

/** Computes a result from the comparisons of a filter and how they are combined. */
export function foldFilter<Name extends string, Result>(
  filter: DirectoryFilter<Name>,
  steps: {
    readonly compare: (comparison: Comparison<Name>) => Result;
    readonly and: (left: Result, right: Result) => Result;
    readonly or: (left: Result, right: Result) => Result;
    readonly not: (operand: Result) => Result;
  },
): Result {
  switch (filter.kind) {
    case 'compare':
      return steps.compare(filter);
    case 'not':
      return steps.not(foldFilter(filter.operand, steps));
    case 'and':
    case 'or':
      return steps[filter.kind](foldFilter(filter.left, steps), foldFilter(filter.right, steps));
  }
}

/** Removes the URN of a schema from an attribute's name, and gives it in lower case. */
export function stripSchema(name: string): string {
  return name.toLowerCase().replace(/^urn:[\w.:-]*:(?=[^:]+$)/, '');
}

/** Thrown for a filter that can't be parsed. */
class FilterProblem extends Error {
  override readonly name = 'FilterProblem';
}

/** How many parts a filter can have, and how deeply they can be nested. */
const MAX_TOKENS = 1000;
const MAX_DEPTH = 20;

/** Attributes with several values, which filters may name without saying which part they compare. */
const PLURAL = ['emails', 'members'];

const TOKEN = /\s*(?:("(?:[^"\\]|\\.)*")|([()[\]])|([^\s()[\]"]+))/y;

function splitTokens(text: string): readonly string[] {
  const tokens: string[] = [];
  const source = text.trimEnd();
  let at = 0;
  while (at < source.length) {
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(source);
    if (found === null || tokens.length === MAX_TOKENS)
      throw new FilterProblem('The filter is malformed or too long.');
    tokens.push(found[0].trimStart());
    at = TOKEN.lastIndex;
  }
  return tokens;
}

class FilterReader<Name extends string> {
  #at = 0;
  #depth = 0;
  readonly #tokens: readonly string[];
  readonly #attributes: FilterAttributes<Name>;

  constructor(tokens: readonly string[], attributes: FilterAttributes<Name>) {
    this.#tokens = tokens;
    this.#attributes = attributes;
  }

  readAll(): DirectoryFilter<Name> {
    const filter = this.#readEither('');
    if (this.#at < this.#tokens.length) throw new FilterProblem('The filter is malformed.');
    return filter;
  }

  /** Reads comparisons joined by `or`, which binds less than `and`. */
  #readEither(prefix: string): DirectoryFilter<Name> {
    let left = this.#readBoth(prefix);
    while (this.#skip('or')) left = { kind: 'or', left, right: this.#readBoth(prefix) };
    return left;
  }

  #readBoth(prefix: string): DirectoryFilter<Name> {
    let left = this.#readOne(prefix);
    while (this.#skip('and')) left = { kind: 'and', left, right: this.#readOne(prefix) };
    return left;
  }

  #readOne(prefix: string): DirectoryFilter<Name> {
    if (this.#skip('not')) {
      this.#require('(');
      return { kind: 'not', operand: this.#readNested(prefix, ')') };
    }
    if (this.#skip('(')) return this.#readNested(prefix, ')');
    const name = `${prefix}${stripSchema(this.#take())}`;
    if (prefix === '' && this.#skip('[')) return this.#readValueFilter(name);
    return this.#readComparison(name);
  }

  #readNested(prefix: string, end: string): DirectoryFilter<Name> {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) throw new FilterProblem('The filter is nested too deeply.');
    const filter = this.#readEither(prefix);
    this.#require(end);
    this.#depth -= 1;
    return filter;
  }

  /**
   * Reads `emails[type eq "work"]`, and the comparison of `emails[type eq "work"].value eq "…"`. Nobody has more
   * than one address, and all members are users, so the conditions can be checked one by one.
   */
  #readValueFilter(name: string): DirectoryFilter<Name> {
    const left = this.#readNested(`${name}.`, ']');
    const next = this.#tokens[this.#at];
    if (next === undefined || !next.startsWith('.')) return left;
    this.#at += 1;
    return { kind: 'and', left, right: this.#readComparison(`${name}${next.toLowerCase()}`) };
  }

  #readComparison(name: string): Comparison<Name> {
    const attribute = this.#findAttribute(PLURAL.includes(name) ? `${name}.value` : name);
    const asked = this.#take().toLowerCase();
    const operator = OPERATORS.find((known) => known === asked);
    if (operator === undefined)
      throw new FilterProblem(`Filters compare with ${OPERATORS.join(', ')}, and not with ${asked}.`);
    if (operator === 'pr') return { kind: 'compare', attribute, operator, value: null };
    const value = readValue(this.#take(), this.#attributes[attribute]);
    const isPartial = operator === 'co' || operator === 'sw' || operator === 'ew';
    if (isPartial && typeof value !== 'string')
      throw new FilterProblem(`${name} can't be compared with ${asked}.`);
    return { kind: 'compare', attribute, operator, value };
  }

  #findAttribute(name: string): Name {
    if (this.#isAttribute(name)) return name;
    const known = Object.keys(this.#attributes).join(', ');
    throw new FilterProblem(`Filters can use the attributes ${known}.`);
  }

  #isAttribute(name: string): name is Name {
    return Object.hasOwn(this.#attributes, name);
  }

  #take(): string {
    const token = this.#tokens[this.#at];
    if (token === undefined) throw new FilterProblem('The filter ends too early.');
    this.#at += 1;
    return token;
  }

  #skip(word: string): boolean {
    if (this.#tokens[this.#at]?.toLowerCase() !== word) return false;
    this.#at += 1;
    return true;
  }

  #require(token: string): void {
    if (!this.#skip(token)) throw new FilterProblem(`The filter lacks ${token}.`);
  }
}

/** Some directories put quotation marks around true and false. */
function readValue(token: string, type: 'text' | 'flag'): FilterValue {
  const value = parseJson(token.startsWith('"') ? token : token.toLowerCase());
  if (value === null) return null;
  if (type === 'text' && typeof value === 'string' && isSearchable(value)) return value;
  if (type === 'flag') {
    const flag = String(value).toLowerCase();
    if (flag === 'true' || flag === 'false') return flag === 'true';
  }
  throw new FilterProblem('The value of the filter is invalid.');
}

/** Checks whether the database could have stored a text. */
function isSearchable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

function parseJson(token: string): unknown {
  try {
    return JSON.parse(token);
  } catch {
    throw new FilterProblem('The value of the filter is invalid.');
  }
}
