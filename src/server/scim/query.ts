import { type z } from 'zod';
import { LIMITS } from '#domain/limits.ts';
import { isText } from '#wire/storable.ts';
import { invalidValue, ScimError } from './error.ts';

/** A filter that compares one attribute. */
export type Filter = { readonly attribute: string; readonly value: string };

/** Which part of a list is asked for. `startIndex` counts from 1. */
export type ListQuery = {
  readonly filter: Filter | null;
  readonly startIndex: number;
  readonly count: number;
  /** Whether members of groups are left out. */
  readonly withoutMembers: boolean;
};

const LIST_RESPONSE = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
const DEFAULT_COUNT = 100;

/** Reads the query of a list (RFC 7644 section 3.4.2). Filters compare one of `attributes` with `eq`. */
export function readListQuery(parameters: URLSearchParams, attributes: readonly string[]): ListQuery {
  const filter = parameters.get('filter');
  return {
    filter: filter === null ? null : readFilter(filter, attributes),
    // Values below the smallest mean the smallest.
    startIndex: Math.max(1, numberIn(parameters, 'startIndex', 1)),
    count: Math.min(Math.max(0, numberIn(parameters, 'count', DEFAULT_COUNT)), LIMITS.scimCountMax),
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

/** Parses a body by a schema; `invalidSyntax` for anything else. */
export function readBody<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue === undefined || issue.path.length === 0 ? 'The body' : issue.path.join('.');
  throw new ScimError(400, 'invalidSyntax', `${where} is invalid.`);
}

function readFilter(text: string, attributes: readonly string[]): Filter {
  const [, name = '', quoted = ''] = /^\s*([\w.:]+)\s+eq\s+("(?:[^"\\]|\\.)*")\s*$/i.exec(text) ?? [];
  const attribute = attributes.find((known) => known.toLowerCase() === name.toLowerCase());
  if (attribute === undefined)
    throw new ScimError(400, 'invalidFilter', `Filters compare ${attributes.join(' or ')} with eq.`);
  try {
    const value = String(JSON.parse(quoted));
    if (isText(value)) return { attribute, value };
  } catch {
    // Neither can be looked for.
  }
  throw new ScimError(400, 'invalidFilter', 'The value of the filter is not a valid string.');
}

function numberIn(parameters: URLSearchParams, name: string, otherwise: number): number {
  const text = parameters.get(name);
  if (text === null) return otherwise;
  if (!/^-?\d{1,9}$/.test(text)) throw invalidValue(`${name} must be a whole number.`);
  return Number(text);
}
