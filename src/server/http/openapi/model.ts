/** A JSON object. */
export type Json = { [member: string]: unknown };

/** An OpenAPI 3.1 operation. */
export type Operation = Json & {
  operationId?: string;
  parameters?: Json[];
  requestBody?: Json & { content: Record<string, Media> };
  responses: Record<string, Response>;
};
type Media = Json & { schema?: Json };
export type Response = Json & { description?: string; headers?: Json; content?: Record<string, Media> };

/** An OpenAPI 3.1 document. */
export type OpenApiDocument = Json & {
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Json> & { schemas: Record<string, Json> };
};

/** Checks whether a value is a JSON object. */
export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the name of the component that a schema refers to; null for an inline schema. */
export function getComponentName(schema: Json): string | null {
  const reference = schema['$ref'];
  return typeof reference === 'string'
    ? (/^#\/components\/schemas\/(.+)$/.exec(reference)?.[1] ?? null)
    : null;
}
