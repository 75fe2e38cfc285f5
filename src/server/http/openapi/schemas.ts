import { componentOf, isObject, type Json, type OpenApiDocument } from './model.ts';

/**
 * Says the schemas the way a reader and a generator of clients expect: null as one of the types, no bounds that only
 * say that a number is a number, and answers that may grow new properties. What callers send stays closed.
 */
export function tidySchemas(document: OpenApiDocument): void {
  document.paths = simplified(document.paths) as OpenApiDocument['paths'];
  document.components = simplified(document.components) as OpenApiDocument['components'];
  const { schemas } = document.components;
  const sent = componentsIn(requestBodies(document), schemas);
  for (const [name, schema] of Object.entries(schemas)) if (!sent.has(name)) open(schema);
  for (const item of Object.values(document.paths))
    for (const operation of Object.values(item)) open(operation.responses);
}

/** Formats that say more to a reader than the pattern of the code that checks them. */
const SAID_BY_FORMAT: readonly unknown[] = ['date-time', 'date', 'base64'];

function simplified(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(simplified);
  if (!isObject(node)) return node;
  const entries = Object.entries(node).filter(
    ([name, value]) =>
      Math.abs(Number(value)) !== Number.MAX_SAFE_INTEGER &&
      !(name === 'pattern' && SAID_BY_FORMAT.includes(node['format'])),
  );
  return nullable(Object.fromEntries(entries.map(([name, value]) => [name, simplified(value)])));
}

/** `anyOf: [schema, null]` as one schema whose types include null; a reference keeps the choice, having no types. */
function nullable(schema: Json): Json {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return schema;
  const [one, other] = anyOf as [Json, Json];
  if (other['type'] !== 'null' || typeof one['type'] !== 'string') return schema;
  const values = one['enum'];
  return {
    ...one,
    ...rest,
    type: [one['type'], 'null'],
    ...(Array.isArray(values) ? { enum: [...(values as unknown[]), null] } : {}),
  };
}

function requestBodies(document: OpenApiDocument): unknown[] {
  return Object.values(document.paths).flatMap((item) =>
    Object.values(item).map((operation) => operation.requestBody),
  );
}

/** The components that a part of the document uses, through others too. */
function componentsIn(part: unknown, schemas: Record<string, Json>, found = new Set<string>()): Set<string> {
  if (Array.isArray(part)) for (const value of part) componentsIn(value, schemas, found);
  if (!isObject(part)) return found;
  const name = componentOf(part);
  if (name !== null && !found.has(name)) {
    found.add(name);
    componentsIn(schemas[name], schemas, found);
  }
  for (const value of Object.values(part)) componentsIn(value, schemas, found);
  return found;
}

/** Takes away that an object has no other properties: an answer may have new ones tomorrow. */
function open(node: unknown): void {
  if (Array.isArray(node)) return node.forEach(open);
  if (!isObject(node)) return;
  if (node['additionalProperties'] === false) delete node['additionalProperties'];
  Object.values(node).forEach(open);
}
