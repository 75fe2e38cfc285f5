import { getComponentName, isObject, type Json, type OpenApiDocument } from './model.ts';

/**
 * Adapts schemas for readers and client generators: null becomes a type, integer bounds that only say "safe"
 * are removed, and responses can gain properties. Request schemas stay closed.
 */
export function tidySchemas(document: OpenApiDocument): void {
  document.paths = simplify(document.paths) as OpenApiDocument['paths'];
  document.components = simplify(document.components) as OpenApiDocument['components'];
  const { schemas } = document.components;
  const sent = collectComponents(requestBodies(document), schemas);
  for (const [name, schema] of Object.entries(schemas)) if (!sent.has(name)) open(schema);
  for (const item of Object.values(document.paths))
    for (const operation of Object.values(item)) open(operation.responses);
}

/** Formats that are clearer than the patterns that check them. */
const FORMATS_REPLACING_PATTERNS: readonly unknown[] = ['date-time', 'date', 'base64'];

function simplify(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(simplify);
  if (!isObject(node)) return node;
  const entries = Object.entries(node).filter(
    ([name, value]) =>
      Math.abs(Number(value)) !== Number.MAX_SAFE_INTEGER &&
      !(name === 'pattern' && FORMATS_REPLACING_PATTERNS.includes(node['format'])),
  );
  return toNullable(Object.fromEntries(entries.map(([name, value]) => [name, simplify(value)])));
}

/**
 * Turns `anyOf: [schema, null]` into one schema whose type includes null. References keep the union. The
 * examples of the schema are dropped: a nullable property is shown as null unless it has an example of its
 * own.
 */
function toNullable(schema: Json): Json {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return schema;
  const [one, other] = anyOf as [Json, Json];
  if (other['type'] !== 'null' || typeof one['type'] !== 'string') return schema;
  const { examples: _whenSet, ...type } = one;
  const values = one['enum'];
  return {
    ...type,
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

/** Returns the components that a part of the document uses, directly or indirectly. */
function collectComponents(
  part: unknown,
  schemas: Record<string, Json>,
  found = new Set<string>(),
): Set<string> {
  if (Array.isArray(part)) for (const value of part) collectComponents(value, schemas, found);
  if (!isObject(part)) return found;
  const name = getComponentName(part);
  if (name !== null && !found.has(name)) {
    found.add(name);
    collectComponents(schemas[name], schemas, found);
  }
  for (const value of Object.values(part)) collectComponents(value, schemas, found);
  return found;
}

/** Allows additional properties, since responses may gain some. */
function open(node: unknown): void {
  if (Array.isArray(node)) return node.forEach(open);
  if (!isObject(node)) return;
  if (node['additionalProperties'] === false) delete node['additionalProperties'];
  Object.values(node).forEach(open);
}
