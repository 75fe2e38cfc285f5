import { type z } from 'zod';
import { LIMITS } from '#domain/limits.ts';
import { isText } from '#wire/storable.ts';
import { createInvalidValueError, ScimError } from './error.ts';

/** A filter that compares one attribute. */
export type Filter = { readonly attribute: string; readonly value: string };

/** The requested part of a list. `startIndex` counts from 1. */
export type ListQuery = {
  readonly filter: Filter | null;
  readonly startIndex: number;
  readonly count: number;
  /** Whether to leave out the members of groups. */
  readonly withoutMembers: boolean;
};

const LIST_RESPONSE = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
const DEFAULT_COUNT = 100;

/** Reads the query of a list (RFC 7644 section 3.4.2). Filters compare one of `attributes` with `eq`. */
export function readListQuery(parameters: URLSearchParams, attributes: readonly string[]): ListQuery {
  const filter = parameters.get('filter');
  return {
    filter: filter === null ? null : readFilter(filter, attributes),
    // Values below the minimum mean the minimum.
    startIndex: Math.max(1, readNumber(parameters, 'startIndex', 1)),
    count: Math.min(Math.max(0, readNumber(parameters, 'count', DEFAULT_COUNT)), LIMITS.scimCountMax),
    withoutMembers: (parameters.get('excludedAttributes') ?? '')
      .split(',')
      .some((name) => name.trim().toLowerCase() === 'members'),
  };
}

/** Wraps one page of a list. */
export function listResponse(resources: readonly object[], total: number, startIndex: number) {
  return {
    schemas: [LIST_RESPONSE],
    totalResults: total,
    startIndex,
    itemsPerPage: resources.length,
    Resources: resources,
  };
}

/** The attribute names that bodies can use, by their lowercase form. */
const NAMES = new Map(
  [
    ...['schemas', 'Operations', 'op', 'path', 'value', 'active', 'members'],
    ...['userName', 'externalId', 'displayName', 'name', 'formatted', 'givenName', 'familyName'],
  ].map((name) => [name.toLowerCase(), name]),
);
/** How deep attribute names are read, such as those of a name in the value of an operation. */
const NAMES_DEPTH = 5;

/** Gives attribute names their defined spelling, because they are case-insensitive (RFC 7643 section 2.1). */
function withKnownNames(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || depth === NAMES_DEPTH) return value;
  if (Array.isArray(value)) return value.map((one) => withKnownNames(one, depth + 1));
  const entries = Object.entries(value).map(([name, one]): [string, unknown] => [
    NAMES.get(name.toLowerCase()) ?? name,
    withKnownNames(one, depth + 1),
  ]);
  const names = new Set(entries.map(([name]) => name));
  if (names.size < entries.length)
    throw new ScimError(400, 'invalidSyntax', 'The body names an attribute twice.');
  return Object.fromEntries(entries);
}

/**
 * Returns the attribute that a path refers to, in lower case and without its schema. Quoted parts keep their
 * case.
 */
export function findAttribute(path: string, schema: string): string {
  const lower = path.replaceAll(/"[^"]*"|[^"]+/g, (part) =>
    part.startsWith('"') ? part : part.toLowerCase(),
  );
  const prefix = `${schema.toLowerCase()}:`;
  return lower.startsWith(prefix) ? lower.slice(prefix.length) : lower;
}

/** Parses a body by a schema. Throws `invalidSyntax` if it doesn't match. */
export function readBody<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(withKnownNames(body));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue === undefined || issue.path.length === 0 ? 'The body' : issue.path.join('.');
  throw new ScimError(400, 'invalidSyntax', `${where} is invalid.`);
}

function readFilter(text: string, attributes: readonly string[]): Filter {
  const [, name = '', quoted = ''] = /^\s*([\w.:]+)\s+eq\s+("(?:[^"\\]|\\.)*")\s*$/i.exec(text) ?? [];
  const asked = name.toLowerCase().replace(/^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/, '');
  const attribute = attributes.find((known) => known.toLowerCase() === asked);
  if (attribute === undefined)
    throw new ScimError(400, 'invalidFilter', `Filters compare ${attributes.join(' or ')} with eq.`);
  try {
    const value = String(JSON.parse(quoted));
    if (isText(value)) return { attribute, value };
  } catch {
    // A value that isn't valid JSON or text can't be searched for.
  }
  throw new ScimError(400, 'invalidFilter', 'The value of the filter is not a valid string.');
}

function readNumber(parameters: URLSearchParams, name: string, otherwise: number): number {
  const text = parameters.get(name);
  if (text === null) return otherwise;
  if (!/^-?\d{1,9}$/.test(text)) throw createInvalidValueError(`${name} must be a whole number.`);
  return Number(text);
}
