import { getComponentName, isObject, type Json } from '#server/http/openapi/model.ts';

export type Schemas = Readonly<Record<string, Json>>;

/** A property of a body as the reference shows it. */
export type Property = {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly text: string;
  readonly schema: Json;
};

/** Returns a schema without the reference or list that wraps it, and the component that it comes from. */
export function unwrapSchema(
  schema: Json,
  schemas: Schemas,
): { readonly schema: Json; readonly name: string | null } {
  const name = getComponentName(schema);
  if (name !== null) return { schema: schemas[name] ?? {}, name };
  if (isObject(schema['items'])) return unwrapSchema(schema['items'], schemas);
  const [only, ...others] = listVariants(schema);
  return only !== undefined && others.length === 0 ? unwrapSchema(only, schemas) : { schema, name: null };
}

/** Returns the forms that a value can take, except null. */
export function listVariants(schema: Json): Json[] {
  const forms = schema['oneOf'] ?? schema['anyOf'];
  return Array.isArray(forms) ? (forms as Json[]).filter(({ type }) => type !== 'null') : [];
}

/** Returns the properties of an object in the order in which they are described. */
export function listProperties(schema: Json): Property[] {
  const required = (schema['required'] ?? []) as readonly string[];
  return Object.entries((schema['properties'] ?? {}) as Record<string, Json>).map(([name, property]) => ({
    name,
    type: describeType(property),
    required: required.includes(name),
    text: describeValue(property),
    schema: property,
  }));
}

/** Describes the type of a value: `string or null`, `array of Participant`. */
export function describeType(schema: Json): string {
  const component = getComponentName(schema);
  if (component !== null) return component;
  const variants = listVariants(schema);
  if (variants.length > 0) {
    const isNullable = ((schema['oneOf'] ?? schema['anyOf']) as Json[]).length > variants.length;
    const names = variants.length > 3 ? [`one of ${variants.length} forms`] : variants.map(describeType);
    return [...new Set(names), ...(isNullable ? ['null'] : [])].join(' or ');
  }
  if ('const' in schema) return JSON.stringify(schema['const']);
  const types = [schema['type'] ?? 'any'].flat() as string[];
  return types
    .map((type) =>
      type === 'array' && isObject(schema['items']) ? `array of ${describeType(schema['items'])}` : type,
    )
    .map((type) => (type === 'string' && typeof schema['format'] === 'string' ? schema['format'] : type))
    .join(' or ');
}

/** Describes a value: first its description, then the values or the range that it can have. */
export function describeValue(schema: Json): string {
  const { description, minimum, maximum, maxLength, maxItems } = schema;
  const values = (Array.isArray(schema['enum']) ? schema['enum'] : []).filter((value) => value !== null);
  return [
    ...(typeof description === 'string' ? [description] : []),
    ...(values.length > 0 ? [`One of ${values.map((value) => `\`${String(value)}\``).join(', ')}.`] : []),
    ...(typeof minimum === 'number' && typeof maximum === 'number' ? [`From ${minimum} to ${maximum}.`] : []),
    ...(typeof maxLength === 'number' ? [`Up to ${maxLength} characters.`] : []),
    ...(typeof maxItems === 'number' ? [`Up to ${maxItems} items.`] : []),
  ].join(' ');
}
