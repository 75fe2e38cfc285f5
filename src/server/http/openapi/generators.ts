import { capitalize } from '#domain/text.ts';
import { isObject, type Json, type OpenApiDocument, type Operation } from './model.ts';

/** What lists must keep taking when the API grows, by component: enums that clients would otherwise close. */
const GROWING_ENUMS: Readonly<Record<string, readonly string[]>> = {
  Error: ['code'],
  AdministrativeAction: ['action'],
};

/**
 * Translates the document to OpenAPI 3.0.3 for programs that generate clients. It describes the same operations in
 * the words that these programs know: bodies have names, null is `nullable`, events are one open type, and there
 * are no webhooks, which many take for operations.
 */
export function translateForGenerators(document: OpenApiDocument): OpenApiDocument {
  const { webhooks: _webhooks, openapi: _version, ...rest } = structuredClone(document);
  const { paths, components } = rest;
  components.schemas['EventRecord'] = buildOpenEvent(components.schemas);
  for (const item of Object.values(paths))
    for (const operation of Object.values(item)) nameBodies(operation, components.schemas);
  for (const response of Object.values(components['responses'] ?? {})) referToError(response as Json);
  for (const [name, schema] of Object.entries(components.schemas)) {
    nameMembers(name, schema, components.schemas);
    for (const property of GROWING_ENUMS[name] ?? []) openEnum(schema, property);
  }
  return {
    openapi: '3.0.3',
    ...rest,
    paths: mapValues(paths, (item) => mapValues(item, translateOperation)),
    components: {
      ...components,
      schemas: mapValues(components.schemas, translateSchema),
      parameters: mapValues(components['parameters'] ?? {}, (parameter) =>
        translateHolder(parameter as Json),
      ),
      headers: mapValues(components['headers'] ?? {}, (header) => translateHolder(header as Json)),
      responses: mapValues(components['responses'] ?? {}, (response) => translateResponse(response as Json)),
      securitySchemes: renameKeyScheme(components['securitySchemes'] ?? {}),
    },
  } as OpenApiDocument;
}

/** Generators compare names without case, and `ApiKey` is a schema. */
function renameKeyScheme<T>(schemes: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(
    Object.entries(schemes).map(([name, scheme]) => [name === 'apiKey' ? 'bearerKey' : name, scheme]),
  );
}

/** Builds what all events have in common, with any action and payload. The type of each event stays a component. */
function buildOpenEvent(schemas: Readonly<Record<string, Json>>): Json {
  const union = schemas['EventRecord'] as { readonly oneOf: readonly Json[] } & Json;
  const first = union.oneOf[0]?.['$ref'];
  const { properties, ...event } = schemas[String(first).split('/').at(-1) ?? ''] as {
    properties: Json;
  } & Json;
  return {
    ...event,
    description: union['description'],
    properties: {
      ...properties,
      action: { type: 'string', description: 'Such as `envelope.sent`. New actions can be added.' },
      payload: { type: 'object', additionalProperties: true },
    },
  };
}

/** Moves an operation's bodies to components, named after the operation. */
function nameBodies(operation: Operation, schemas: Record<string, Json>): void {
  const subject = capitalize(operation.operationId ?? '');
  const move = (media: { schema?: Json } | undefined, name: string) => {
    const schema = media?.schema;
    if (media === undefined || schema === undefined || '$ref' in schema) return;
    if (name in schemas) throw new Error(`two schemas have the name ${name}`);
    schemas[name] = schema;
    media.schema = { $ref: `#/components/schemas/${name}` };
  };
  move(operation.requestBody?.content['application/json'], `${subject}Request`);
  const successes = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'));
  for (const [place, [status, response]] of successes.entries())
    move(response.content?.['application/json'], `${subject}Response${place === 0 ? '' : status}`);
}

/** Gives inline members of a union names by the property whose values tell them apart. */
function nameMembers(name: string, schema: Json, schemas: Record<string, Json>): void {
  const members = (schema['oneOf'] ?? schema['anyOf']) as Json[] | undefined;
  if (members === undefined || !members.every((member) => isObject(member['properties']))) return;
  const kind = findKind(members);
  if (kind === null) return;
  const mapping: Record<string, string> = {};
  for (const member of members) {
    const values = readKinds(member, kind);
    const memberName = `${name}${(values[0] ?? '').split('_').map(capitalize).join('')}`;
    schemas[memberName] = member;
    for (const value of values) mapping[value] = `#/components/schemas/${memberName}`;
  }
  delete schema['anyOf'];
  delete schema['type'];
  schema['oneOf'] = [...new Set(Object.values(mapping))].map(($ref) => ({ $ref }));
  schema['discriminator'] = { propertyName: kind, mapping };
}

/** Returns the property whose fixed texts differ between the members; null if there is none. */
function findKind(members: readonly Json[]): string | null {
  const isKind = (name: string) => {
    const values = members.map((member) => readKinds(member, name));
    const all = values.flat();
    return values.every(({ length }) => length > 0) && new Set(all).size === all.length;
  };
  return Object.keys(members[0]?.['properties'] ?? {}).find(isKind) ?? null;
}

function readKinds(member: Json, name: string): string[] {
  const property = (member['properties'] as Json)[name];
  if (!isObject(property)) return [];
  const values = 'const' in property ? [property['const']] : property['enum'];
  return Array.isArray(values) && values.every((value) => typeof value === 'string') ? values : [];
}

function openEnum(schema: Json, name: string): void {
  const property = (schema['properties'] as Json)[name];
  if (!isObject(property) || !Array.isArray(property['enum'])) throw new Error(`${name} is no enum`);
  const { enum: values, ...rest } = property;
  (schema['properties'] as Json)[name] = {
    ...rest,
    description: `New values can be added. Today: ${(values as string[]).join(', ')}.`,
  };
}

/** All errors are of one type. Which codes an operation returns is in the response's description. */
function referToError(response: Json): void {
  const media = (response['content'] as Record<string, Json> | undefined)?.['application/json'];
  if (media !== undefined) media['schema'] = { $ref: '#/components/schemas/Error' };
}

function translateOperation(operation: Operation): Operation {
  const { '206': _part, ...responses } = operation.responses;
  const { requestBody, parameters = [] } = operation;
  return {
    ...operation,
    security: (operation['security'] as Record<string, unknown>[]).map(renameKeyScheme),
    parameters: parameters.map(translateHolder),
    ...(requestBody === undefined
      ? {}
      : { requestBody: { ...requestBody, content: mapValues(requestBody.content, translateHolder) } }),
    responses: mapValues(responses, translateResponse),
  };
}

function translateResponse<T extends Json>(response: T): T {
  const { content } = response;
  return isObject(content)
    ? { ...response, content: mapValues(content, (media) => translateHolder(media as Json)) }
    : response;
}

/** Translates the schema of a parameter, a header or a media type. */
function translateHolder<T extends Json>(holder: T): T {
  const { schema } = holder;
  return isObject(schema) ? { ...holder, schema: translateParameter(schema) } : holder;
}

/** A value that may be repeated is a list. */
function translateParameter(schema: Json): Json {
  const list = (schema['anyOf'] as Json[] | undefined)?.find(({ type }) => type === 'array');
  return translateSchema(list ?? schema);
}

/** Keywords that OpenAPI 3.0 doesn't have, and that only narrow what is described. */
const UNKNOWN = new Set([
  'type',
  'format',
  'propertyNames',
  'contentEncoding',
  'examples',
  'const',
  'exclusiveMinimum',
]);
const NUMBER_FORMATS: Readonly<Record<string, string>> = { integer: 'int64', number: 'double' };

/** Translates a schema from JSON Schema 2020-12 to OpenAPI 3.0.3, section 4.7.24. */
function translateSchema(schema: Json): Json {
  if ('$ref' in schema) return { $ref: schema['$ref'] };
  const choices = (schema['anyOf'] ?? schema['oneOf']) as Json[] | undefined;
  const kept = Object.fromEntries(
    Object.entries(schema).filter(([name]) => !UNKNOWN.has(name) && name !== 'anyOf' && name !== 'oneOf'),
  );
  return {
    ...kept,
    ...translateType(schema),
    ...(choices === undefined ? {} : translateChoices(choices, 'discriminator' in schema)),
    ...translateExample(schema),
    ...translateValues(schema),
    ...translateLowest(schema),
    ...translateMembers(schema),
  };
}

function translateType({ type, format }: Json): Json {
  const types = (Array.isArray(type) ? type : [type]) as unknown[];
  const [only] = types.filter((one) => one !== 'null');
  if (only === undefined) return {};
  // The texts stay base64: the readers of `byte` differ in whether they decode.
  const known = format === 'base64' ? undefined : (format ?? NUMBER_FORMATS[String(only)]);
  return {
    type: only,
    ...(known === undefined ? {} : { format: known }),
    ...(types.includes('null') ? { nullable: true } : {}),
  };
}

/** Translates a union. Types without a common form become any text, or any value. */
function translateChoices(choices: readonly Json[], isDiscriminated: boolean): Json {
  const others = choices.filter(({ type }) => type !== 'null');
  const nullable = others.length < choices.length ? { nullable: true } : {};
  const [first] = others;
  if (others.length === 1 && first !== undefined)
    return '$ref' in first
      ? { allOf: [translateSchema(first)], ...nullable }
      : { ...translateSchema(first), ...nullable };
  if (others.every(({ type }) => type === 'string')) return { type: 'string', ...nullable };
  if (others.some((choice) => !('$ref' in choice))) return nullable;
  return { [isDiscriminated ? 'oneOf' : 'anyOf']: others.map(translateSchema), ...nullable };
}

function translateExample({ examples }: Json): Json {
  return Array.isArray(examples) && examples.length > 0 ? { example: examples[0] as unknown } : {};
}

function translateValues(schema: Json): Json {
  if ('const' in schema) return { enum: [schema['const']], type: typeof schema['const'] };
  const { enum: values } = schema;
  return Array.isArray(values) ? { enum: values.filter((value) => value !== null) } : {};
}

function translateLowest({ exclusiveMinimum }: Json): Json {
  return exclusiveMinimum === undefined ? {} : { minimum: exclusiveMinimum, exclusiveMinimum: true };
}

function translateMembers({ properties, items, additionalProperties, allOf }: Json): Json {
  return {
    ...(isObject(properties)
      ? { properties: mapValues(properties, (one) => translateSchema(one as Json)) }
      : {}),
    ...(isObject(items) ? { items: translateSchema(items) } : {}),
    ...(isObject(additionalProperties)
      ? {
          additionalProperties:
            Object.keys(additionalProperties).length === 0 ? true : translateSchema(additionalProperties),
        }
      : {}),
    ...(Array.isArray(allOf) ? { allOf: (allOf as Json[]).map(translateSchema) } : {}),
  };
}

function mapValues<T, R>(object: Readonly<Record<string, T>>, translate: (value: T) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, translate(value)]));
}
