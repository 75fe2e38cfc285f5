/** A JSON object whose members are looked at one by one. */
export type Json = { [member: string]: unknown };

/** The parts of an OpenAPI 3.1 operation that are written here. */
export type Operation = Json & {
  operationId?: string;
  parameters?: Json[];
  requestBody?: Json & { content: Record<string, Media> };
  responses: Record<string, Response>;
};
export type Media = Json & { schema?: Json };
export type Response = Json & { description?: string; headers?: Json; content?: Record<string, Media> };

/** An OpenAPI 3.1 document. */
export type OpenApiDocument = Json & {
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Json> & { schemas: Record<string, Json> };
};

/** Whether a value is a JSON object: no array, and not null. */
export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The name of the component that a schema refers to; null where it is written in place. */
export function componentOf(schema: Json): string | null {
  const reference = schema['$ref'];
  return typeof reference === 'string'
    ? (/^#\/components\/schemas\/(.+)$/.exec(reference)?.[1] ?? null)
    : null;
}
