import { ANSWER_PATCHES, FORM_PATCHES, REQUEST_EXAMPLES } from './example-bodies.ts';
import { createExampleEvents } from './events.ts';
import { getComponentName, isObject, type Json, type OpenApiDocument, type Operation } from './model.ts';

type Schemas = Readonly<Record<string, Json>>;

/** Adds an example to every body and path parameter. */
export function addExamples(document: OpenApiDocument): void {
  const { schemas } = document.components;
  for (const item of Object.values(document.paths)) {
    for (const operation of Object.values(item)) {
      for (const parameter of operation.parameters ?? []) addParameterExample(parameter);
      addRequestExamples(operation, schemas);
      addAnswerExamples(operation, schemas);
    }
  }
}

/** Returns a value that fits a schema: its own example, otherwise a minimal value. */
export function buildExample(schema: Json, schemas: Schemas): unknown {
  const component = getComponentName(schema);
  if (component === 'EventRecord') return createExampleEvents()[0];
  if (Array.isArray(schema['examples'])) return (schema['examples'] as unknown[])[0];
  if (component !== null) return buildExample(schemas[component] ?? {}, schemas);
  const variants = (schema['oneOf'] ?? schema['anyOf'] ?? []) as Json[];
  if ([schema['type']].flat().includes('null') || variants.some(({ type }) => type === 'null')) return null;
  if (variants[0] !== undefined) return buildExample(variants[0], schemas);
  if ('const' in schema) return schema['const'];
  if (Array.isArray(schema['enum'])) return (schema['enum'] as unknown[])[0];
  return buildTypeExample(schema, schemas);
}

function buildTypeExample(schema: Json, schemas: Schemas): unknown {
  switch (schema['type']) {
    case 'object':
      return buildObjectExample(schema, schemas);
    case 'array':
      return isObject(schema['items']) ? [buildExample(schema['items'], schemas)] : [];
    case 'boolean':
      return false;
    case 'integer':
    case 'number':
      return typeof schema['minimum'] === 'number' ? schema['minimum'] : 0;
    default:
      return 'text';
  }
}

/** Shows required properties, and optional ones with an example of their own. */
function buildObjectExample(schema: Json, schemas: Schemas): Json {
  const required = (schema['required'] ?? []) as readonly string[];
  const shown = Object.entries((schema['properties'] ?? {}) as Record<string, Json>).filter(
    ([name, property]) => required.includes(name) || 'examples' in property,
  );
  return Object.fromEntries(shown.map(([name, property]) => [name, buildExample(property, schemas)]));
}

function addParameterExample(parameter: Json): void {
  const [example] = ((parameter['schema'] as Json | undefined)?.['examples'] ?? []) as unknown[];
  if (parameter['in'] === 'path' && example !== undefined) parameter['example'] = example;
}

function addRequestExamples(operation: Operation, schemas: Schemas): void {
  const media = operation.requestBody?.content['application/json'];
  if (media?.schema === undefined) return;
  media['examples'] = REQUEST_EXAMPLES[operation.operationId ?? ''] ?? {
    example: { value: buildExample(media.schema, schemas) },
  };
}

function addAnswerExamples(operation: Operation, schemas: Schemas): void {
  const patch = ANSWER_PATCHES[operation.operationId ?? '']?.();
  for (const [status, answer] of Object.entries(operation.responses)) {
    const media = answer.content?.['application/json'];
    if (!status.startsWith('2') || media?.schema === undefined) continue;
    media['examples'] = Object.fromEntries(
      listForms(media.schema, schemas).map(({ form, schema }) => [
        form,
        { value: mergePatch(mergePatch(buildExample(schema, schemas), FORM_PATCHES[form]), patch) },
      ]),
    );
  }
}

/** A response with several forms has an example of each, named by its status. */
function listForms(schema: Json, schemas: Schemas): { form: string; schema: Json }[] {
  const component = getComponentName(schema);
  const variants = (component === null ? schema : (schemas[component] ?? {}))['oneOf'];
  if (!Array.isArray(variants)) return [{ form: 'success', schema }];
  return (variants as Json[]).map((variant, index) => {
    const properties = (variant['properties'] ?? {}) as Record<string, Json>;
    return { form: String(properties['status']?.['const'] ?? `form${index + 1}`), schema: variant };
  });
}

function mergePatch(value: unknown, patch: unknown): unknown {
  if (patch === undefined) return value;
  if (!isObject(value) || !isObject(patch)) return patch;
  const names = new Set([...Object.keys(value), ...Object.keys(patch)]);
  return Object.fromEntries([...names].map((name) => [name, mergePatch(value[name], patch[name])]));
}
