import { generateOpenApiDocument, type OpenApiRouter } from 'trpc-to-openapi';
import { z } from 'zod';
import { errorSchema } from '#wire/error.ts';
import { healthSchema, type Health } from '#wire/health.ts';
import { messageSchema } from '#wire/webhook.ts';
import { restRouter } from '#server/procedures/router.ts';
import { API_VERSION } from '#server/http/health.ts';
import { buildErrorComponents } from './errors.ts';
import { buildEventSchemas, buildEventUnion } from './events.ts';
import { addExamples } from './examples.ts';
import { translateForGenerators } from './generators.ts';
import type { Json, OpenApiDocument, Operation } from './model.ts';
import { buildHeaderComponents, buildHeaderReferences } from './headers.ts';
import { describeOperation } from './operation.ts';
import { buildOauthScheme, OVERVIEW, REQUEST_HEADERS, SECURITY_SCHEMES, TAGS } from './prose.ts';
import { describeWebhookMessages } from './webhooks.ts';
import { addSamples } from './samples.ts';
import { tidySchemas } from './schemas.ts';
import { ROUTES } from '#server/http/rest/routes.ts';

const LICENSE = { name: 'AGPL-3.0-only', url: 'https://www.gnu.org/licenses/agpl-3.0.html' };

/** Documents by origin, because samples and the authorization server name the origin. */
const described = new Map<string, OpenApiDocument>();

/** Returns the OpenAPI 3.1 document of the REST surfaces, served from `origin`. */
export function openApiDocument(origin: string): OpenApiDocument {
  const document = described.get(origin) ?? describe(origin);
  described.set(origin, document);
  return document;
}

/** Translations for generators by what they translate. */
const translated = new WeakMap<OpenApiDocument, OpenApiDocument>();

/** Returns the same in OpenAPI 3.0, for programs that generate clients. */
export function buildGeneratorDocument(origin: string): OpenApiDocument {
  const document = openApiDocument(origin);
  const translation = translated.get(document) ?? translateForGenerators(document);
  translated.set(document, translation);
  return translation;
}

function describe(origin: string): OpenApiDocument {
  const document = generate();
  const { schemas } = document.components;
  // The generator adds its own error schemas, which are removed.
  for (const name of Object.keys(schemas)) if (name.startsWith('error.')) delete schemas[name];
  schemas['EventRecord'] = buildEventUnion();
  for (const route of ROUTES) {
    const item = document.paths[route.path] ?? {};
    const method = route.method.toLowerCase();
    const operation = item[method];
    if (operation === undefined)
      throw new Error(`the generator has no operation ${route.method} ${route.path}`);
    item[method] = describeOperation(route, operation, getInput(route.name));
  }
  document.paths[HEALTH.path] = { get: buildHealthOperation() };
  document.components['parameters'] = { ...REQUEST_HEADERS };
  document.components['headers'] = buildHeaderComponents();
  document.components['responses'] = buildErrorComponents(ROUTES);
  document['tags'] = listUsedTags(document);
  tidySchemas(document);
  addExamples(document);
  addSamples(document, [...ROUTES, HEALTH], origin);
  document['webhooks'] = describeWebhookMessages(document.components.schemas);
  const securitySchemes = { ...document.components['securitySchemes'], oauth: buildOauthScheme(origin) };
  return {
    ...document,
    info: { ...(document['info'] as Json), license: LICENSE },
    components: { ...document.components, securitySchemes },
    servers: [{ url: origin }],
  };
}

function generate(): OpenApiDocument {
  return generateOpenApiDocument(adaptRouter(), {
    openApiVersion: '3.1.0',
    title: 'Countersign',
    description: OVERVIEW,
    version: API_VERSION,
    baseUrl: '',
    defs: {
      Error: errorSchema,
      Health: healthSchema,
      WebhookMessage: messageSchema,
      ...buildEventSchemas(),
    },
    securitySchemes: SECURITY_SCHEMES,
  }) as unknown as OpenApiDocument;
}

type Procedure = {
  readonly _def: {
    readonly meta?: { readonly rest?: { readonly answer?: string } };
    readonly inputs: readonly z.ZodType[];
  };
};
const procedures = restRouter._def.procedures as unknown as Readonly<Record<string, Procedure>>;

/** Adapts the router for the generator, which has no schema for bytes. */
function adaptRouter(): OpenApiRouter {
  const readable = Object.entries(procedures).map(([name, procedure]) => {
    const bytes = procedure._def.meta?.rest?.answer === 'bytes';
    return [name, bytes ? { _def: { ...procedure._def, output: z.undefined() } } : procedure];
  });
  return { _def: { procedures: Object.fromEntries(readable) as unknown } } as unknown as OpenApiRouter;
}

function getInput(name: string): z.ZodType {
  return procedures[name]?._def.inputs[0] ?? z.strictObject({});
}

const HEALTH = {
  name: 'health',
  method: 'GET',
  path: '/api/health',
  parameters: [],
  rest: { errors: [] },
} as const;

const UNHEALTHY: Health = {
  status: 'degraded',
  version: API_VERSION,
  checks: {
    database: 'failing',
    replica: 'ok',
    storage: 'ok',
    jobs: 'failing',
    mail: 'ok',
    log: 'ok',
    timestamps: 'ok',
    sealKey: 'ok',
    backlog: 'ok',
    seals: 'ok',
    clock: 'ok',
  },
};

function buildHealthOperation(): Operation {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Health' } } };
  const headers = buildHeaderReferences(['X-Request-Id']);
  return {
    operationId: 'health',
    summary: 'Check the health of the service',
    description: 'For probes. Requires no credentials. `degraded` means that a dependency is failing.',
    tags: ['Health'],
    security: [],
    parameters: [{ $ref: '#/components/parameters/RequestId' }],
    responses: {
      '200': { description: 'The service is up.', headers, content },
      '429': { $ref: '#/components/responses/Error429RateLimited' },
      '503': {
        description: 'The database is unavailable.',
        headers,
        content: {
          'application/json': {
            ...content['application/json'],
            examples: { unhealthy: { value: UNHEALTHY } },
          },
        },
      },
    },
  };
}

function listUsedTags(document: OpenApiDocument): Json[] {
  const used = new Set(
    Object.values(document.paths).flatMap((item) =>
      Object.values(item).flatMap((operation) => operation['tags'] as string[]),
    ),
  );
  const names = [
    ...Object.keys(TAGS).filter((name) => used.has(name)),
    ...[...used].filter((name) => !(name in TAGS)),
  ];
  return names.map((name) => ({ name, ...(TAGS[name] === undefined ? {} : { description: TAGS[name] }) }));
}
