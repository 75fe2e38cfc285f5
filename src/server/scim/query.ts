import { z } from 'zod';
import { LIMITS } from '#domain/limits.ts';
import {
  type DirectoryFilter,
  type FilterAttributes,
  parseFilter,
  stripSchema,
} from '#domain/organization/identity/directory-filter.ts';
import { createInvalidValueError, ScimError } from './error.ts';

/** The requested part of a list. `startIndex` counts from 1. */
export type ListQuery<Name extends string = string> = {
  readonly filter: DirectoryFilter<Name> | null;
  readonly startIndex: number;
  readonly count: number;
};

/** The query of a list as it was sent, in the URL or in the body of a search. */
export type AskedList = {
  readonly filter: string | null;
  readonly startIndex: number;
  readonly count: number;
  readonly selection: Selection;
};

/** Which attributes of a resource were asked for (RFC 7644 section 3.9), in lower case without a schema. */
export type Selection = {
  /** Null for all of them. */
  readonly only: readonly string[] | null;
  readonly without: readonly string[];
};

const LIST_RESPONSE = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
const SEARCH_REQUEST = 'urn:ietf:params:scim:api:messages:2.0:searchrequest';
const DEFAULT_COUNT = 100;

/** Reads the query of a list (RFC 7644 section 3.4.2). */
export function readAskedList(parameters: URLSearchParams): AskedList {
  return {
    filter: parameters.get('filter'),
    ...limitPage(readNumber(parameters, 'startIndex'), readNumber(parameters, 'count')),
    selection: readSelection(parameters),
  };
}

/** Reads which attributes a response should have. */
export function readSelection(parameters: URLSearchParams): Selection {
  const readNames = (name: string) => parameters.get(name)?.split(',');
  return createSelection(readNames('attributes'), readNames('excludedAttributes'));
}

const names = z.union([z.array(z.string()), z.string().transform((text) => text.split(','))]).nullish();
const search = z.object({
  schemas: z
    .array(z.string())
    .refine((schemas) => schemas.some((one) => one.toLowerCase() === SEARCH_REQUEST)),
  filter: z.string().nullish(),
  startIndex: z.int().nullish(),
  count: z.int().nullish(),
  attributes: names,
  excludedAttributes: names,
});

/** Reads the body of a search, which is a list's query sent with POST (RFC 7644 section 3.4.3). */
export function readSearch(body: unknown): AskedList {
  const { filter, startIndex, count, attributes, excludedAttributes } = readBody(search, body);
  return {
    filter: filter ?? null,
    ...limitPage(startIndex, count),
    selection: createSelection(attributes, excludedAttributes),
  };
}

/** Parses the filter of a list by the attributes that it can use. Throws `invalidFilter`. */
export function toListQuery<Name extends string>(
  { filter: text, startIndex, count }: AskedList,
  attributes: FilterAttributes<Name>,
): ListQuery<Name> {
  const filter = text === null ? null : parseFilter(text, attributes);
  if (typeof filter === 'string') throw new ScimError(400, 'invalidFilter', filter);
  return { filter, startIndex, count };
}

/** Leaves out the attributes that weren't asked for. `schemas` and `id` always stay. */
export function selectAttributes(resource: object, { only, without }: Selection): object {
  const entries = Object.entries(resource).flatMap(([name, value]: [string, unknown]) => {
    const lower = name.toLowerCase();
    if (ALWAYS.includes(lower)) return [[name, value]];
    if (without.includes(lower)) return [];
    const kept = dropParts(value, listParts(without, lower));
    if (only === null || only.includes(lower)) return [[name, kept]];
    const parts = listParts(only, lower);
    return parts.length === 0 ? [] : [[name, pickParts(kept, parts)]];
  });
  return Object.fromEntries(entries);
}

const ALWAYS = ['schemas', 'id'];

function createSelection(
  only: readonly string[] | null | undefined,
  without: readonly string[] | null | undefined,
): Selection {
  const clean = (given: readonly string[]) => given.map((name) => stripSchema(name.trim()));
  return { only: only == null ? null : clean(only), without: clean(without ?? []) };
}

/** Returns the parts of an attribute that some names refer to, such as the `value` of `emails.value`. */
function listParts(selected: readonly string[], attribute: string): string[] {
  const prefix = `${attribute}.`;
  return selected.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
}

function pickParts(value: unknown, parts: readonly string[]): unknown {
  return filterParts(value, (name) => parts.includes(name));
}

function dropParts(value: unknown, parts: readonly string[]): unknown {
  return parts.length === 0 ? value : filterParts(value, (name) => !parts.includes(name));
}

function filterParts(value: unknown, isKept: (name: string) => boolean): unknown {
  if (Array.isArray(value)) return value.map((one) => filterParts(one, isKept));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => isKept(name.toLowerCase())));
}

/** Values below the minimum mean the minimum. */
function limitPage(startIndex: number | null | undefined, count: number | null | undefined) {
  return {
    startIndex: Math.max(1, startIndex ?? 1),
    count: Math.min(Math.max(0, count ?? DEFAULT_COUNT), LIMITS.scimCountMax),
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
    ...['filter', 'startIndex', 'count', 'attributes', 'excludedAttributes'],
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

function readNumber(parameters: URLSearchParams, name: string): number | null {
  const text = parameters.get(name);
  if (text === null) return null;
  if (!/^-?\d{1,9}$/.test(text)) throw createInvalidValueError(`${name} must be a whole number.`);
  return Number(text);
}
