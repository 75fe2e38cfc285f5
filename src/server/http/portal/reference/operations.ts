import type { ErrorCode } from '#domain/errors.ts';
import { listErrorCodes } from '#server/http/openapi/errors.ts';
import { openApiDocument } from '#server/http/openapi/document.ts';
import type { Json, Operation } from '#server/http/openapi/model.ts';
import { getOperationId } from '#server/http/openapi/operation.ts';
import { ROUTES } from '#server/http/rest/routes.ts';
import type { Sample } from '../code.ts';

/** An operation as shown on its page. */
export type Described = {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly title: string;
  readonly about: string;
  readonly tag: string;
  /** The scopes that an API key or an access token needs. */
  readonly scopes: readonly string[];
  readonly credential: 'key' | 'token' | null;
  /** Whether it takes an agent's access token in place of an API key. */
  readonly takesAccessToken: boolean;
  readonly parameters: readonly Json[];
  readonly body: { readonly schema: Json; readonly example: unknown; readonly required: boolean } | null;
  readonly sendsFile: boolean;
  readonly answers: readonly Answer[];
  readonly errors: readonly ErrorCode[];
  readonly samples: readonly Sample[];
};
type Answer = { readonly status: string; readonly schema: Json | null; readonly example: unknown };

export type Reference = {
  readonly groups: readonly {
    readonly tag: string;
    readonly about: string;
    readonly operations: readonly Described[];
  }[];
  readonly schemas: Readonly<Record<string, Json>>;
};

const references = new Map<string, Reference>();

/** Returns all operations by group, in the order of the OpenAPI document. */
export function buildReference(origin: string): Reference {
  const known = references.get(origin) ?? read(origin);
  references.set(origin, known);
  return known;
}

function read(origin: string): Reference {
  const document = openApiDocument(origin);
  const { schemas, parameters } = document.components;
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) =>
      describe(path, method.toUpperCase(), operation, parameters as Record<string, Json>),
    ),
  );
  const groups = (document['tags'] as readonly { name: string; description?: string }[]).map(
    ({ name, description = '' }) => ({
      tag: name,
      about: description,
      operations: operations.filter(({ tag }) => tag === name),
    }),
  );
  return { groups, schemas };
}

function describe(
  path: string,
  method: string,
  operation: Operation,
  shared: Readonly<Record<string, Json>>,
): Described {
  const security = (operation['security'] ?? []) as readonly Readonly<Record<string, readonly string[]>>[];
  const names = security.flatMap(Object.keys);
  const content = operation.requestBody?.content;
  const json = content?.['application/json'];
  const route = ROUTES.find((one) => getOperationId(one) === operation.operationId);
  return {
    id: operation.operationId ?? '',
    method,
    path,
    title: String(operation['summary']),
    about: String(operation['description'] ?? ''),
    tag: (operation['tags'] as readonly string[])[0] ?? '',
    scopes: (operation['x-required-scopes'] ?? []) as readonly string[],
    takesAccessToken: names.includes('oauth'),
    credential: names.includes('apiKey')
      ? 'key'
      : names.some((name) => name === 'signerToken' || name === 'editingToken')
        ? 'token'
        : null,
    parameters: (operation.parameters ?? []).map((parameter) => resolveParameter(parameter, shared)),
    body:
      json === undefined
        ? null
        : {
            schema: json.schema ?? {},
            example: getFirstExample(json),
            required: operation.requestBody?.['required'] === true,
          },
    sendsFile: content?.['application/octet-stream'] !== undefined,
    answers: Object.entries(operation.responses)
      .filter(([status]) => status.startsWith('2'))
      .map(([status, answer]) => {
        const media = answer.content?.['application/json'];
        return { status, schema: media?.schema ?? null, example: media && getFirstExample(media) };
      }),
    errors: route === undefined ? [] : listErrorCodes(route),
    samples: operation['x-codeSamples'] as readonly Sample[],
  };
}

function resolveParameter(parameter: Json, shared: Readonly<Record<string, Json>>): Json {
  const reference = parameter['$ref'];
  return typeof reference === 'string' ? (shared[reference.split('/').at(-1) ?? ''] ?? {}) : parameter;
}

function getFirstExample(media: Json): unknown {
  const [example] = Object.values((media['examples'] ?? {}) as Record<string, Json>);
  return example?.['value'];
}
