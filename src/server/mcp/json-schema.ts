import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { z } from 'zod';

type Json = Readonly<Record<string, unknown>>;

/**
 * A schema for a tool's listing: its JSON Schema (2020-12) made once, without references, which not every client
 * follows. It lets everything through: what is given is judged by the procedure that the tool stands for, and refused
 * in the same words as over REST.
 */
export function listedSchema(schema: z.ZodType, io: 'input' | 'output'): StandardSchemaWithJSON {
  const json = jsonSchema(schema, io);
  return {
    '~standard': {
      version: 1,
      vendor: 'countersign',
      validate: (value) => ({ value }),
      jsonSchema: { input: () => json, output: () => json },
    },
  };
}

/** The JSON Schema of an object, self-contained. */
function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const {
    $schema: _dialect,
    $defs,
    ...root
  } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  const definitions = ($defs ?? {}) as Readonly<Record<string, unknown>>;
  const resolved = inlined(root, definitions, io) as Record<string, unknown>;
  return { type: 'object', ...resolved };
}

/** No schema of ours refers to itself, so that this ends. */
function inlined(
  value: unknown,
  definitions: Readonly<Record<string, unknown>>,
  io: 'input' | 'output',
): unknown {
  if (Array.isArray(value)) return value.map((item) => inlined(item, definitions, io));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref, ...rest } = value as Readonly<Record<string, unknown>>;
  const target = typeof $ref === 'string' ? definitions[$ref.replace('#/$defs/', '')] : undefined;
  const whole = oneTypeEach({ ...(target as object | undefined), ...rest });
  return Object.fromEntries(
    Object.entries(whole)
      .filter((entry) => !isNoise(entry, io))
      .map(([name, inner]) => [
        name,
        name === 'properties'
          ? properties(inner as object, definitions, io)
          : inlined(inner, definitions, io),
      ]),
  );
}

/** Several types become branches of one each: a client that maps schemas onto another dialect knows no lists of types. */
function oneTypeEach(schema: Json): Json {
  const { type, description, title, default: fallback, ...constraints } = schema;
  if (!Array.isArray(type)) return schema;
  const words = Object.entries({ description, title, default: fallback }).filter(
    ([, value]) => value !== undefined,
  );
  const anyOf = type.map((one: unknown) => (one === 'null' ? { type: one } : { type: one, ...constraints }));
  return { ...Object.fromEntries(words), anyOf };
}

/** Names of properties are data, whatever keyword they look like. */
function properties(value: object, definitions: Readonly<Record<string, unknown>>, io: 'input' | 'output') {
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, inlined(inner, definitions, io)]),
  );
}

/** Answers may gain properties; every whole number is safe; names of components say nothing here; clients know no format for base64. */
function isNoise([name, value]: [string, unknown], io: 'input' | 'output'): boolean {
  if (name === 'additionalProperties' && value === false) return io === 'output';
  if (name === 'maximum' || name === 'minimum') return Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER;
  return (
    (name === 'id' && typeof value === 'string') ||
    (name === 'format' && value === 'base64') ||
    name === 'examples'
  );
}
