import { z } from 'zod';
import { capitalize } from '#domain/text.ts';
import { getSurface } from '#server/surface/table.ts';
import { buildErrorReferences } from './errors.ts';
import { buildHeaderReferences, listResponseHeaders } from './headers.ts';
import { isObject, type Json, type Operation, type Response } from './model.ts';
import { PARAMETER_TEXTS, describePathParameter, SECURITY, SESSION_SECURITY } from './prose.ts';
import { hasParts, isForDevelopers, type Route } from '#server/http/rest/routes.ts';

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
/** Media types of downloads that aren't just PDF. */
const FILE_TYPES: Readonly<Record<string, readonly string[]>> = {
  '/api/v1/envelopes/{id}/document': ['application/pdf', DOCX],
  '/api/signer/page-picture': ['image/png'],
  '/api/signer/changes/page-picture': ['image/png'],
};

/** Completes the generated operation with the information in a route's meta. */
export function describeOperation(route: Route, operation: Operation, input: z.ZodType): Operation {
  const { requestBody } = operation;
  return {
    operationId: getOperationId(route),
    summary: operation['summary'],
    description: operation['description'],
    tags: operation['tags'],
    ...(route.rest.deprecated === undefined ? {} : { deprecated: true }),
    security: [
      ...(route.rest.needsSession === true ? SESSION_SECURITY : SECURITY[getSurface(route.path).method]),
      ...(route.agentScopes === null ? [] : [{ oauth: route.agentScopes }]),
    ],
    ...(route.keyScopes === null ? {} : { 'x-required-scopes': route.keyScopes }),
    parameters: buildParameters(route, operation, input),
    ...(route.rest.body === 'bytes'
      ? { requestBody: buildBytesBody() }
      : requestBody === undefined
        ? {}
        : { requestBody: { ...requestBody, required: hasRequired(requestBody) } }),
    responses: buildResponses(route, operation),
  };
}

/**
 * Returns the operation ID, such as `envelopeResendLink` for `developer.envelope.resendLink`. The IDs of
 * signer operations start with the surface.
 */
export function getOperationId(route: Route): string {
  const words = route.name.replace(/^developer\./, '').split('.');
  return words.map((word, at) => (at === 0 ? word : capitalize(word))).join('');
}

function buildParameters(route: Route, operation: Operation, input: z.ZodType): Json[] {
  const described = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }).properties ?? {};
  const own = (operation.parameters ?? []).map((parameter) => {
    const name = String(parameter['name']);
    const inPath = parameter['in'] === 'path';
    const property = described[name];
    return {
      name,
      in: parameter['in'],
      required: inPath || parameter['required'] === true,
      description:
        (isObject(property) ? property['description'] : undefined) ??
        (inPath ? describePathParameter(route.path, name) : PARAMETER_TEXTS[name]),
      ...(route.query.get(name) === 'list' ? { style: 'form', explode: false } : {}),
      schema: parameter['schema'],
    };
  });
  return [...own, ...requestHeaders(route)];
}

function requestHeaders(route: Route): Json[] {
  const names = {
    stored: ['IdempotencyKeyStored'],
    current: ['IdempotencyKeyCurrent'],
    none: [],
  } as const;
  const isRead = route.type === 'query' && isForDevelopers(route);
  return [
    ...names[route.rest.idempotency ?? 'none'],
    ...(route.takesVersion && isForDevelopers(route) ? ['IfMatch'] : []),
    ...(isRead ? ['IfNoneMatch'] : []),
    'RequestId',
  ].map((name) => ({ $ref: `#/components/parameters/${name}` }));
}

/** A body without required properties can be omitted. It is then read as `{}`. */
function hasRequired(requestBody: NonNullable<Operation['requestBody']>): boolean {
  const required = requestBody.content['application/json']?.schema?.['required'];
  return Array.isArray(required) && required.length > 0;
}

const DESCRIPTIONS = { 200: 'Success.', 201: 'Created.', 202: 'Accepted.' } as const;

function buildBytesBody(): NonNullable<Operation['requestBody']> {
  return {
    description: 'The raw bytes of the document.',
    required: true,
    content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
  };
}

function buildResponses(route: Route, operation: Operation): Record<string, Response> {
  const { success = 200, otherSuccess } = route.rest;
  const response = buildSuccessResponse(route, operation);
  if (otherSuccess === undefined)
    return { [String(success)]: response, ...buildNotModified(route), ...buildErrorReferences(route) };
  if (success === 204) {
    const other = buildSuccessResponse(
      { ...route, rest: { ...route.rest, success: otherSuccess.status } },
      operation,
    );
    return { '204': response, [String(otherSuccess.status)]: other, ...buildErrorReferences(route) };
  }
  const [usual, other] = splitForms(response);
  return { [String(success)]: usual, [String(otherSuccess.status)]: other, ...buildErrorReferences(route) };
}

/** Files that are generated for the request are whole, unless they are appended to a stored one. */
const PARTS: Record<string, Response> = {
  '206': {
    description: 'The part of the file that `Range` asks for.',
    headers: buildHeaderReferences([...listResponseHeaders(206), 'ETag', 'Accept-Ranges', 'Content-Range']),
    content: { '*/*': { schema: { type: 'string', format: 'binary' } } },
  },
};

function buildNotModified(route: Route): Record<string, Response> {
  const parts = hasParts(route) ? PARTS : {};
  if (route.type !== 'query' || !isForDevelopers(route)) return parts;
  return {
    ...parts,
    '304': {
      description: 'What `If-None-Match` names is still current.',
      headers: buildHeaderReferences([...listResponseHeaders(304), 'ETag']),
    },
  };
}

/** Splits a response with two forms into one response for each form, in the order of the schema. */
function splitForms(response: Response): readonly [Response, Response] {
  const schema = response.content?.['application/json']?.schema;
  const [usual, other] = (schema?.['anyOf'] ?? schema?.['oneOf'] ?? []) as Json[];
  if (usual === undefined || other === undefined) throw new Error('the answer has only one form');
  const withForm = (form: Json, description: string) => ({
    ...response,
    description,
    content: { 'application/json': { schema: form } },
  });
  return [withForm(usual, 'Created.'), withForm(other, 'Accepted.')];
}

function buildSuccessResponse(route: Route, operation: Operation): Response {
  const { success = 200, answer = 'json', idempotency } = route.rest;
  const replayed = idempotency === undefined ? [] : ['Idempotency-Replayed'];
  const headers = buildHeaderReferences([...listResponseHeaders(success), ...replayed]);
  if (success === 204) return { description: 'Success, without content.', headers };
  if (answer === 'bytes') {
    const types = FILE_TYPES[route.path] ?? ['application/pdf'];
    return {
      description: 'The file.',
      headers: { ...headers, ...buildHeaderReferences(['Content-Disposition', 'ETag', 'Accept-Ranges']) },
      content: Object.fromEntries(
        types.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
      ),
    };
  }
  const content = operation.responses['200']?.content ?? {};
  const tag = route.type === 'query' && isForDevelopers(route) ? buildHeaderReferences(['ETag']) : {};
  return { description: DESCRIPTIONS[success], headers: { ...headers, ...tag }, content };
}
