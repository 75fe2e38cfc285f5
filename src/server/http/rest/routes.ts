import { z } from 'zod';
import type { KeyScope } from '#domain/organization/key-scope.ts';
import { findOperationScopes } from '#domain/organization/operation-scopes.ts';
import type { Scope } from '#domain/organization/scope.ts';
import type { Meta, RestMeta } from '#server/trpc/init.ts';
import { restRouter } from '#server/procedures/router.ts';
import { getSurface } from '#server/surface/table.ts';

/** A REST operation, compiled from a procedure's meta. */
export type Route = {
  readonly name: string;
  readonly type: 'query' | 'mutation';
  readonly method: string;
  readonly path: string;
  readonly pattern: RegExp;
  readonly parameters: readonly string[];
  readonly rest: RestMeta;
  /** The scopes that every OAuth call needs; null if the contract doesn't list OAuth. */
  readonly agentScopes: readonly Scope[] | null;
  /** The scopes that every call with an API key needs; null if keys can't call it. */
  readonly keyScopes: readonly KeyScope[] | null;
  /** The type that each query parameter's text is converted to. */
  readonly query: ReadonlyMap<string, QueryType>;
  /** Whether the operation has an `expectedVersion`, which `If-Match` can also give. */
  readonly takesVersion: boolean;
};
/** A `list` is separated by commas. A `repeatable` text may be given more than once. */
export type QueryType = 'string' | 'number' | 'boolean' | 'list' | 'repeatable';

/** The first segments of every path, such as `/api/v1/envelopes`, aren't parameters. */
const FIXED_SEGMENTS = 3;

type Definition = {
  readonly _def: { readonly type: string; readonly meta?: Meta; readonly inputs: readonly unknown[] };
};

/** All routes, compiled at startup. */
export const ROUTES: readonly Route[] = Object.entries(
  restRouter._def.procedures as unknown as Record<string, Definition>,
).map(([name, definition]) => compile(name, definition));

/**
 * The routes by the shape of their paths, because trying all of them for each request takes longer than most
 * other steps.
 */
const ROUTES_BY_SHAPE = Map.groupBy(ROUTES, ({ path }) => getShape(path));

/** Returns what a path has in common with its route's: the number of segments, and the first that aren't parameters. */
function getShape(path: string): string {
  const segments = path.split('/');
  return [segments.length, ...segments.slice(2, FIXED_SEGMENTS + 1)].join('/');
}

/** Checks whether an operation answers with a file of which a part can be requested. */
export function hasParts(route: Route): boolean {
  const isFile = route.type === 'query' && route.rest.answer === 'bytes';
  return isFile && (isForDevelopers(route) || route.rest.parts === true);
}

/** Checks whether an operation belongs to the surface for developers and agents. */
export function isForDevelopers({ path }: Pick<Route, 'path'>): boolean {
  return getSurface(path).method === 'developer';
}

/**
 * Returns the routes of a path, for the request's method or for the Allow header. A path without parameters wins over
 * one that a parameter would match (OpenAPI 3.1, section 4.8.8).
 */
export function findRoutes(
  path: string,
): readonly { readonly route: Route; readonly values: Readonly<Record<string, string>> }[] {
  const found = (ROUTES_BY_SHAPE.get(getShape(path)) ?? []).flatMap((route) => {
    const match = route.pattern.exec(path);
    if (match === null) return [];
    const values = Object.fromEntries(
      route.parameters.map((name, index) => [name, decodeSegment(match[index + 1] ?? '')]),
    );
    return [{ route, values }];
  });
  const fewest = Math.min(...found.map(({ route }) => route.parameters.length));
  return found.filter(({ route }) => route.parameters.length === fewest);
}

function compile(name: string, { _def }: Definition): Route {
  const openapi = _def.meta?.openapi;
  const rest = _def.meta?.rest;
  if (openapi === undefined || rest === undefined) throw new Error(`procedure ${name} has no REST meta`);
  const parameters = [...openapi.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  if (openapi.path.split('/', FIXED_SEGMENTS + 1).some((segment) => segment.includes('{')))
    throw new Error(`the path of ${name} has a parameter among its first segments`);
  const type = _def.type === 'query' ? 'query' : 'mutation';
  const keyScopes = findOperationScopes(openapi);
  if (isForDevelopers(openapi) !== (keyScopes !== null)) throw new Error(`no row says the scopes of ${name}`);
  return {
    name,
    type,
    method: openapi.method,
    path: openapi.path,
    pattern: new RegExp(`^${openapi.path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '([^/]+)')}$`),
    parameters,
    rest,
    keyScopes,
    agentScopes: _def.meta?.agent?.rest === true ? _def.meta.agent.scopes : null,
    query:
      type === 'query' || openapi.method === 'DELETE'
        ? collectQueryTypes(_def.inputs, parameters)
        : new Map(),
    takesVersion:
      type === 'mutation' && _def.inputs.some((input) => 'expectedVersion' in getInputProperties(input)),
  };
}

type JsonSchema = {
  readonly type?: string;
  readonly properties?: Record<string, JsonSchema>;
  readonly anyOf?: JsonSchema[];
};

function collectQueryTypes(inputs: readonly unknown[], inPath: readonly string[]): Map<string, QueryType> {
  const types = new Map<string, QueryType>();
  for (const input of inputs) {
    for (const [name, property] of Object.entries(getInputProperties(input)))
      if (!inPath.includes(name)) types.set(name, getQueryType(property));
  }
  return types;
}

function getInputProperties(input: unknown): Readonly<Record<string, JsonSchema>> {
  const schema = z.toJSONSchema(input as z.ZodType, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  return schema.properties ?? {};
}

function getQueryType(schema: JsonSchema): QueryType {
  switch (schema.type) {
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'array':
      return 'list';
    default:
      return schema.anyOf?.some(({ type }) => type === 'array') === true ? 'repeatable' : 'string';
  }
}

/** Decodes a path segment. A malformed segment matches nothing. */
function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
