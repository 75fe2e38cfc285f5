import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { z } from 'zod';

type Json = Readonly<Record<string, unknown>>;

/**
 * Creates a schema for a tool's listing: JSON Schema (2020-12) without references, because some clients don't
 * follow them. The schema accepts everything. The procedure validates the arguments and words its refusals as
 * in REST.
 */
export function createListedSchema(schema: z.ZodType): StandardSchemaWithJSON {
  const json = toJsonSchema(schema);
  return {
    '~standard': {
      version: 1,
      vendor: 'countersign',
      validate: (value) => ({ value }),
      jsonSchema: { input: () => json, output: () => json },
    },
  };
}

/** Converts an object schema to self-contained JSON Schema. */
function toJsonSchema(schema: z.ZodType): Record<string, unknown> {
  const {
    $schema: _dialect,
    $defs,
    ...root
  } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json;
  const definitions = ($defs ?? {}) as Readonly<Record<string, unknown>>;
  const resolved = inlineReferences(root, definitions) as Record<string, unknown>;
  return { type: 'object', ...resolved };
}

/** Recursion ends because no schema refers to itself. */
function inlineReferences(value: unknown, definitions: Readonly<Record<string, unknown>>): unknown {
  if (Array.isArray(value)) return value.map((item) => inlineReferences(item, definitions));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref, ...rest } = value as Readonly<Record<string, unknown>>;
  const target = typeof $ref === 'string' ? definitions[$ref.replace('#/$defs/', '')] : undefined;
  const whole = splitTypes({ ...(target as object | undefined), ...rest });
  return Object.fromEntries(
    Object.entries(whole)
      .filter((entry) => !isNoise(entry))
      .map(([name, inner]) => [
        name,
        name === 'properties'
          ? inlineProperties(inner as object, definitions)
          : inlineReferences(inner, definitions),
      ]),
  );
}

/** Turns a list of types into branches with one type each, because some clients can't map lists of types. */
function splitTypes(schema: Json): Json {
  const { type, description, title, default: fallback, ...constraints } = schema;
  if (!Array.isArray(type)) return schema;
  const words = Object.entries({ description, title, default: fallback }).filter(
    ([, value]) => value !== undefined,
  );
  const anyOf = type.map((one: unknown) => (one === 'null' ? { type: one } : { type: one, ...constraints }));
  return { ...Object.fromEntries(words), anyOf };
}

/** Treats property names as data, even if they look like keywords. */
function inlineProperties(value: object, definitions: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, inlineReferences(inner, definitions)]),
  );
}

/**
 * Checks whether a keyword tells an agent nothing: every integer is safe, unknown arguments are refused by
 * name, component names and patterns don't matter, and clients don't know the format base64.
 */
function isNoise([name, value]: [string, unknown]): boolean {
  if (name === 'maximum' || name === 'minimum') return Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER;
  return (
    (name === 'id' && typeof value === 'string') ||
    (name === 'pattern' && typeof value === 'string') ||
    (name === 'additionalProperties' && value === false) ||
    (name === 'format' && value === 'base64') ||
    name === 'examples'
  );
}
