import { ANSWER_PATCHES, FORM_PATCHES, REQUEST_EXAMPLES } from './example-bodies.ts';
import { EXAMPLE_VALUES } from './example-values.ts';
import { exampleEvents } from './events.ts';
import { componentOf, isObject, type Json, type OpenApiDocument, type Operation } from './model.ts';

type Schemas = Readonly<Record<string, Json>>;
/** Where a schema is: the component and property around it, and its own property. */
type Place = { readonly component?: string; readonly parent?: string; readonly property?: string };

/** Adds an example to every body and path parameter. */
export function addExamples(document: OpenApiDocument): void {
  const { schemas } = document.components;
  for (const [path, item] of Object.entries(document.paths)) {
    for (const operation of Object.values(item)) {
      for (const parameter of operation.parameters ?? []) addParameterExample(parameter, path);
      addRequestExamples(operation, schemas);
      addAnswerExamples(operation, schemas);
    }
  }
}

/** Returns a value that fits a schema: realistic if the tables know the property, otherwise minimal. */
export function exampleOf(schema: Json, schemas: Schemas, place: Place = {}): unknown {
  const known = knownValue(schema, place);
  if (known !== undefined) return known;
  const component = componentOf(schema);
  if (component === 'EventRecord') return exampleEvents()[0];
  if (component !== null) return exampleOf(schemas[component] ?? {}, schemas, { ...place, component });
  const [choice] = (schema['oneOf'] ?? schema['anyOf'] ?? []) as Json[];
  if (choice !== undefined) return isNullable(schema) ? null : exampleOf(choice, schemas, place);
  if ('const' in schema) return schema['const'];
  if (isNullable(schema)) return null;
  if (Array.isArray(schema['enum'])) return (schema['enum'] as unknown[])[0];
  if (Array.isArray(schema['examples'])) return (schema['examples'] as unknown[])[0];
  return exampleOfType(schema, schemas, place);
}

function knownValue(schema: Json, { component, parent, property }: Place): unknown {
  if (property === undefined) return undefined;
  const value = [`${component}.${property}`, `${parent}.${property}`, property]
    .map((name) => EXAMPLE_VALUES[name])
    .find((candidate) => candidate !== undefined);
  return value !== undefined && fits(value, schema) ? value : undefined;
}

/** Tells whether a value of the tables fits a schema. */
function fits(value: unknown, schema: Json): boolean {
  if (Array.isArray(schema['enum'])) return (schema['enum'] as unknown[]).includes(value);
  if ('const' in schema) return schema['const'] === value;
  const variants = (schema['anyOf'] ?? schema['oneOf']) as Json[] | undefined;
  if (variants !== undefined) return variants.some((variant) => fits(value, variant));
  const types = [schema['type'] ?? 'object'].flat();
  return types.includes(typeOf(value)) || (types.includes('number') && typeof value === 'number');
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

function isNullable(schema: Json): boolean {
  const variants = (schema['anyOf'] ?? schema['oneOf'] ?? []) as Json[];
  return [schema['type']].flat().includes('null') || variants.some(({ type }) => type === 'null');
}

function exampleOfType(schema: Json, schemas: Schemas, place: Place): unknown {
  switch (schema['type']) {
    case 'object':
      return exampleOfObject(schema, schemas, place);
    case 'array':
      return isObject(schema['items']) ? [exampleOf(schema['items'], schemas, inside(place))] : [];
    case 'boolean':
      return false;
    case 'integer':
    case 'number':
      return typeof schema['minimum'] === 'number' ? schema['minimum'] : 0;
    default:
      return 'text';
  }
}

function exampleOfObject(schema: Json, schemas: Schemas, place: Place): Json {
  const { component } = place;
  const required = (schema['required'] ?? []) as readonly string[];
  const shown = Object.entries((schema['properties'] ?? {}) as Record<string, Json>).filter(
    ([name]) => required.includes(name) || EXAMPLE_VALUES[`${component}.${name}`] !== undefined,
  );
  return Object.fromEntries(
    shown.map(([name, property]) => [
      name,
      exampleOf(property, schemas, { ...inside(place), property: name }),
    ]),
  );
}

/** Returns the place one level down. */
function inside({ component, parent, property }: Place): Place {
  const around = property ?? parent;
  return {
    ...(component === undefined ? {} : { component }),
    ...(around === undefined ? {} : { parent: around }),
  };
}

function addParameterExample(parameter: Json, path: string): void {
  if (parameter['in'] !== 'path') return;
  const name = String(parameter['name']);
  const noun = new RegExp(`([\\w-]+)/\\{${name}\\}`).exec(path)?.[1] ?? '';
  const value = EXAMPLE_VALUES[`${noun}.${name}`] ?? EXAMPLE_VALUES[name];
  if (value !== undefined) parameter['example'] = value;
}

function addRequestExamples(operation: Operation, schemas: Schemas): void {
  const media = operation.requestBody?.content['application/json'];
  if (media?.schema === undefined) return;
  media['examples'] = REQUEST_EXAMPLES[operation.operationId ?? ''] ?? {
    example: { value: exampleOf(media.schema, schemas) },
  };
}

function addAnswerExamples(operation: Operation, schemas: Schemas): void {
  const patch = ANSWER_PATCHES[operation.operationId ?? '']?.();
  for (const [status, answer] of Object.entries(operation.responses)) {
    const media = answer.content?.['application/json'];
    if (!status.startsWith('2') || media?.schema === undefined) continue;
    media['examples'] = Object.fromEntries(
      formsOf(media.schema, schemas).map(({ form, schema }) => [
        form,
        { value: merged(merged(exampleOf(schema, schemas), FORM_PATCHES[form]), patch) },
      ]),
    );
  }
}

/** A response with several forms has an example of each, named by its status. */
function formsOf(schema: Json, schemas: Schemas): { form: string; schema: Json }[] {
  const component = componentOf(schema);
  const variants = (component === null ? schema : (schemas[component] ?? {}))['oneOf'];
  if (!Array.isArray(variants)) return [{ form: 'success', schema }];
  return (variants as Json[]).map((variant, index) => {
    const properties = (variant['properties'] ?? {}) as Record<string, Json>;
    return { form: String(properties['status']?.['const'] ?? `form${index + 1}`), schema: variant };
  });
}

function merged(value: unknown, patch: unknown): unknown {
  if (patch === undefined) return value;
  if (!isObject(value) || !isObject(patch)) return patch;
  const names = new Set([...Object.keys(value), ...Object.keys(patch)]);
  return Object.fromEntries([...names].map((name) => [name, merged(value[name], patch[name])]));
}
