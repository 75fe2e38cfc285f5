import createFetchClient, { type Client } from 'openapi-fetch';
import type { components, paths } from './schema.ts';

/** Every operation of the API, with its types. */
export type ApiClient = Client<paths>;

/** A record or body of the API by its name: `Schema<'EnvelopeGraph'>`. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

/** Who calls: a program with its organization's API key, the holder of a signing link, or the page that edits a draft. */
export type Credential =
  | { readonly apiKey: string; readonly signerToken?: never; readonly editingToken?: never }
  | { readonly signerToken: string; readonly apiKey?: never; readonly editingToken?: never }
  | { readonly editingToken: string; readonly apiKey?: never; readonly signerToken?: never };

export type ClientOptions = Credential & {
  /** The address of the service, such as `https://sign.example.com`. */
  readonly baseUrl: string;
  /** Sends the requests. Default: the global fetch. */
  readonly fetch?: (request: Request) => Promise<Response>;
};

/**
 * Creates a client whose calls return `{ data, response }`, or `{ error, response }` with the API's error body. Lists in a
 * query are sent as the API reads them, and bytes as bytes.
 */
export function createClient({
  baseUrl,
  fetch,
  apiKey,
  signerToken,
  editingToken,
}: ClientOptions): ApiClient {
  return createFetchClient<paths>({
    baseUrl,
    headers: { Authorization: `Bearer ${apiKey ?? signerToken ?? editingToken}` },
    querySerializer,
    bodySerializer: (body: unknown) => (isBytes(body) ? body : JSON.stringify(body)),
    ...(fetch === undefined ? {} : { fetch }),
  });
}

function isBytes(body: unknown): body is Blob | ArrayBuffer | Uint8Array<ArrayBuffer> {
  return body instanceof Blob || body instanceof ArrayBuffer || body instanceof Uint8Array;
}

/** Parameters whose values can contain commas are repeated; other lists are separated by them. */
function querySerializer(query: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(query).flatMap(([name, value]) => {
    if (value === undefined || value === null) return [];
    const texts: unknown[] = name === 'metadata' && Array.isArray(value) ? value : [value];
    return texts.map((text) => [name, String(text)]);
  });
  return new URLSearchParams(given).toString();
}
