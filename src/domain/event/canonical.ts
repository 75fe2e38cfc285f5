/** The values that RFC 8785 can serialize: JSON values with finite numbers and well-formed UTF-16 strings. */
export type JsonValue =
  null | boolean | number | string | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/**
 * Thrown by {@link toCanonicalJson} for a value without a canonical form (RFC 8785 section 3.1: I-JSON only).
 */
export class NotCanonicalError extends TypeError {
  override name = 'NotCanonicalError';
}

/** The deepest nesting that is accepted, so that hostile input can't overflow the stack. */
export const CANONICAL_JSON_MAX_DEPTH = 256;

/**
 * Serializes a value as canonical JSON (RFC 8785): no whitespace, members sorted by UTF-16 code units,
 * numbers and strings as in ECMAScript. Throws {@link NotCanonicalError} for NaN, Infinity, undefined, lone
 * surrogates, bigints, functions, sparse arrays, and class instances, including Date.
 */
export function toCanonicalJson(value: unknown): string {
  return serialize(value, 0);
}

function serialize(value: unknown, depth: number): string {
  if (depth > CANONICAL_JSON_MAX_DEPTH) throw new NotCanonicalError('nested too deeply');
  if (value === null || value === true || value === false) return String(value);
  if (typeof value === 'number') return serializeNumber(value);
  if (typeof value === 'string') return serializeString(value);
  if (Array.isArray(value)) return serializeArray(value, depth);
  if (typeof value === 'object' && isPlainObject(value)) return serializeObject(value, depth);
  throw new NotCanonicalError(`no JSON form for a value of type ${typeof value}`);
}

/**
 * Serializes a number like ECMAScript's Number::toString (section 3.2.2.3), which also writes negative zero
 * as 0.
 */
function serializeNumber(value: number): string {
  if (!Number.isFinite(value)) throw new NotCanonicalError(`no JSON form for the number ${value}`);
  return String(value);
}

/**
 * Serializes a string like ECMAScript's QuoteJSONString (section 3.2.2.2), except that lone surrogates are
 * rejected: QuoteJSONString would escape them.
 */
function serializeString(value: string): string {
  if (!value.isWellFormed()) throw new NotCanonicalError('lone surrogate in a string');
  return JSON.stringify(value);
}

function serializeArray(values: readonly unknown[], depth: number): string {
  return `[${Array.from(values, (value) => serialize(value, depth + 1)).join(',')}]`;
}

/**
 * Serializes an object with sorted members (section 3.2.3). Array.prototype.sort compares UTF-16 code units,
 * regardless of locale.
 */
function serializeObject(object: Readonly<Record<string, unknown>>, depth: number): string {
  const members = Object.keys(object)
    .sort()
    .map((key) => `${serializeString(key)}:${serialize(object[key], depth + 1)}`);
  return `{${members.join(',')}}`;
}

function isPlainObject(value: object): value is Readonly<Record<string, unknown>> {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
