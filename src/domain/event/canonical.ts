/** What RFC 8785 can serialize: JSON values, with every number finite and every string well-formed UTF-16. */
export type JsonValue =
  null | boolean | number | string | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** Thrown by {@link canonicalJson} for a value that has no canonical form (RFC 8785 section 3.1: I-JSON only). */
export class NotCanonicalError extends TypeError {
  override name = 'NotCanonicalError';
}

/** Deeper nesting than this is refused, so that hostile input ends in an error of ours and not in a stack overflow. */
export const CANONICAL_JSON_MAX_DEPTH = 256;

/**
 * The canonical JSON text of a value (RFC 8785): no white space, members sorted by UTF-16 code units, numbers and
 * strings written as ECMAScript does. Refuses with {@link NotCanonicalError} whatever JSON cannot hold: NaN, Infinity,
 * undefined, lone surrogates, bigint, functions, sparse arrays and instances of classes (a Date included).
 */
export function canonicalJson(value: unknown): string {
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

/** Section 3.2.2.3 is ECMAScript's own Number::toString, which also writes negative zero as 0. */
function serializeNumber(value: number): string {
  if (!Number.isFinite(value)) throw new NotCanonicalError(`no JSON form for the number ${value}`);
  return String(value);
}

/** Section 3.2.2.2 is ECMAScript's own QuoteJSONString, except that it escapes lone surrogates instead of failing. */
function serializeString(value: string): string {
  if (!value.isWellFormed()) throw new NotCanonicalError('lone surrogate in a string');
  return JSON.stringify(value);
}

function serializeArray(values: readonly unknown[], depth: number): string {
  return `[${Array.from(values, (value) => serialize(value, depth + 1)).join(',')}]`;
}

/** Section 3.2.3: the default order of Array.prototype.sort is by UTF-16 code units, independent of the locale. */
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
