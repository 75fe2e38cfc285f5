import { generateOpenApiDocument } from 'trpc-to-openapi';
import { z } from 'zod';
import { ERRORS, type ErrorCode } from '#domain/errors.ts';
import { errorSchema } from '#wire/error.ts';
import { restRouter } from '#server/procedures/router.ts';
import { surfaceOf } from '#server/surface/table.ts';
import { API_VERSION } from './health.ts';
import { ROUTES, type Route } from './routes.ts';

type Json = { [key: string]: unknown };
type Operation = Json & { responses: Record<string, Json>; parameters?: Json[] };
type Document = Json & { paths: Record<string, Record<string, Operation>>; components: Record<string, Json> };

const SECURITY = {
  api_key: [{ apiKey: [] }, { apiKeyHeader: [] }],
  signer_token: [{ signerToken: [] }, { signerTokenQuery: [] }],
};
const COMMON: readonly ErrorCode[] = [
  'unauthorized',
  'validation_failed',
  'rate_limited',
  'internal',
  'unavailable',
];

let generated: Document | undefined;

/** The OpenAPI 3.1 description of the REST surfaces, served from `origin`. Made once. */
export function openApiDocument(origin: string): Document {
  generated ??= repair(
    generateOpenApiDocument(restRouter, {
      openApiVersion: '3.1.0',
      title: 'Countersign',
      description:
        'Send documents for signature, in order, and get them back sealed with evidence that anyone can check.',
      version: API_VERSION,
      baseUrl: origin,
      defs: { Error: errorSchema },
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key: `Authorization: Bearer svc_sk_…`.',
        },
        apiKeyHeader: { type: 'apiKey', in: 'header', name: 'x-api-key' },
        signerToken: { type: 'http', scheme: 'bearer', description: 'The token of a signing link.' },
        signerTokenQuery: { type: 'apiKey', in: 'query', name: 'token' },
      },
    }) as unknown as Document,
  );
  return { ...generated, servers: [{ url: origin }] };
}

/** What the generator cannot know of each operation: its success status, errors, security and bodies of bytes. */
function repair(document: Document): Document {
  for (const route of ROUTES) {
    const operation = document.paths[route.path]?.[route.method.toLowerCase()];
    if (operation === undefined) throw new Error(`the generator left out ${route.method} ${route.path}`);
    operation['operationId'] = route.name.split('.').slice(1).join('_');
    operation['security'] =
      surfaceOf(route.path).method === 'api_key' ? SECURITY.api_key : SECURITY.signer_token;
    operation.responses = responses(route, operation);
    if (route.rest.body === 'bytes') operation['requestBody'] = bytesBody();
    for (const parameter of operation.parameters ?? []) {
      if (route.query.get(String(parameter['name'])) === 'list')
        Object.assign(parameter, { style: 'form', explode: false });
    }
  }
  return document;
}

function responses(route: Route, operation: Operation): Record<string, Json> {
  const { success = 200, answer = 'json', errors } = route.rest;
  const generatedSuccess = operation.responses['200'] ?? { description: 'Success' };
  const answered: Json =
    success === 204
      ? { description: 'Done; no content.' }
      : answer === 'bytes'
        ? {
            description: 'The bytes.',
            content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } },
          }
        : generatedSuccess;
  return { [String(success)]: answered, ...errorResponses([...COMMON, ...errors]) };
}

function errorResponses(codes: readonly ErrorCode[]): Record<string, Json> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of [...codes, 'malformed_request', 'payload_too_large'] as const) {
    const { status } = ERRORS[code];
    byStatus.set(status, [...new Set([...(byStatus.get(status) ?? []), code])]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, list]) => [
      String(status),
      {
        description: list.map((code) => `\`${code}\`: ${ERRORS[code].message}`).join(' '),
        content: {
          'application/json': {
            schema: { $ref: '#/components/schemas/Error' },
            examples: Object.fromEntries(
              list.map((code) => [code, { value: { code, message: ERRORS[code].message } }]),
            ),
          },
        },
      },
    ]),
  );
}

function bytesBody(): Json {
  return { required: true, content: { 'application/octet-stream': { schema: z.toJSONSchema(z.string()) } } };
}
